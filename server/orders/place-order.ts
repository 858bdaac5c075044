import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { centsToDollars, dollarsToCents, parseUnitPrice, totalOf, type Cents } from '#contract/money.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { commitTogether, requireAll } from '#database/commit-together.ts'
import type { Transaction } from '#database/connect.ts'
import { padForGenericPlan } from '#database/pad-for-generic-plan.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction, withCommit } from '#database/transaction.ts'
import { crashAfterStatements, crashPoint } from '../crash-point.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
import { orderPlacedLetter } from '../mail/letters.ts'
import { queueMails } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings/settings.ts'
import { findBuyer } from '../trust/find-buyer.ts'
import { countRefusal } from './count-refusal.ts'
import { findHold, findNamedHolds, type FoundHold, type HoldRow, type Wish } from './find-hold.ts'
import { takePieces } from './hold-pieces.ts'
import { presentOrder, presentPlaced, type PlacedRow } from './present-order.ts'

type Purchase = Wish & { settings: Settings }
type Held = Purchase & FoundHold & { totalCents: Cents }

/**
 * Turns the caller's hold into an order, exactly once: asking again answers with the same order.
 * Quantity, price, total, name, picture and buyer come from the database, phone and address from the form.
 * Without a live hold the pieces are taken now, at today's price, or nothing happens.
 * @throws ShopError TOTAL_CHANGED with the current figures when the buyer saw another total;
 *   STOCK_TOO_LOW; HOLD_GONE when nothing tells which part is meant, or the order was cancelled; TOO_MANY_UNPAID,
 *   CONFIRM_FIRST or PAY_FIRST; TOO_MANY_REQUESTS.
 */
export async function placeOrder(services: Pick<Services, 'db' | 'settings' | 'payments'>, request: FastifyRequest, caller: Caller, item: OrderItem): Promise<Order> {
  const { db, settings } = services
  const purchase = { settings, caller, item }
  const order = (await placeFromHold(db, purchase)) ?? (await placeFromStock(services, request, purchase))
  crashPoint('order: committed')
  return order
}

/** The order of the hold that is meant, made now or before; undefined when no hold fits any more. */
const placeFromHold = commitTogether<Purchase, Order | undefined>({
  alone: placeFound,
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

/** Takes the pieces and orders them in one transaction, or does neither. */
async function placeFromStock(
  { db, settings, payments: limits }: Pick<Services, 'db' | 'settings' | 'payments'>,
  request: FastifyRequest,
  purchase: Purchase,
): Promise<Order> {
  const { caller, item } = purchase
  const { userId } = caller
  const buyer = await findBuyer({ db, settings }, request, caller)
  try {
    return await transaction(db, async (tx) => {
      // The row stays locked: a request that came twice waits here, and then finds the order of the other one.
      const counted = countAttempt(tx, 'hold', userId)
      await counted
      const before = await placeFound(tx, purchase)
      if (before) return before
      const wanted = { partId: await findPartMeant(tx, item), buyer, quantity: item.orderQuantity, rest: 0, limits }
      const { holdId } = await takePieces(tx, wanted, counted)
      const order = await placeFound(tx, { ...purchase, item: { ...item, holdId: holdId! } }) // taken, so there is one
      return order!
    })
  } catch (error) {
    await countRefusal(db, userId, error)
    throw error
  }
}

async function placeFound(tx: Transaction, purchase: Purchase): Promise<Order | undefined> {
  const found = await findHold(tx, purchase)
  if (!found) return undefined
  if (found.hold.state === 'ordered') return orderOf(tx, found.hold)
  const [order] = await placeHeld(tx, [{ ...purchase, ...found, totalCents: requireTotal(found.hold, purchase.item) }])
  return order
}

/** Writes the orders of held pieces and their mails, together with the commit. */
async function placeHeld(tx: Transaction, several: Held[]): Promise<Order[]> {
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
    network: hold.network,
    payBy: hold.payWithinMinutes === null ? null : new Date(now.getTime() + hold.payWithinMinutes * 60_000),
  }))
  const placed = rows.map(presentPlaced)
  withCommit(tx, () => holdsOrdered(tx).execute({ ids: padForGenericPlan(rows.map(({ holdId }) => holdId)) }))
  await crashAfterStatements('order: begun', tx)
  withCommit(tx, () => insertOrders(tx, rows))
  withCommit(tx, () => queueMails(tx, placed.map((order, place) => orderPlacedLetter(several[place]!.settings, order))))
  return placed
}

const holdsOrdered = preparedOnce((db) =>
  db.update(holds).set({ state: 'ordered' }).where(sql`${holds.id} = any(${sql.placeholder('ids')})`).prepare('holds_ordered'),
)

async function insertOrders(tx: Transaction, rows: (PlacedRow & { holdId: string; userId: string; network: string | null })[]): Promise<void> {
  await tx
    .execute(sql`
    insert into ${orders} (
      id, hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents, placed_at,
      network, pay_by)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as placed (
      id uuid, "holdId" uuid, "userId" uuid, "partId" uuid, "partName" text, img text, email text, "displayName" text, phone text,
      address text, quantity bigint, "unitPrice" numeric, "totalCents" bigint, "placedAt" timestamptz, network text, "payBy" timestamptz)`)
    .execute() // sent at once: see `withCommit`
}

/** @throws ShopError HOLD_GONE when it was cancelled: whoever orders once more is to see what it costs today. */
async function orderOf(tx: Transaction, hold: HoldRow): Promise<Order> {
  const [row] = await tx.select().from(orders).where(eq(orders.holdId, hold.id))
  if (row!.cancelledAt) throw new ShopError('HOLD_GONE') // an ordered hold has its order
  return presentOrder(row!)
}

/** The total in cents, when the buyer saw the same. @throws ShopError TOTAL_CHANGED */
function requireTotal(hold: HoldRow, item: OrderItem): Cents {
  const seen = totalSeen(hold, item)
  if (seen !== undefined) return seen
  throw new ShopError('TOTAL_CHANGED', {
    current: { price: Number(hold.unitPrice), totalPrice: centsToDollars(totalOfHold(hold)), orderQuantity: hold.quantity },
  })
}

function totalSeen(hold: HoldRow, item: OrderItem): Cents | undefined {
  const total = totalOfHold(hold)
  return dollarsToCents(item.totalPrice) === total && item.orderQuantity === hold.quantity ? total : undefined
}

const totalOfHold = ({ unitPrice, quantity }: HoldRow): Cents => totalOf(parseUnitPrice(unitPrice)!, quantity) // the table allows positive prices only

/** The part on sale that an order without a hold is for. @throws ShopError HOLD_GONE for none, and for several of one name. */
async function findPartMeant(tx: Transaction, { partsId, name }: OrderItem): Promise<string> {
  const [part, another] = await tx
    .select({ id: parts.id })
    .from(parts)
    .where(and(partsId ? eq(parts.id, partsId) : eq(parts.name, name), isNull(parts.deletedAt)))
    .limit(2)
  if (!part || another) throw new ShopError('HOLD_GONE')
  return part.id
}
