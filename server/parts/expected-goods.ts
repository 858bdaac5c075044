import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import {
  expectedGoodsMessages as messages,
  MAXIMUM_DELIVERIES,
  MAXIMUM_DELIVERY_DAYS,
  type Delivery,
  type DeliveryChange,
  type NewDelivery,
} from '#contract/parts/expected-goods.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable, Transaction } from '#database/connect.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { findAwaited, lockAwaiting, settleDelivery } from '../promises/settle-delivery.ts'
import { receivePieces } from './restock-part.ts'

const isOpen = and(isNull(expectedGoods.arrivedAt), isNull(expectedGoods.removedAt))
const shown = { date: expectedGoods.expectedOn, pieces: expectedGoods.pieces, note: expectedGoods.note }

/** The deliveries of a part that are open, the earliest first. @throws ShopError NOT_FOUND */
export async function listDeliveries(db: Queryable, partId: string): Promise<Delivery[]> {
  if ((await db.$count(parts, eq(parts.id, partId))) === 0) throw new ShopError('NOT_FOUND')
  const rows = await db
    .select({
      _id: expectedGoods.id,
      ...shown,
      promised: expectedGoods.promisedPieces,
      isLate: sql<boolean>`${expectedGoods.expectedOn} < current_date`,
      by: users.email,
      createdAt: expectedGoods.createdAt,
    })
    .from(expectedGoods)
    .innerJoin(users, eq(users.id, expectedGoods.actorId))
    .where(and(eq(expectedGoods.partId, partId), isOpen))
    .orderBy(asc(expectedGoods.expectedOn), asc(expectedGoods.createdAt))
  return rows.map(({ createdAt, promised, ...delivery }) => ({
    ...delivery,
    ...(promised > 0 && { promised }),
    createdAt: createdAt.toISOString(),
  }))
}

/** @throws ShopError NOT_FOUND; INVALID_INPUT at `date` for a day that is over or too far, and for too many deliveries. */
export async function expectDelivery(
  tx: Transaction,
  admin: Caller,
  partId: string,
  { date, pieces, note }: NewDelivery,
): Promise<{ insertedId: string }> {
  const [part] = await tx
    .select({ id: parts.id })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    .for('no key update')
  if (!part) throw new ShopError('NOT_FOUND')
  await requireComing(tx, date)
  const open = await tx.$count(expectedGoods, and(eq(expectedGoods.partId, partId), isOpen))
  if (open >= MAXIMUM_DELIVERIES) throw invalidField('date', messages.tooMany)
  const [delivery] = await tx
    .insert(expectedGoods)
    .values({ partId, expectedOn: date, pieces, note: note.trim(), actorId: admin.userId })
    .returning({ id: expectedGoods.id })
  await writeAudit(tx, admin, 'expect-goods', partId, { date, pieces })
  return { insertedId: delivery!.id } // insert ... returning always yields its row
}

/**
 * Changes an open delivery. `modifiedCount` is 0 when nothing changes.
 * @throws ShopError NOT_FOUND; DELIVERY_CHANGED when it was changed or closed concurrently; INVALID_INPUT at `date`, for another day that
 *   is over or too far, and at `pieces` below what is promised to orders.
 */
export async function changeDelivery(
  db: Database,
  admin: Caller,
  id: string,
  { seen, ...asked }: DeliveryChange,
): Promise<{ modifiedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    const wanted = { ...asked, note: asked.note.trim() }
    const { partId, isClosed, now, promised } = await lockDelivery(tx, id)
    if (!isClosed && isSame(now, wanted)) return { modifiedCount: 0 }
    if (isClosed || !isSame(now, seen)) throw new ShopError('DELIVERY_CHANGED')
    if (wanted.date !== now.date) await requireComing(tx, wanted.date)
    const { date, pieces, note } = wanted
    if (pieces < promised) throw invalidField('pieces', messages.promised(promised))
    await tx.update(expectedGoods).set({ expectedOn: date, pieces, note }).where(eq(expectedGoods.id, id))
    await writeAudit(tx, admin, 'change-expected', partId, { date, dateBefore: now.date, pieces, piecesBefore: now.pieces })
    return { modifiedCount: 1 }
  })
}

