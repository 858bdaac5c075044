import { sql } from 'drizzle-orm'
import { minutesFromNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { padForGenericPlan } from '#database/pad-for-generic-plan.ts'
import type { Buyer } from '../trust/find-buyer.ts'

export type Wanted = { partId: string; buyer: Buyer; quantity: number }
/** Numbers of PostgreSQL as text. */
export type TakenHold = { id: string; expiresAt: string; price: string; quantity: string; available: string }
/** What came of it; without an id nothing was taken. `open` counts what the customer may still have to pay elsewhere. */
export type Hold = { open: number; replaces: boolean } & (TakenHold | { id: null })

/**
 * One conditional statement decides, and writes the holds and their lines of the ledger too: a part that everybody wants is
 * locked for as short as can be. Nothing is taken of a part when fewer pieces are left than are wanted of it in all, or it
 * is gone; nor for a customer who has a live hold of it, which would have to be replaced, or as many unpaid orders as
 * allowed. A hold counts as the order that it may become; therefore an order made of one needs no count of its own.
 * Orders that are paid together count as one.
 * @param wanted by different customers
 * @param waiting for parts that others are buying just now; otherwise nothing is taken of them, and so no two who lock
 *   several parts can deadlock
 */
export async function holdFromStock(tx: Transaction, wanted: Wanted[], { waiting }: { waiting: boolean }): Promise<Hold[]> {
  const each = <Value>(valueOf: (one: Wanted) => Value) => sql.param(padForGenericPlan(wanted.map(valueOf), null))
  const { rows } = await tx
    .execute<Hold & { userId: string }>(sql`
    with customer as materialized (
      select asked.*,
        ((select count(distinct coalesce(group_id, id)) from orders where user_id = asked.user_id and state in ('unpaid', 'cancelling'))
          + (select count(*) from holds where user_id = asked.user_id and state = 'held' and part_id <> asked.part_id))::int as open,
        exists (select from holds where user_id = asked.user_id and state = 'held' and part_id = asked.part_id) as replaces
      from unnest(
        ${each(({ buyer }) => buyer.userId)}::uuid[], ${each(({ partId }) => partId)}::uuid[],
        ${each(({ quantity }) => quantity)}::bigint[], ${each(({ buyer }) => buyer.trust.allows.bills)}::int[],
        ${each(({ buyer }) => buyer.trust.allows.holdMinutes)}::int[], ${each(({ buyer }) => buyer.trust.allows.unpaidMinutes)}::int[],
        ${each(({ buyer }) => buyer.network)}::text[]
      ) as asked (user_id, part_id, quantity, most_open, hold_minutes, pay_within_minutes, network)
    ), wanted as (
      select * from customer where not replaces and open < most_open
    ), wanted_part as (
      select part_id as id, sum(quantity)::bigint as pieces from wanted group by part_id
    ), ${waiting ? sql`` : sql`free_part as (
      select id from parts where id in (select id from wanted_part) for no key update skip locked
    ),`} taken as (
      update parts set available = available - wanted_part.pieces
      from wanted_part ${waiting ? sql`` : sql`join free_part using (id)`}
      where parts.id = wanted_part.id and parts.available >= wanted_part.pieces and parts.deleted_at is null
      returning parts.id, parts.price, parts.price_breaks, parts.available
    ), held as (
      insert into holds (user_id, part_id, quantity, unit_price, expires_at, pay_within_minutes, network)
      select wanted.user_id, taken.id, wanted.quantity, unit_price_at(taken.price, taken.price_breaks, wanted.quantity),
        ${minutesFromNow(sql`hold_minutes`)}, pay_within_minutes, network
      from wanted join taken on taken.id = wanted.part_id
      returning id, user_id, part_id, quantity, unit_price, expires_at
    ), moved as (
      insert into stock_moves (part_id, delta, kind, ref)
      select part_id, -quantity, 'hold', id from held
    )
    select customer.user_id as "userId", customer.open, customer.replaces,
      held.id, held.expires_at as "expiresAt", held.unit_price as price, held.quantity, taken.available
    from customer
      left join held on held.user_id = customer.user_id
      left join taken on taken.id = held.part_id`)
    .execute() // sent at once, after what was asked before
  const ofCustomer = new Map(rows.map((row) => [row.userId, row]))
  return wanted.map(({ buyer }) => ofCustomer.get(buyer.userId)!) // each asked for is a row
}
