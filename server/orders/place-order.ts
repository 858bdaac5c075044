import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { HOLD_MINUTES } from '#contract/basics/limits.ts'
import { centsToDollars, roundToCents, parseUnitPrice, toCents, totalOf, type Cents } from '#contract/basics/money.ts'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import type { Order, OrderItem } from '#contract/orders/orders.ts'
import { addressLines, trimmedShipTo } from '#contract/orders/ship-to.ts'
import { taxOf, type TaxDecision } from '#contract/payments/tax.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { preparedOnce, preparedSql } from '#database/prepared-once.ts'
import { dueCentsOf, holds, orders, taxedCentsOf } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { decideFreight, type FreightOfLine } from '../freight/decide-freight.ts'
import type { Caller } from '../platform/http/caller.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
import { orderPlacedMail } from '../mail/templates/orders.ts'
import { insertMails } from '../mail/queue-mail.ts'
import { limitsOf, requireChargeable } from '../payments/charge-limits.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { decideTaxes } from '../taxes/decide-taxes.ts'
import { placeOfAddress, textOfAddress } from '../taxes/place-of-address.ts'
import { findBuyer } from '../trust/find-buyer.ts'
import { lockBuyer } from '../trust/lock-buyer.ts'
import { takePieces } from './holds/hold-pieces.ts'
import { insertOrders, jsonOfOrders, rowsOfOrders } from './insert-orders.ts'
import { placedAs } from './placed-as.ts'
import { presentOrder, presentPlaced } from './lists/present-order.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'payments' | 'taxes'>
type Limits = Pick<Services, 'settings' | 'payments'>
type HoldRow = typeof holds.$inferSelect
/**
 * A hold with what an order takes from its part; `now` is the time when it was found, by the database's clock. `position` is
 * drawn for the order, so that its mail can name its number; one that is not used leaves a gap.
 */
type FoundHold = { hold: HoldRow; part: { id: string; name: string; img: string }; now: Date; position: number }
/** What a customer orders. `as` distinguishes a repeated request from another one for the same pieces. */
type Purchase = { caller: Caller; item: OrderItem; tax: TaxDecision | null; freight: FreightOfPart; as: string }
/** The freight of these pieces of a part; none of it in a shop without methods. */
type FreightOfPart = (FreightOfLine & { partId: string }) | undefined

/**
 * Turns the caller's hold into an order, exactly once: a repeated request gets the same order. A different request, such as one with
 * another reference, is another order, or is refused where it names a hold that was ordered.
 * Quantity, price, total, name, picture and buyer come from the database, phone and address from the form.
 * Without a live hold the pieces are taken now, at today's price, or nothing happens.
 * @throws ShopError TOTAL_CHANGED with the current figures when the buyer saw another total; STOCK_TOO_LOW; ORDERED_BEFORE with the
 *   order that its hold has become; HOLD_GONE when the request identifies no part, or the order was cancelled; TOO_MANY_UNPAID,
 *   CONFIRM_FIRST or PAY_FIRST; TOO_MANY_REQUESTS; INVALID_INPUT for an address that cannot be taxed, or more than a card can take, and as `decideFreight`.
 * @throws ProviderUnavailable while a service that calculates the tax is not reachable.
 */
export async function placeOrder(shop: Shop, request: FastifyRequest, caller: Caller, item: OrderItem): Promise<Order> {
  const { db, settings, payments } = shop
  const { offersFreight } = await applySettings(shop)
  const as = placedAs(item)
  let found: FoundHold | undefined
  let freight: FreightOfPart
  if (offersFreight) {
    found = await findHold(db, { caller, item, as })
    if (found?.hold.state === 'ordered') return orderOf(db, found.hold, { item, as })
    freight = await freightOfItem(shop, item, found?.part.id ?? (await findPartMeant(db, item)))
  }
  const purchase = { caller, item, tax: await taxOfItem(shop, caller, item, freight), freight, as }
  const held = await placeFromHold(db, shop, purchase, { found })
  if (held) return held
  const buyer = await findBuyer({ db, settings }, request, caller)
  await countAttempt(db, 'hold', caller.userId)
  const limits = limitsOf(payments, settings)
  return transaction(db, async (tx) => {
    await lockBuyer(tx, buyer)
    const take = async () => {
      const partId = await findPartMeant(tx, item)
      const { holdId } = await takePieces(tx, { partId, buyer, quantity: item.orderQuantity, rest: 0, limits })
      return holdId! // of what was taken
    }
    const placed = await placeFromHold(tx, shop, purchase, { take })
    return placed! // pieces were taken where there was no hold
  })
}

/**
 * The order of the matching hold, placed now or before. Where no hold matches, of pieces that are taken for it, or undefined. A hold that
 * is no longer live when it is to be ordered was ordered, released or expired concurrently: it is then looked up again.
 * @param found that was looked up before, so that no second number is drawn for the order.
 */
