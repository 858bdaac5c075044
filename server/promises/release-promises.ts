import { sql } from 'drizzle-orm'
import { takesPieces } from '#contract/orders/order-states.ts'
import type { Transaction } from '#database/connect.ts'
import type { OrderRow } from '#database/tables/orders.ts'

/** Pieces of an order that may be promised: those that it has not got from the stock and still wants. */
export const promisableOf = ({ state, madePieces, withdrawnPieces }: OrderRow): number =>
  takesPieces(state) ? Math.max(madePieces - withdrawnPieces, 0) : 0

/** Promises that are open, one row for each order, day and source. */
export const openPromises = sql`(
  select order_id, part_id, expected_id, month, day, sum(pieces)::bigint as pieces, min(at) as since
  from promises group by order_id, part_id, expected_id, month, day having sum(pieces) > 0
)`

/** Shows on orders, which are locked, what they still wait for. */
export const showPromises = (tx: Transaction, orderIds: string[]) =>
  tx.execute(
    sql`update orders set promised = promised_of(id) where id = any(${sql.param(orderIds)}::uuid[]) and promised is distinct from promised_of(id)`,
  )

/**
 * Gives promised pieces of orders back to others, those that leave last first. Orders and parts are locked. Orders without promises, as from
 * an offer, have none to give back.
 */
export async function releasePromises(tx: Transaction, which: readonly { orderId: string; pieces: number }[]): Promise<void> {
  const back = which.filter(({ pieces }) => pieces > 0)
  if (back.length === 0) return
  await tx.execute(sql`
    insert into promises (order_id, part_id, expected_id, month, day, kind, pieces)
    select order_id, part_id, expected_id, month, day, 'released', -least(pieces, back - before)
    from (
      select open.*, back.pieces as back,
        coalesce(sum(open.pieces) over (
          partition by order_id order by day desc, month desc, expected_id rows between unbounded preceding and 1 preceding), 0)::bigint as before
      from (
        select order_id, part_id, expected_id, month, day, sum(pieces)::bigint as pieces
        from promises where order_id = any(${sql.param(back.map(({ orderId }) => orderId))}::uuid[])
        group by order_id, part_id, expected_id, month, day having sum(pieces) > 0
      ) as open
      join jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as back("orderId" uuid, pieces bigint) on back."orderId" = order_id
    ) as counted
    where before < back
    order by part_id, expected_id, month`)
  await showPromises(
    tx,
    back.map(({ orderId }) => orderId),
  )
}
