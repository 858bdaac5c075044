import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { STOCK_LEAD_DAYS } from '#contract/basics/limits.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import { shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { lastDay, promiseOf, shownSlices, type Promisable, type PromiseOfPieces } from '#contract/promises/promise.ts'
import { promiseMessages, type PromiseAtRisk } from '#contract/promises/promise-calls.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { orderEvents } from '#database/tables/order-events.ts'
import { leftToMakeOf, orders, type OrderRow } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { deliveryChangedMail } from '../mail/templates/shipping.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { findAtRisk, type AtRisk } from '../promises/at-risk.ts'
import { findSupply } from '../promises/find-supply.ts'
import { showPromises } from '../promises/release-promises.ts'
import { reservePieces } from '../promises/reserve-pieces.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { findOrder } from './lists/find-orders.ts'
import { presentOrder } from './lists/present-order.ts'
import { lockOrder } from './lock-order.ts'
import { lockParts } from './return-pieces.ts'

/** What is at risk of an order's promises, and what would be promised instead. @throws ShopError NOT_FOUND */
export async function findPromiseAtRisk(services: Services, orderId: string): Promise<PromiseAtRisk> {
  await applySettings(services)
  const { db, settings } = services
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new ShopError('NOT_FOUND')
  const calendar = shopCalendar(settings.shop.holidays)
  const atRisk = await findAtRisk(db, orderId)
  const promise = await planAnew(db, order, atRisk, calendar)
  return {
    atRisk: atRisk.map(({ pieces, day, month, why }) => ({ pieces, day, from: month === null ? 'expected' : 'made', why })),
    promise: shownSlices(promise.slices),
    missing: promise.missing,
    shipBy: promise.missing > 0 ? null : dayAfterwards(order, atRisk, promise, calendar),
  }
}

/**
 * Promises the pieces of an order that are at risk anew, by what is in stock, expected and made by now, and tells the buyer by mail, and, where
 * the last day is another, by timeline and webhook. What was sent of the order in the meantime needs no promise. `modifiedCount` is 0 when nothing is at risk, as when somebody has done so before.
 * @throws ShopError NOT_FOUND; DAY_CHANGED with the day, when it is another than the one that was seen; STOCK_TOO_LOW while not all of them can
 *   be promised, or pieces have left that are not booked.
 */
export async function promiseAnew(
  services: Services,
  admin: Caller,
  orderId: string,
  seen: CalendarDay,
): Promise<{ modifiedCount: 0 | 1; order: OrderInFull }> {
  await applySettings(services)
  const calendar = shopCalendar(services.settings.shop.holidays)
  const modifiedCount = await transaction(services.db, (tx) => tellAnew(tx, services, admin, orderId, seen, calendar))
  return { modifiedCount, order: await findOrder(services.db, admin, orderId, { cancelled: true }) }
}

async function tellAnew(
  tx: Transaction,
  { settings }: Services,
  admin: Caller,
  orderId: string,
  seen: CalendarDay,
  calendar: ShopCalendar,
): Promise<0 | 1> {
  const { order } = await lockOrder(tx, admin, orderId)
  await lockParts(tx, [order.partId])
  const atRisk = await findAtRisk(tx, orderId)
  if (atRisk.length === 0) return 0
  const anew = await planAnew(tx, order, atRisk, calendar)
  if (anew.isUnbooked) throw new ShopError('STOCK_TOO_LOW', { message: promiseMessages.unbooked })
  if (anew.missing > 0) throw new ShopError('STOCK_TOO_LOW', { message: promiseMessages.missing })
  const shipBy = dayAfterwards(order, atRisk, anew, calendar)
  if (shipBy !== seen) throw new ShopError('DAY_CHANGED', { currentShipBy: shipBy })

  await release(tx, order, atRisk)
  await takeFromStock(tx, order, anew)
  await reservePieces(tx, [{ orderId, partId: order.partId, slices: anew.slices }])
  await showPromises(tx, [orderId])
  const [changed] = await tx
    .update(orders)
    .set(order.state === 'paid' ? { shipBy } : { promised: sql`${orders.promised}` })
    .where(eq(orders.id, orderId))
    .returning()
  const before = order.shipBy ?? lastDay(order.promised ?? atRisk)! // something is at risk
  await writeAudit(tx, admin, 'promise-anew', orderId, { date: shipBy, dateBefore: before })
  if (shipBy !== before) {
    await tx.insert(orderEvents).values({ orderId, kind: 'delivery-changed', actorId: admin.userId, detail: { before, after: shipBy } })
  }
  if (shipBy !== before || anew.slices.length > 0) {
    await queueMail(tx, deliveryChangedMail(settings, presentOrder(changed!), { before, after: shipBy, ref: randomUUID() })) // the row is locked
  }
  return 1
}

