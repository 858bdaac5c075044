import { sql } from 'drizzle-orm'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import type { Transaction } from '#database/connect.ts'
import { openStates } from '#database/tables/orders.ts'
import type { Buyer } from './find-buyer.ts'
import { hasPaid } from './find-trust.ts'

/**
 * What an account has set aside: unpaid orders and live holds. `bills` counts the orders of a group as one, `lines` each; `cents` is
 * their sum. `isAlone`: no other account of its network has set aside anything that counts. `unpaidAtOnce` counts the bills to be paid
 * at once that the account and its network took within a day and have not paid.
 */
export type SetAside = { bills: number; lines: number; cents: number; isAlone: boolean; unpaidAtOnce: number; parts: PartSetAside[] }

/**
 * A part's pieces that are taken out of stock: `own`, of the account and its network; `kept`, of all accounts of its kind, and
 * `joint`, the same with those to be paid at once. `available` are left.
 */
export type PartSetAside = { partId: string; own: number; kept: number; joint: number; available: number; minimumOrder: number }

/**
 * The account's figures, and those of each of these parts. The caller has just taken pieces of the parts, which locks their rows: no
 * concurrent transaction can exceed a limit. Accounts of a kind are those that have never paid, or those that have paid and are not
 * proven or exceed what they may owe.
 */
export async function readSetAside(tx: Transaction, { userId, network, trust }: Buyer, partIds: string[]): Promise<SetAside> {
  const aside = (condition: ReturnType<typeof sql>) => sql`
    select user_id, part_id, quantity - made_pieces as quantity, total_cents as cents, coalesce(group_id, id) as bill, network, at_once
    from orders where state in ${openStates} and ${condition}
    union all
    select user_id, part_id, quantity, round(unit_price * quantity * 100)::bigint, id, network, at_once
    from holds where state = 'held' and ${condition}`
  const taken = sql`part_id = any(${sql.param(partIds)}::uuid[])`
  const { rows } = await tx.execute<Omit<SetAside, 'cents'> & { cents: string }>(sql`
    with own as materialized (${aside(sql`user_id = ${userId}::uuid`)}),
    of_part as (
      select part_id, sum(quantity) as pieces
      from (
        select part_id, quantity from own where ${taken}
        union all
        (select part_id, quantity from (${aside(sql`network = ${network}::text and ${taken} and user_id <> ${userId}::uuid`)}) as of_network)
      ) as each_line
      group by part_id
    ),
    of_kind as (
      select part_id, sum(quantity) as joint, sum(quantity) filter (where not at_once) as kept
      from (${aside(sql`(network is not null or at_once) and ${taken}`)}) as each_line
        join users on users.id = each_line.user_id
      where ${hasPaid} = ${trust.step === 'paid'}::boolean
      group by part_id
    )
    select count(distinct bill)::int as bills, count(*)::int as lines, coalesce(sum(cents), 0)::bigint as cents,
      not exists (${aside(sql`network = ${network}::text and user_id <> ${userId}::uuid`)}) as "isAlone",
      (
        select count(distinct coalesce(orders.group_id, holds.id))::int
        from holds left join orders on orders.hold_id = holds.id
        where holds.at_once and (holds.user_id = ${userId}::uuid or holds.network = ${network}::text)
          and holds.created_at > now() - interval '1 day' and orders.paid_at is null
      ) as "unpaidAtOnce",
      (
        select coalesce(jsonb_agg(jsonb_build_object('partId', parts.id, 'own', coalesce(of_part.pieces, 0), 'kept', coalesce(kept, 0),
          'joint', coalesce(joint, 0), 'available', available, 'minimumOrder', coalesce(minimum_order, ${MINIMUM_ORDER}::int))), '[]')
        from parts left join of_part on of_part.part_id = parts.id left join of_kind on of_kind.part_id = parts.id
        where parts.id = any(${sql.param(partIds)}::uuid[])
      ) as parts
    from own`)
  const { cents, ...measured } = rows[0]! // an aggregate is always one row
  return { ...measured, cents: Number(cents) }
}
