import { sql } from 'drizzle-orm'
import { minutesFromNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { preparedSql } from '#database/prepared-once.ts'
import { openStates } from '#database/tables/orders.ts'
import { credentialIds, isLiveCredential } from '../../identity/require-live-buyer.ts'
import type { Buyer } from '../../trust/find-buyer.ts'

export type Wanted = { partId: string; buyer: Buyer; quantity: number }
/** Numbers of PostgreSQL as text. */
export type TakenHold = { id: string; expiresAt: string; price: string; quantity: string; available: string }
/** Without an id nothing was taken. `open` counts the customer's other unpaid orders and holds. */
export type Hold = { open: number; replaces: boolean; isLive: boolean } & (TakenHold | { id: null })

/**
 * One conditional statement takes the pieces and writes the hold and its row of the ledger, so that the part's row is locked
 * as briefly as possible. Nothing is taken when too few pieces are left or the part is discontinued; nor for a customer who
 * has a live hold of it, which must be replaced, or the maximum number of unpaid orders; nor after the session or key has
 * ended. Must follow `lockBuyer` in the same transaction: ending an account's purchases locks the buyer first, so a session that
 * is still live here ends later, and what is taken here ends with it.
 *
 * A hold counts as the order that it may become, so placing that order needs no further count. Orders of one group count as
 * one.
 */
export async function holdFromStock(tx: Transaction, { partId, buyer, quantity }: Wanted): Promise<Hold> {
  const { bills, holdMinutes, unpaidMinutes } = buyer.trust.allows
  const { userId, network } = buyer
  const allowed = { bills, holdMinutes, unpaidMinutes }
  const [hold] = await takeHold(tx, { userId, partId, quantity, network, ...allowed, ...credentialIds(buyer) })
  return hold! // what is counted is always one row
}

const userId = sql`${sql.placeholder('userId')}::uuid`
const partId = sql`${sql.placeholder('partId')}::uuid`
const quantity = sql`${sql.placeholder('quantity')}::bigint`

const takeHold = preparedSql<Hold>(
  'take_hold',
  sql`
  with customer as materialized (
    select
      ((select count(distinct coalesce(group_id, id)) from orders where user_id = ${userId} and state in ${openStates})
        + (select count(*) from holds where user_id = ${userId} and state = 'held' and part_id <> ${partId}))::int as open,
      exists (select from holds where user_id = ${userId} and state = 'held' and part_id = ${partId}) as replaces,
      ${isLiveCredential} as live
  ), taken as (
    update parts set available = available - ${quantity}
    from customer
    where id = ${partId} and available >= ${quantity} and deleted_at is null
      and ${quantity} >= coalesce(minimum_order, 1000) and (${quantity} - coalesce(minimum_order, 1000)) % coalesce(order_step, 1) = 0
      and live and not replaces and open < ${sql.placeholder('bills')}::int
    returning id, price, price_breaks, available
  ), held as (
    insert into holds (user_id, part_id, quantity, unit_price, expires_at, pay_within_minutes, network)
    select ${userId}, id, ${quantity}, unit_price_at(price, price_breaks, ${quantity}),
      ${minutesFromNow(sql`${sql.placeholder('holdMinutes')}`)}, ${sql.placeholder('unpaidMinutes')}::int, ${sql.placeholder('network')}::text
    from taken
    returning id, part_id, quantity, unit_price, expires_at
  ), moved as (
    insert into stock_moves (part_id, delta, kind, ref)
    select part_id, -quantity, 'hold', id from held
  )
  select open, replaces, live as "isLive", held.id, expires_at::text as "expiresAt", unit_price as price, quantity, taken.available
  from customer left join taken on true left join held on true`,
)
