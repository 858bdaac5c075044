import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { centsToDollars, dollarsToCents, parseUnitPrice, totalOf, unitPriceToDecimal, type Cents } from '#contract/money.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { unitPriceAt } from '#contract/pricing.ts'
import { databaseNow, minutesFromNow, transaction, withCommit, type Database, type Queryable, type Transaction } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { crashPoint } from '../crash-point.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { orderPlacedLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { presentBreaks } from '../parts/present-part.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings/settings.ts'
import { holdPieces } from './hold-pieces.ts'
import { presentOrder } from './present-order.ts'

type Hold = typeof holds.$inferSelect
/** `now` is the time of the transaction, by the database's clock. */
type Found = { hold: Hold; part: { id: string; name: string; img: string }; now: Date }

const transactionTime = sql<Date>`now()`.mapWith(orders.placedAt)

/**
 * Turns the caller's hold into an order, exactly once: asking again answers with the same order.
 * Quantity, price, total, name, picture and buyer come from the database, phone and address from the form.
 * Without a live hold the pieces are taken now, at today's price, or nothing happens.
 * Readings, "POST inventory".
 * @throws ShopError TOTAL_CHANGED with the current figures when the buyer saw another total;
 *   STOCK_TOO_LOW; HOLD_GONE when nothing tells which part is meant; TOO_MANY_UNPAID.
 */
export async function placeOrder(
  { db, settings, payments: limits }: Pick<Services, 'db' | 'settings' | 'payments'>,
  caller: Caller,
  item: OrderItem,
): Promise<Order> {
  const place = async (meant: OrderItem) => {
    const order = await transaction(db, (tx) => placeFromHold(tx, settings, caller, meant))
    crashPoint('order: committed')
    return order
  }
  const placed = await place(item)
  if (placed) return placed

  const partId = item.partsId ?? (await onlyPartNamed(db, item.name))
  await requireTodaysTotal(db, partId, item)
  const quantity = item.orderQuantity
  const { maxUnpaidOrders } = settings
  const { holdId } = await holdPieces(db, { partId, userId: caller.userId, quantity, rest: 0, limits, maxUnpaidOrders })
  if (!holdId) throw new ShopError('STOCK_TOO_LOW')
  const order = await place({ ...item, holdId })
  if (!order) throw new ShopError('HOLD_GONE')
  return order
}

/** The order of the hold that is meant, made now or before; undefined when no hold fits any more. */
async function placeFromHold(
  tx: Transaction,
  settings: Settings,
  caller: Caller,
  item: OrderItem,
): Promise<Order | undefined> {
  const found = await findHold(tx, caller, item)
  if (!found) return undefined
  const { hold, part, now } = found
  if (hold.state === 'ordered') return orderOf(tx, hold)

  const row = {
    id: randomUUID(),
    holdId: hold.id,
    userId: caller.userId,
    partId: part.id,
    partName: part.name,
    img: part.img,
    email: caller.email,
    displayName: caller.displayName,
    phone: item.phone.trim(),
    address: item.address.trim(),
    quantity: hold.quantity,
    unitPrice: hold.unitPrice,
    totalCents: requireTotal(hold, item),
    placedAt: now,
  }
  const order = presentOrder({ ...row, groupId: null, transactionId: null, paidAt: null, shippedAt: null })
  withCommit(tx, () => holdOrdered(tx).execute({ id: hold.id }))
  crashPoint('order: begun')
  withCommit(tx, () => orderPlaced(tx).execute(row))
  withCommit(tx, () => queueMail(tx, orderPlacedLetter(settings, order)))
  return order
}

const holdOrdered = preparedOnce((db) =>
  db.update(holds).set({ state: 'ordered' }).where(eq(holds.id, sql.placeholder('id'))).prepare('hold_ordered'),
)