/** `isUnbooked`: pieces have left of a delivery that can still be booked, and has to be first. */
type PromisedAnew = PromiseOfPieces & { isUnbooked: boolean }

/**
 * What would be promised for the pieces at risk that are still to be sent, and do not come by other promises; their own reservations are free
 * for it. Deliveries of a removed part cannot be booked, so nothing comes of them.
 */
export async function planAnew(db: Queryable, order: OrderRow, atRisk: readonly AtRisk[], calendar: ShopCalendar): Promise<PromisedAnew> {
  const risky = sumOf(atRisk)
  const pieces = Math.min(risky, Math.max(leftToMakeOf(order) - (sumOf(order.promised ?? []) - risky), 0))
  const [part] = await db.select({ available: parts.available, deletedAt: parts.deletedAt }).from(parts).where(eq(parts.id, order.partId))
  const supply = (await findSupply(db, [order.partId])).get(order.partId)
  const own = await withOwn(db, { expected: [], made: null, ...supply, available: part!.available }, atRisk) // an order has its part
  const isRemoved = part!.deletedAt !== null
  const promise = promiseOf(isRemoved ? { ...own, expected: [] } : own, pieces, order.wishedOn, calendar)
  const isUnbooked = pieces < risky && !isRemoved && atRisk.some(({ why }) => why === 'late' || why === 'moved')
  return { ...promise, isUnbooked }
}

const sumOf = (some: readonly { pieces: number }[]) => some.reduce((sum, { pieces }) => sum + pieces, 0)

async function withOwn(db: Queryable, supply: Promisable, atRisk: readonly AtRisk[]): Promise<Promisable> {
  const ids = atRisk.flatMap(({ expectedId }) => expectedId ?? [])
  const open = await db
    .select({ id: expectedGoods.id, day: expectedGoods.expectedOn })
    .from(expectedGoods)
    .where(sql`id = any(${sql.param(ids)}::uuid[]) and arrived_at is null and removed_at is null`)
  const backOf = (isIt: (one: AtRisk) => boolean) => atRisk.filter(isIt).reduce((sum, { pieces }) => sum + pieces, 0)
  const others = supply.expected.filter(({ id }) => !open.some((one) => one.id === id))
  const own = open.map((one) => ({
    ...one,
    pieces: (supply.expected.find(({ id }) => id === one.id)?.pieces ?? 0) + backOf(({ expectedId }) => expectedId === one.id),
  }))
  const months = Object.entries(supply.made?.promised ?? {})
  return {
    ...supply,
    expected: [...others, ...own].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    made: supply.made && {
      ...supply.made,
      promised: Object.fromEntries(months.map(([month, promised]) => [month, promised - backOf((one) => one.month === month)])),
    },
  }
}

/** By which the last pieces of the order leave then. */
function dayAfterwards(
  { promised, shipBy }: OrderRow,
  atRisk: readonly AtRisk[],
  { slices }: PromiseOfPieces,
  calendar: ShopCalendar,
): CalendarDay {
  const left = (promised ?? []).filter(({ pieces, day, from }) => {
    const risky = atRisk.filter((one) => one.day === day && (one.month === null ? 'expected' : 'made') === from)
    return pieces > risky.reduce((sum, one) => sum + one.pieces, 0)
  })
  return lastDay([...left, ...slices]) ?? shipBy ?? shipDay(STOCK_LEAD_DAYS, calendar)
}

export async function release(tx: Transaction, { id, partId }: OrderRow, atRisk: readonly AtRisk[]): Promise<void> {
  const rows = atRisk.map(({ expectedId, month, day, pieces }) => ({ expectedId, month: month && `${month}-01`, day, pieces }))
  await tx.execute(sql`
    insert into promises (order_id, part_id, expected_id, month, kind, pieces, day)
    select ${id}::uuid, ${partId}::uuid, "expectedId", month, 'released', -pieces, day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as back("expectedId" uuid, month date, pieces bigint, day date)`)
}

/** Pieces that are in stock by now are the order's, as if they had been there when it was ordered. */
export async function takeFromStock(tx: Transaction, { id, partId }: OrderRow, { slices }: PromiseOfPieces): Promise<void> {
  const pieces = slices.reduce((sum, slice) => sum + (slice.from === 'stock' ? slice.pieces : 0), 0)
  if (pieces === 0) return
  await tx.execute(sql`
    with moved as (
      insert into stock_moves (part_id, delta, kind, ref)
      select ${partId}::uuid, -${pieces}::bigint, 'hold', id from promises where order_id = ${id}::uuid and kind = 'released'
      order by position desc limit 1
    )
    update parts set available = available - ${pieces}::bigint where id = ${partId}::uuid`)
  await tx
    .update(orders)
    .set({ madePieces: sql`${orders.madePieces} - ${pieces}::bigint` })
    .where(eq(orders.id, id))
}
