import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { centsToDollars, dollarsToCents, parseUnitPrice, totalOf, unitPriceToDecimal, type Cents } from '#contract/money.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { unitPriceAt } from '#contract/pricing.ts'
import { asManyAsExpected } from '#database/as-many-as-expected.ts'
import { commitTogether, requireAll } from '#database/commit-together.ts'
import { databaseNow, minutesFromNow, withCommit, type Database, type Queryable, type Transaction } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { crashPoint } from '../crash-point.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { orderPlacedLetter } from '../mail/letters.ts'
import { queueMails } from '../mail/queue-mail.ts'
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
    const order = await placeFromHold(db, { settings, caller, item: meant })
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

type Purchase = { settings: Settings; caller: Caller; item: OrderItem }
type Held = Purchase & Found & { totalCents: Cents }

/** The order of the hold that is meant, made now or before; undefined when no hold fits any more. */
const placeFromHold = commitTogether<Purchase, Order | undefined>({
  alone: async (tx, purchase) => {
    const found = await findHold(tx, purchase)
    if (!found) return undefined
    if (found.hold.state === 'ordered') return orderOf(tx, found.hold)
    const [order] = placeHeld(tx, [{ ...purchase, ...found, totalCents: requireTotal(found.hold, purchase.item) }])
    return order
  },
  together: async (tx, purchases) => {
    const named = await findNamedHolds(tx, purchases, { waiting: false })
    const held = purchases.map((purchase, place): Held | undefined => {
      const found = named[place]
      const totalCents = found?.hold.state === 'held' ? totalSeen(found.hold, purchase.item) : undefined
      return totalCents === undefined ? undefined : { ...purchase, ...found!, totalCents }
    })
    return placeHeld(tx, requireAll(held))
  },
  subject: ({ item }) => item.holdId?.toLowerCase(),
})

/** Writes the orders of held pieces and their mails, together with the commit. */
function placeHeld(tx: Transaction, several: Held[]): Order[] {
  const rows = several.map(({ caller, item, hold, part, totalCents, now }) => ({
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
    totalCents,
    placedAt: now,
  }))
  const placed = rows.map((row) => presentOrder({ ...row, groupId: null, transactionId: null, paidAt: null, shippedAt: null }))
  withCommit(tx, () => holdsOrdered(tx).execute({ ids: asManyAsExpected(rows.map(({ holdId }) => holdId)) }))
  crashPoint('order: begun')
  withCommit(tx, () => insertOrders(tx, rows))
  withCommit(tx, () => queueMails(tx, placed.map((order, place) => orderPlacedLetter(several[place]!.settings, order))))
  return placed
}

const holdsOrdered = preparedOnce((db) =>
  db.update(holds).set({ state: 'ordered' }).where(sql`${holds.id} = any(${sql.placeholder('ids')})`).prepare('holds_ordered'),
)

type PlacedRow = Omit<Parameters<typeof presentOrder>[0], 'groupId' | 'transactionId' | 'paidAt' | 'shippedAt'> & { holdId: string; userId: string }

async function insertOrders(tx: Transaction, rows: PlacedRow[]): Promise<void> {
  await tx
    .execute(sql`
    insert into ${orders} (
      id, hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents, placed_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as placed (
      id uuid, "holdId" uuid, "userId" uuid, "partId" uuid, "partName" text, img text, email text, "displayName" text, phone text,
      address text, quantity bigint, "unitPrice" numeric, "totalCents" bigint, "placedAt" timestamptz)`)
    .execute() // sent at once: see `withCommit`
}

/**
 * The caller's hold, locked: the one named, else a live one for this part and quantity, else the one that
 * became an order within the last minutes (the same request sent twice).
 */
async function findHold(tx: Transaction, purchase: Purchase): Promise<Found | undefined> {
  const { caller, item } = purchase
  if (item.holdId) {
    const [named] = await findNamedHolds(tx, [purchase], { waiting: true })
    if (named) return named
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

/**
 * The hold that each purchase names, live or an order already, locked; undefined where there is none of that customer.
 * @param waiting for holds that somebody else has locked; otherwise those are undefined, too
 */
async function findNamedHolds(tx: Transaction, purchases: Purchase[], { waiting }: { waiting: boolean }): Promise<(Found | undefined)[]> {
  const found = await (waiting ? namedHolds : freeNamedHolds)(tx).execute({
    userIds: asManyAsExpected(purchases.map(({ caller }) => caller.userId)),
    ids: asManyAsExpected(purchases.map(({ item }) => item.holdId!)),
  })
  const byId = new Map(found.map((one) => [one.hold.id, one]))
  return purchases.map(({ caller, item }) => {
    const named = byId.get(item.holdId!.toLowerCase()) // those who get here name one
    return named?.hold.userId === caller.userId ? named : undefined
  })
}

const live = and(eq(holds.state, 'held'), gt(holds.expiresAt, databaseNow))

const selectHold = (db: Queryable) =>
  db
    .select({ hold: holds, part: { id: parts.id, name: parts.name, img: parts.img }, now: transactionTime })
    .from(holds)
    .innerJoin(parts, eq(parts.id, holds.partId))

const selectNamedHolds = (db: Queryable) =>
  selectHold(db).where(
    and(
      sql`${holds.userId} = any(${sql.placeholder('userIds')})`,
      sql`${holds.id} = any(${sql.placeholder('ids')})`,
      or(live, eq(holds.state, 'ordered')),
    ),
  )

const namedHolds = preparedOnce((db) => selectNamedHolds(db).for('update', { of: holds }).prepare('named_holds'))
const freeNamedHolds = preparedOnce((db) =>
  selectNamedHolds(db).for('update', { of: holds, skipLocked: true }).prepare('free_named_holds'),
)

async function orderOf(tx: Transaction, hold: Hold): Promise<Order> {
  const [row] = await tx.select().from(orders).where(eq(orders.holdId, hold.id))
  return presentOrder(row!) // an ordered hold has its order
}

/** The total in cents, when the buyer saw the same. @throws ShopError TOTAL_CHANGED */
function requireTotal(hold: Pick<Hold, 'unitPrice' | 'quantity'>, item: OrderItem): Cents {
  const seen = totalSeen(hold, item)
  if (seen !== undefined) return seen
  throw new ShopError('TOTAL_CHANGED', {
    current: { price: Number(hold.unitPrice), totalPrice: centsToDollars(totalOfHold(hold)), orderQuantity: hold.quantity },
  })
}

function totalSeen(hold: Pick<Hold, 'unitPrice' | 'quantity'>, item: OrderItem): Cents | undefined {
  const total = totalOfHold(hold)
  return dollarsToCents(item.totalPrice) === total && item.orderQuantity === hold.quantity ? total : undefined
}

const totalOfHold = ({ unitPrice, quantity }: Pick<Hold, 'unitPrice' | 'quantity'>): Cents =>
  totalOf(parseUnitPrice(unitPrice)!, quantity) // the table allows positive prices only

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
