import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { openStates } from '#database/tables/orders.ts'
import type { Buyer } from './find-buyer.ts'

/**
 * What an account has set aside: unpaid orders and live holds. `bills` counts the orders of a group as one, `lines` each; `cents` is
 * their sum. `isAlone`: no other account of its network has set aside anything that counts.
 */
export type SetAside = { bills: number; lines: number; cents: number; isAlone: boolean; parts: PartSetAside[] }

/** Pieces of a part that are taken out of stock, and the part's stock without them. */
type Share = { pieces: number; stock: number }
/** Those of an account and its network, and those of all accounts that have never paid. */
type PartSetAside = { partId: string; own: Share; joint: Share }

/**
 * The account's figures, and for these parts those of it and its network and of all that have never paid; parts without any are left
 * out. The caller has just taken pieces of the parts, which locks their rows: no concurrent transaction can exceed a limit.
 */
export async function measureSetAside(tx: Transaction, { userId, network }: Omit<Buyer, 'trust'>, partIds: string[]): Promise<SetAside> {
  const aside = (condition: ReturnType<typeof sql>) => sql`
    select user_id, part_id, quantity - made_pieces as quantity, total_cents as cents, coalesce(group_id, id) as bill
    from orders where state in ${openStates} and ${condition}
    union all
    select user_id, part_id, quantity, round(unit_price * quantity * 100)::bigint, id
    from holds where state = 'held' and ${condition}`
  const { rows } = await tx.execute<{ bills: number; lines: number; cents: string; is_alone: boolean; parts: PartSetAside[] }>(sql`
    with own as materialized (${aside(sql`user_id = ${userId}::uuid`)}),
    of_network as (
      ${aside(sql`network = ${network}::text and part_id = any(${sql.param(partIds)}::uuid[]) and user_id <> ${userId}::uuid`)}
    ),
    of_part as (
      select part_id, sum(quantity)::bigint as pieces
      from (select part_id, quantity from own where part_id = any(${sql.param(partIds)}::uuid[]) union all select part_id, quantity from of_network) as each_line
      group by part_id
    ),
    joint as (
      select part_id, sum(quantity)::bigint as pieces
      from (${aside(sql`network is not null and part_id = any(${sql.param(partIds)}::uuid[])`)}) as each_line
      group by part_id
    )
    select count(distinct bill)::int as bills, count(*)::int as lines, coalesce(sum(cents), 0)::bigint as cents,
      not exists (${aside(sql`network = ${network}::text and user_id <> ${userId}::uuid`)}) as is_alone,
      (
        select coalesce(jsonb_agg(jsonb_build_object('partId', parts.id,
          'own', jsonb_build_object('pieces', of_part.pieces, 'stock', available + of_part.pieces),
          'joint', jsonb_build_object('pieces', coalesce(joint.pieces, 0), 'stock', available + coalesce(joint.pieces, 0)))), '[]')
        from of_part join parts on parts.id = part_id left join joint using (part_id)
      ) as parts
    from own`)
  const { bills, lines, cents, is_alone, parts } = rows[0]! // an aggregate is always one row
  return { bills, lines, cents: Number(cents), isAlone: is_alone, parts }
}