async function placeFromHold(
  db: Queryable,
  { settings, payments }: Limits,
  purchase: Purchase,
  { take, found: before }: { take?: () => Promise<string>; found?: FoundHold | undefined },
): Promise<Order | undefined> {
  let { item } = purchase
  let known = before
  for (;;) {
    const found = known ?? (await findHold(db, { ...purchase, item }))
    known = undefined
    if (!found) {
      if (!take) return undefined
      item = { ...item, holdId: await take() }
      continue
    }
    if (found.hold.state === 'ordered') return orderOf(db, found.hold, purchase)
    if (purchase.freight && purchase.freight.partId !== found.part.id) throw new ShopError('HOLD_GONE')
    const row = orderRow(purchase, found)
    if (row.tax ?? row.freight) requireChargeable('orderQuantity', dueCentsOf(row), limitsOf(payments, settings))
    const order = presentPlaced(row)
    const written = await orderHold(db, {
      holdId: row.holdId,
      rows: jsonOfOrders([row]),
      mails: JSON.stringify([orderPlacedMail(settings, order)]),
    })
    if (written.length > 0) return order
  }
}

/**
 * The caller's hold: the one named, else a live one for this part and quantity, else the one that
 * became an order within the last minutes (the same request sent twice).
 */
async function findHold(db: Queryable, { caller, item, as }: Pick<Purchase, 'caller' | 'item' | 'as'>): Promise<FoundHold | undefined> {
  if (item.holdId) {
    const [named] = await namedHold(db).execute({ userId: caller.userId, holdId: item.holdId })
    if (named) return named
  }
  const meant = and(
    eq(holds.userId, caller.userId),
    eq(holds.quantity, item.orderQuantity),
    item.partsId ? eq(parts.id, item.partsId) : eq(parts.name, item.name),
  )
  const [held] = await selectHold(db).where(and(meant, live)).orderBy(desc(holds.createdAt)).limit(1)
  if (held) return held

  // Another total, reference or address means another purchase, whose hold is gone; so do pieces held after that order.
  const totalCents = roundToCents(item.totalPrice)
  if (totalCents === undefined) return undefined
  const [ordered] = await selectHold(db)
    .innerJoin(orders, eq(orders.holdId, holds.id))
    .where(
      and(
        meant,
        // By the hold: the order may have been reduced since, which must not make the same request a second purchase.
        sql`round(${holds.unitPrice} * ${holds.quantity} * 100) = ${totalCents}::bigint`,
        eq(holds.state, 'ordered'),
        sql`coalesce(${orders.placedAs}, ${as}) = ${as}`,
        gt(orders.placedAt, minutesFromNow(-HOLD_MINUTES)),
        isNull(orders.cancelledAt),
        item.holdId ? not(heldAfterwards(caller.userId, item.holdId)) : undefined,
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(1)
  return ordered
}

/** Whether the named hold is younger than the order. */
const heldAfterwards = (userId: string, holdId: string) => sql`exists (
  select from ${holds} as named
  where named.id = ${holdId}::uuid and named.user_id = ${userId}::uuid and named.created_at > ${orders.placedAt})`

const live = and(eq(holds.state, 'held'), gt(holds.expiresAt, databaseNow))
const transactionTime = sql<Date>`now()`.mapWith(orders.placedAt)
const nextPosition = sql<number>`nextval('orders_position_seq')`.mapWith(orders.position)

const selectHold = (db: Queryable) =>
  db
    .select({ hold: holds, part: { id: parts.id, name: parts.name, img: parts.img }, now: transactionTime, position: nextPosition })
    .from(holds)
    .innerJoin(parts, eq(parts.id, holds.partId))

/** The named hold, live or already ordered. */
const namedHold = preparedOnce('named_hold', (db) =>
  selectHold(db).where(
    and(eq(holds.userId, sql.placeholder('userId')), eq(holds.id, sql.placeholder('holdId')), or(live, eq(holds.state, 'ordered'))),
  ),
)

/** An order of a hold has nothing of an offer or a quote. */
const NOT_OFFERED = {
  groupId: null,
  madePieces: 0,
  promised: null,
  leadDays: null,
  terms: '',
  note: '',
  wishedOn: null,
  isSample: false,
  release: null,
}

/** @throws ShopError TOTAL_CHANGED */
const orderRow = ({ caller, item, tax, freight, as }: Purchase, { hold, part, now, position }: FoundHold) => ({
  ...NOT_OFFERED,
  id: randomUUID(),
  position,
  holdId: hold.id,
  userId: caller.userId,
  partId: part.id,
  partName: part.name,
  img: part.img,
  email: caller.email,
  displayName: caller.displayName,
  phone: item.phone.trim(),
  address: item.shipTo ? addressLines(item.shipTo) : textOfAddress(item.address, item.country),
  reference: item.reference?.trim() || null,
  shipTo: item.shipTo ? trimmedShipTo(item.shipTo) : null,
  quantity: hold.quantity,
  unitPrice: hold.unitPrice,
  ...requireTotal(hold, item, tax, freight?.freightCents ?? toCents(0)),
  freight: freight?.freight ?? null,
  tax,
  placedAs: as,
  placedAt: now,
  network: hold.network,
  atOnce: hold.atOnce,
  payBy: hold.payWithinMinutes === null ? null : new Date(now.getTime() + hold.payWithinMinutes * 60_000),
})

/** One statement decides and does all of it: while the hold is live, marks it, writes the order and queues its mail. */
const orderHold = preparedSql(
  'order_hold',
  sql`
  with ordered as (
    update holds set state = 'ordered'
    where id = ${sql.placeholder('holdId')}::uuid and state = 'held' and expires_at > now()
    returning id
  ), placed as (
    ${insertOrders(rowsOfOrders(sql`${sql.placeholder('rows')}`), sql`exists (select from ordered)`)}
  ), queued as (
    ${insertMails(sql`${sql.placeholder('mails')}`, sql`exists (select from ordered)`)}
  )
  select id from ordered`,
)

/**
 * @throws ShopError HOLD_GONE when it was cancelled: a new order needs today's price; ORDERED_BEFORE when the request differs from
 *   the one that placed it.
 */
async function orderOf(db: Queryable, hold: HoldRow, { item, as }: Pick<Purchase, 'item' | 'as'>): Promise<Order> {
  const [row] = await db.select().from(orders).where(eq(orders.holdId, hold.id))
  const order = presentOrder(row!) // an ordered hold has its order
  if (order.cancelled) throw new ShopError('HOLD_GONE')
  const isSame = item.orderQuantity === hold.quantity && roundToCents(item.totalPrice) === totalOfHold(hold)
  if (isSame && (row!.placedAs ?? as) === as) return order
  throw orderedBefore(order)
}

const orderedBefore = ({ _id, number, groupId }: Order) =>
  new ShopError('ORDERED_BEFORE', { message: orderChangeMessages.orderedBefore(number), ordered: { orderId: _id, number, groupId } })

const totalOfHold = ({ unitPrice, quantity }: HoldRow): Cents => totalOf(parseUnitPrice(unitPrice)!, quantity) // the table allows positive prices only

/** What is due, when the buyer saw the same total, and the same amount due if they saw one. @throws ShopError TOTAL_CHANGED */
function requireTotal(
  hold: HoldRow,
  item: OrderItem,
  tax: TaxDecision | null,
  freightCents: Cents,
): Record<'totalCents' | 'freightCents' | 'taxCents', Cents> {
  const { unitPrice, quantity } = hold
  const totalCents = totalOfHold(hold)
  const taxCents = tax ? taxOf(taxedCentsOf({ totalCents, freightCents }), tax) : toCents(0)
  const dueCents = dueCentsOf({ totalCents, freightCents, taxCents })
  const isDue = item.amountDue === undefined || roundToCents(item.amountDue) === dueCents
  if (roundToCents(item.totalPrice) === totalCents && item.orderQuantity === quantity && isDue)
    return { totalCents, freightCents, taxCents }
  throw new ShopError('TOTAL_CHANGED', {
    current: {
      price: Number(unitPrice),
      totalPrice: centsToDollars(totalCents),
      orderQuantity: quantity,
      ...((tax ?? (freightCents > 0 || item.amountDue !== undefined)) && { amountDue: centsToDollars(dueCents) }),
    },
  })
}

/** Decided before the order, for the total that the buyer saw; another total is refused. */
async function taxOfItem(shop: Shop, { userId }: Caller, item: OrderItem, freight: FreightOfPart): Promise<TaxDecision | null> {
  const netCents = toCents((roundToCents(item.totalPrice) ?? 0) + (freight?.freightCents ?? 0))
  const [decision] = await decideTaxes(shop, { userId }, [{ netCents, to: placeOfAddress(item) }], {
    field: 'orderItem.address',
    countryField: 'orderItem.country',
  })
  return decision ?? null
}

/** Decided before the order, for the part, the pieces and the total that the buyer saw; others are refused. */
async function freightOfItem(shop: Shop, item: OrderItem, partId: string): Promise<FreightOfPart> {
  const lines = [{ partId, pieces: item.orderQuantity, totalCents: roundToCents(item.totalPrice) ?? toCents(0) }]
  const fields = { field: 'orderItem.freight', countryField: 'orderItem.country' }
  const [decided] = await decideFreight(shop, [{ to: placeOfAddress(item), lines, wanted: item.freight, ...fields }])
  return decided?.[0] && { ...decided[0], partId }
}

/** The part on sale that an order without a hold is for. @throws ShopError HOLD_GONE for none, and for several of one name. */
async function findPartMeant(db: Queryable, { partsId, name }: OrderItem): Promise<string> {
  const [part, another] = await db
    .select({ id: parts.id })
    .from(parts)
    .where(and(partsId ? eq(parts.id, partsId) : eq(parts.name, name), isNull(parts.deletedAt)))
    .limit(2)
  if (!part || another) throw new ShopError('HOLD_GONE')
  return part.id
}
