import { randomUUID } from 'node:crypto'
import { asc, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { promisableOf, showPromises } from './release-promises.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'

/** What orders still wait for of a delivery, the earliest promise first. */
export type Awaited = { orderId: string; day: string; pieces: number }

/** Locks the orders that wait for a delivery, in the order of their position, as a group does; they come before parts and deliveries. */
export async function lockAwaiting(tx: Transaction, deliveryId: string): Promise<Map<string, OrderRow>> {
  const awaited = await readAwaited(tx, deliveryId)
  if (awaited.length === 0) return new Map()
  const ids = awaited.map(({ orderId }) => orderId)
  const rows = await tx.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.position)).for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is awaited of a delivery whose part is locked; undefined when an order waits that was not locked before: it was placed meanwhile. */
export async function findAwaited(tx: Transaction, deliveryId: string, locked: Map<string, OrderRow>): Promise<Awaited[] | undefined> {
  const awaited = await readAwaited(tx, deliveryId)
  return awaited.every(({ orderId }) => locked.has(orderId)) ? awaited : undefined
}

/**
 * Gives the pieces of a delivery that has come to the orders that wait for it, the earliest promise first: they are the orders' pieces of the
 * stock from now on, as if they had been there when it was ordered. So are pieces that an order has sent before its delivery was booked: those
 * in stock are the others'. What an order cannot want any more, as when it has ended, it gives back. Pieces that have not come stay promised, and are work for the shop.
 * The part and the delivery are locked, and the orders by `lockAwaiting`.
 */
export async function settleDelivery(
  tx: Transaction,
  { deliveryId, partId, come }: { deliveryId: string; partId: string; come: number },
  awaited: readonly Awaited[],
  locked: Map<string, OrderRow>,
): Promise<void> {
  let left = come
  const wantedBy = new Map([...locked].map(([id, order]) => [id, promisableOf(order)]))
  const settled = awaited.flatMap(({ orderId, day, pieces }) => {
    const wanted = Math.min(pieces, wantedBy.get(orderId)!) // each of them is locked
    const arrived = Math.min(wanted, left)
    wantedBy.set(orderId, wantedBy.get(orderId)! - wanted)
    left -= arrived
    const of = (kind: 'arrived' | 'released', some: number) => (some > 0 ? [{ id: randomUUID(), orderId, day, kind, pieces: some }] : [])
    return [...of('arrived', arrived), ...of('released', pieces - wanted)]
  })
  if (settled.length === 0) return
  const rows = sql`jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled(id uuid, "orderId" uuid, day date, kind text, pieces bigint)`
  await tx.execute(sql`
    with moved as (
      insert into stock_moves (part_id, delta, kind, ref) select ${partId}::uuid, -pieces, 'hold', id from ${rows} where kind = 'arrived'
    ), taken as (
      update parts set available = available - (select coalesce(sum(pieces), 0) from ${rows} where kind = 'arrived') where id = ${partId}::uuid
    )
    update orders set made_pieces = made_pieces - come.pieces
    from (select "orderId" as id, sum(pieces) as pieces from ${rows} where kind = 'arrived' group by 1) as come where orders.id = come.id`)
  await tx.execute(sql`
    insert into promises (id, order_id, part_id, expected_id, kind, pieces, day)
    select id, "orderId", ${partId}::uuid, ${deliveryId}::uuid, kind, -pieces, day from ${rows}`)
  await showPromises(tx, [...locked.keys()])
}

async function readAwaited(tx: Transaction, deliveryId: string): Promise<Awaited[]> {
  const { rows } = await tx.execute<{ orderId: string; day: string; pieces: string }>(sql`
    select order_id as "orderId", day::text, sum(pieces) as pieces from promises
    where expected_id = ${deliveryId}::uuid group by order_id, day having sum(pieces) > 0 order by min(position)`)
  return rows.map(({ pieces, ...row }) => ({ ...row, pieces: Number(pieces) }))
}