/**
 * Revokes an open delivery. `modifiedCount` is 0 when that was done before.
 * @throws ShopError NOT_FOUND; DELIVERY_CHANGED when it has arrived.
 */
export async function removeDelivery(db: Database, admin: Caller, id: string): Promise<{ modifiedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    const { partId, isClosed, hasArrived, now } = await lockDelivery(tx, id)
    if (hasArrived) throw new ShopError('DELIVERY_CHANGED')
    if (isClosed) return { modifiedCount: 0 }
    await tx.update(expectedGoods).set({ removedAt: databaseNow }).where(eq(expectedGoods.id, id))
    await writeAudit(tx, admin, 'remove-expected', partId, { date: now.date, pieces: now.pieces })
    return { modifiedCount: 1 }
  })
}

/** An order that is placed meanwhile may wait for the delivery, too; it is then locked in the next round. */
const ROUNDS = 8

/**
 * Closes an open delivery and books the pieces that have come: for the orders that wait for them, and the others into the stock.
 * `modifiedCount` is 0 when that was done before.
 * @throws ShopError NOT_FOUND, also for a removed part; DELIVERY_CHANGED when it was revoked; INVALID_INPUT at `pieces` when the stock
 *   would leave its bounds.
 */
export async function bookDelivery(db: Database, admin: Caller, id: string, pieces: number): Promise<{ modifiedCount: 0 | 1 }> {
  for (let round = 1; round <= ROUNDS; round++) {
    const booked = await transaction(db, (tx) => book(tx, admin, id, pieces))
    if (booked) return booked
  }
  throw new ShopError('BUSY')
}

/** Undefined when an order waits for the delivery that was not locked: nothing is booked then. */
async function book(tx: Transaction, admin: Caller, id: string, pieces: number): Promise<{ modifiedCount: 0 | 1 } | undefined> {
  const awaiting = await lockAwaiting(tx, id)
  const { partId, isClosed, hasArrived, now } = await lockDelivery(tx, id)
  if (hasArrived) return { modifiedCount: 0 }
  if (isClosed) throw new ShopError('DELIVERY_CHANGED')
  const awaited = await findAwaited(tx, id, awaiting)
  if (!awaited) return undefined
  await receivePieces(tx, admin, partId, { pieces, note: now.note, ref: id })
  await settleDelivery(tx, { deliveryId: id, partId, come: pieces }, awaited, awaiting)
  await tx.update(expectedGoods).set({ arrivedAt: databaseNow }).where(eq(expectedGoods.id, id))
  return { modifiedCount: 1 }
}

/**
 * The current delivery; locks its part, of which orders promise, and its row until the transaction ends.
 * @throws ShopError NOT_FOUND
 */
async function lockDelivery(tx: Transaction, id: string) {
  await tx.execute(sql`select from parts where id = (select part_id from expected_goods where id = ${id}::uuid) for no key update`)
  const [row] = await tx
    .select({
      partId: expectedGoods.partId,
      arrivedAt: expectedGoods.arrivedAt,
      removedAt: expectedGoods.removedAt,
      promised: expectedGoods.promisedPieces,
      ...shown,
    })
    .from(expectedGoods)
    .where(eq(expectedGoods.id, id))
    .for('update')
  if (!row) throw new ShopError('NOT_FOUND')
  const { partId, arrivedAt, removedAt, promised, ...now } = row
  return { partId, promised, hasArrived: arrivedAt !== null, isClosed: arrivedAt !== null || removedAt !== null, now }
}

const isSame = (one: NewDelivery, other: NewDelivery) => one.date === other.date && one.pieces === other.pieces && one.note === other.note

async function requireComing(tx: Transaction, date: string): Promise<void> {
  const { rows } = await tx.execute<{ today: string; last: string }>(
    sql`select current_date::text as today, (current_date + ${MAXIMUM_DELIVERY_DAYS}::int)::text as last`,
  )
  const { today, last } = rows[0]! // a select without a table is always one row
  if (date < today || date > last) throw invalidField('date', messages.dayBounds)
}