const orderPlaced = preparedOnce((db) =>
  db
    .insert(orders)
    .values({
      id: sql.placeholder('id'),
      holdId: sql.placeholder('holdId'),
      userId: sql.placeholder('userId'),
      partId: sql.placeholder('partId'),
      partName: sql.placeholder('partName'),
      img: sql.placeholder('img'),
      email: sql.placeholder('email'),
      displayName: sql.placeholder('displayName'),
      phone: sql.placeholder('phone'),
      address: sql.placeholder('address'),
      quantity: sql.placeholder('quantity'),
      unitPrice: sql.placeholder('unitPrice'),
      totalCents: sql.placeholder('totalCents'),
      placedAt: sql.placeholder('placedAt'),
    })
    .prepare('order_placed'),
)

/**
 * The caller's hold, locked: the one named, else a live one for this part and quantity, else the one that
 * became an order within the last minutes (the same request sent twice).
 */
async function findHold(tx: Transaction, caller: Caller, item: OrderItem): Promise<Found | undefined> {
  if (item.holdId) {
    const [hold] = await namedHold(tx).execute({ userId: caller.userId, id: item.holdId })
    if (hold) return hold
  }
  const meant = and(
    eq(holds.userId, caller.userId),
    eq(holds.quantity, item.orderQuantity),
    item.partsId ? eq(parts.id, item.partsId) : eq(parts.name, item.name),
  )
  const [held] = await selectHold(tx).where(and(meant, live)).orderBy(desc(holds.createdAt)).limit(1).for('update', { of: holds })
  if (held) return held

  // With another total it is another purchase, whose own hold is gone.
  const totalCents = dollarsToCents(item.totalPrice)
  if (totalCents === undefined) return undefined
  const [ordered] = await selectHold(tx)
    .innerJoin(orders, eq(orders.holdId, holds.id))
    .where(
      and(
        meant,
        eq(orders.totalCents, totalCents),
        eq(holds.state, 'ordered'),
        gt(orders.placedAt, minutesFromNow(-HOLD_MINUTES)),
        isNull(orders.cancelledAt),
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(1)
  return ordered
}

const live = and(eq(holds.state, 'held'), gt(holds.expiresAt, databaseNow))

const selectHold = (db: Queryable) =>
  db
    .select({ hold: holds, part: { id: parts.id, name: parts.name, img: parts.img }, now: transactionTime })
    .from(holds)
    .innerJoin(parts, eq(parts.id, holds.partId))

const namedHold = preparedOnce((db) =>
  selectHold(db)
    .where(
      and(
        eq(holds.userId, sql.placeholder('userId')),
        eq(holds.id, sql.placeholder('id')),
        or(live, eq(holds.state, 'ordered')),
      ),
    )
    .for('update', { of: holds })
    .prepare('named_hold'),
)

async function orderOf(tx: Transaction, hold: Hold): Promise<Order> {
  const [row] = await tx.select().from(orders).where(eq(orders.holdId, hold.id))
  return presentOrder(row!) // an ordered hold has its order
}

/** The total in cents, when the buyer saw the same. */
function requireTotal(hold: Pick<Hold, 'unitPrice' | 'quantity'>, item: OrderItem): Cents {
  const price = parseUnitPrice(hold.unitPrice)! // the table allows positive prices only
  const total = totalOf(price, hold.quantity)
  if (dollarsToCents(item.totalPrice) === total && item.orderQuantity === hold.quantity) return total
  throw new ShopError('TOTAL_CHANGED', {
    current: { price: Number(hold.unitPrice), totalPrice: centsToDollars(total), orderQuantity: hold.quantity },
  })
}

async function requireTodaysTotal(db: Database, partId: string, item: OrderItem): Promise<void> {
  const [part] = await db
    .select({ price: parts.price, priceBreaks: parts.priceBreaks })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
  if (!part) throw new ShopError('HOLD_GONE')
  const priced = { price: Number(part.price), priceBreaks: presentBreaks(part.priceBreaks) }
  const quantity = item.orderQuantity
  requireTotal({ unitPrice: unitPriceToDecimal(unitPriceAt(priced, quantity)), quantity }, item)
}

async function onlyPartNamed(db: Database, name: string): Promise<string> {
  const [part, another] = await db
    .select({ id: parts.id })
    .from(parts)
    .where(and(eq(parts.name, name), isNull(parts.deletedAt)))
    .limit(2)
  if (!part || another) throw new ShopError('HOLD_GONE')
  return part.id
}
