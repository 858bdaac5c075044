import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { dayText } from '#contract/basics/day-text.ts'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import { takesPieces } from '#contract/orders/order-states.ts'
import { sampleMessages } from '#contract/parts/samples.ts'
import { type Cents, centsToDollars, roundToCents, toCents } from '#contract/basics/money.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { OrderGroup, QuoteOrder } from '#contract/quotes/quotes.ts'
import { shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { awaitedSlices, lastDay, promiseOf, withoutSlices, type Promisable, type Slice } from '#contract/promises/promise.ts'
import { addressLines, trimmedShipTo, type ShipTo } from '#contract/orders/ship-to.ts'
import { freightMessages, type OrderFreight, type WantedFreight } from '#contract/freight/freight.ts'
import type { TaxDecision } from '#contract/payments/tax.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { wishedDayProblem } from '#contract/orders/wished-day.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { SQL_STATE, sqlState } from '#database/sql-state.ts'
import { holds, orderGroups, orders } from '#database/tables/orders.ts'
import { quoteLines, quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { decideFreight, shareOfferedFreight, type FreightOfLine, type WantedConsignment } from '../freight/decide-freight.ts'
import type { Consignment } from '../freight/find-choices.ts'
import { placeKey } from '../freight/place-key.ts'
import type { Caller } from '../platform/http/caller.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
import { requireLiveBuyer } from '../identity/require-live-buyer.ts'
import { groupPlacedMail } from '../mail/templates/orders.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { goodsCentsOf, readGroupBill, type Bill } from './bill.ts'
import { limitsOf, requireChargeable, requirePayableAtOnce, type ChargeLimits } from '../payments/charge-limits.ts'
import { findSupply } from '../promises/find-supply.ts'
import { reservePieces } from '../promises/reserve-pieces.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { decideTaxes } from '../taxes/decide-taxes.ts'
import { placeOfAddress, textOfAddress } from '../taxes/place-of-address.ts'
import type { Destination } from '../taxes/tax-services.ts'
import { findBuyer, type Buyer } from '../trust/find-buyer.ts'
import { lockBuyer } from '../trust/lock-buyer.ts'
import { requireUnpaidLimit, type TimeToPay } from '../trust/require-unpaid-limit.ts'
import { presentGroup } from './lists/find-group.ts'
import { insertOrders, jsonOfOrders, rowsOfOrders } from './insert-orders.ts'
import { placedAs } from './placed-as.ts'
import { samplesLeft } from '../parts/samples-left.ts'

/** `now` is the time at which it was locked, by the database's clock. */
type Quote = { id: string; number: string; version: number; note: string; now: Date }
/** What is decided of a line by where it goes. */
type DecidedLine = Partial<FreightOfLine> & { row: number; tax: TaxDecision | null }
type Line = Omit<typeof quoteLines.$inferSelect, 'quoteId' | 'version'>
/** `made`: pieces that are not in stock and are made or awaited for the order; `slices`: when those leave that the shop promises by itself. */
type StockedLine = Line & { made: number; slices: readonly Slice[]; wishedOn: CalendarDay | null; img: string }
/** Whether an admin has offered it, with which terms, and whether its orders are samples. */
type Offered = { isOffer: boolean; terms: string; isSample: boolean }

/** Further checks and writes in the transaction that places the orders; not called for a group that was placed before. */
type AlsoKeep = (tx: Transaction, placed: OrderGroup) => Promise<void>

/**
 * `notes`: what the buyer says about each line, in their order, beside the note of the quote; empty ones are nothing. `wished`: the wished
 * day of each line, in their order, where it differs from that of the request.
 */
type Further = {
  notes?: readonly string[]
  wished?: readonly (CalendarDay | null)[]
  /** Nobody is there who could press again: days are told with the orders. */
  takesLaterDays?: boolean
  alsoKeep?: AlsoKeep | undefined
}

/**
 * Orders every line of the caller's quote at its prices, one order for each line, or none: all pieces are taken in one transaction,
 * except those that the shop has offered to make, and those that it promises of expected deliveries or makes on demand. A version is ordered once; a repeated request returns the same group. Refused lines
 * are named as `lines.ROW`, rows counting from 1.
 * @throws ShopError NOT_FOUND for an unknown or deleted quote or another customer's; QUOTE_CHANGED when the version is neither
 *   the newest nor an offer; QUOTE_ORDERED when it was ordered with another address, phone or reference; QUOTE_WITHDRAWN with the shop's reason;
 *   QUOTE_EXPIRED; QUOTE_NOT_ORDERABLE with the lines without a part on sale, or with more samples than are left;
 *   TOTAL_CHANGED with the quote's total when the buyer saw another; DAY_CHANGED with the last day when pieces leave later than the buyer saw; INVALID_INPUT when one card payment cannot take the
 *   sum, at `wishedOn`, and as `decideFreight`; STOCK_TOO_LOW with the lines that exceed the stock and what is promised beyond it;
 *   TOO_MANY_UNPAID, CONFIRM_FIRST or PAY_FIRST beyond what the caller may set aside, with the lines that are too large a share of a
 *   part; TOO_MANY_REQUESTS.
 */
export async function orderQuote(
  services: Services,
  { ip }: Pick<FastifyRequest, 'ip'>,
  caller: Caller,
  quoteId: string,
  request: QuoteOrder,
  further: Further = {},
): Promise<OrderGroup> {
  const { db } = services
  const before = await orderedBefore(db, caller, quoteId, request)
  if (before) return before
  await requireWishedDay(services, request)
  const buyer = await findBuyer(services, { ip }, caller)
  const decided = await decideLines(services, caller, quoteId, request)
  await countAttempt(db, 'hold', caller.userId)
  try {
    return await transaction(db, (tx) => placeGroup(tx, services, buyer, caller, quoteId, request, decided, further))
  } catch (error) {
    // A concurrent request that has waited too long for the lock returns the group of the first one.
    const meanwhile = sqlState(error) === SQL_STATE.lockNotAvailable && (await orderedBefore(db, caller, quoteId, request))
    if (meanwhile) return meanwhile
    throw error
  }
}

/** @throws ShopError INVALID_INPUT at `wishedOn` for a day that cannot be wished for. */
async function requireWishedDay(services: Services, { wishedOn }: QuoteOrder): Promise<void> {
  if (wishedOn === undefined) return
  await applySettings(services)
  const problem = wishedDayProblem(wishedOn, shopCalendar(services.settings.shop.holidays))
  if (problem !== undefined) throw invalidField('wishedOn', problem)
}

async function placeGroup(
  tx: Transaction,
  { settings, payments }: Services,
  buyer: Buyer,
  caller: Caller,
  quoteId: string,
  request: QuoteOrder,
  decided: DecidedLine[],
  { notes = [], wished = [], takesLaterDays = false, alsoKeep }: Further,
): Promise<OrderGroup> {
  await lockBuyer(tx, buyer)
  await requireLiveBuyer(tx, caller)
  const { deletedAt, isCurrent, ...quote } = await lockQuote(tx, caller, quoteId, request.version)
  const before = await orderedBefore(tx, caller, quoteId, request)
  if (before) return before
  if (deletedAt) throw new ShopError('NOT_FOUND')
  if (!isCurrent) throw new ShopError('QUOTE_CHANGED')

  const { totalCents, ...offered } = await requireValid(tx, quote)
  const lines = await readLines(tx, quote)
  requireAllMatched(lines)
  if (roundToCents(request.total) !== totalCents) {
    throw new ShopError('TOTAL_CHANGED', { currentTotal: centsToDollars(totalCents) })
  }
  requireChargeable('total', totalCents, limitsOf(payments, settings))
  const calendar = shopCalendar(settings.shop.holidays)
  const wishes = lines.map((_, index) => wished[index] ?? request.wishedOn ?? null)
  const stocked = await requireStock(tx, quote, lines, { ...offered, wishes, calendar })
  if (!takesLaterDays) requireDays(stocked, request, calendar)
  if (offered.isSample && !offered.isOffer) await requireSamplesLeft(tx, caller.userId, lines)
  // What an admin has offered to a buyer was agreed: it is not measured, and does not count for others.
  const counted = offered.isOffer ? { ...buyer, network: null } : buyer
  const groupId = await placeOrders(tx, counted, caller, quote, request, { lines: stocked, ...offered, decided, notes })
  const beyondStock = new Set(stocked.filter(({ made }) => made > 0).map(({ partId }) => partId))
  const taken = stocked.map(({ row, partId, quantity, made }) => ({
    partId: partId!, // all are matched
    quantity: quantity! - made,
    field: `lines.${row}`,
    isBeyondStock: beyondStock.has(partId),
  }))
  const time = offered.isOffer ? undefined : await requireUnpaidLimit(tx, buyer, taken)
  if (time?.atOnce) {
    const freightCents = decided.reduce((sum, line) => sum + (line.freightCents ?? 0), 0)
    requirePayableAtOnce(toCents(totalCents + freightCents), limitsOf(payments, settings))
    await markAtOnce(tx, groupId, time)
  }
  const bill = (await readGroupBill(tx, groupId))! // it was just placed
  requireDue(bill, request, limitsOf(payments, settings))
  const placed = presentGroup(bill, quote.number)
  await alsoKeep?.(tx, placed)
  await queueMail(tx, groupPlacedMail(settings, placed))
  return placed
}

async function markAtOnce(tx: Transaction, groupId: string, { payWithinMinutes }: TimeToPay): Promise<void> {
  const placed = await tx
    .update(orders)
    .set({ atOnce: true, payBy: minutesFromNow(payWithinMinutes) })
    .where(eq(orders.groupId, groupId))
    .returning({ holdId: orders.holdId })
  await tx
    .update(holds)
    .set({ atOnce: true })
    .where(
      inArray(
        holds.id,
        placed.map(({ holdId }) => holdId),
      ),
    )
}

/**
 * Locked, so that its lines cannot change and it cannot be withdrawn. `isCurrent`: the version is the newest one or an offer, which holds
 * until its own end.
 */
async function lockQuote(tx: Transaction, caller: Caller, quoteId: string, version: number) {
  const [quote] = await tx
    .select({
      id: quotes.id,
      number: quotes.number,
      version: sql<number>`${version}::int`,
      note: quotes.note,
      now: databaseNow.mapWith(orders.placedAt),
      deletedAt: quotes.deletedAt,
      isCurrent: sql<boolean>`${quotes.version} = ${version}::int or ${quoteVersions.offeredBy} is not null`,
    })
    .from(quotes)
    .leftJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, version)))
    .where(and(eq(quotes.id, quoteId), eq(quotes.userId, caller.userId)))
    .for('update', { of: quotes })
  if (!quote) throw new ShopError('NOT_FOUND')
  return quote
}

/**
 * The group of orders of this version, also if the quote was changed or deleted since.
 * @throws ShopError QUOTE_NOT_ORDERABLE when all of its orders were cancelled; QUOTE_ORDERED when the request differs from the one that
 *   placed them.
 */
async function orderedBefore(db: Queryable, { userId }: Caller, quoteId: string, request: QuoteOrder): Promise<OrderGroup | undefined> {
  const { version } = request
  const [group] = await db
    .select({ id: orderGroups.id, quoteNumber: quotes.number })
    .from(orderGroups)
    .innerJoin(quotes, eq(quotes.id, orderGroups.quoteId))
    .where(and(eq(orderGroups.quoteId, quoteId), eq(orderGroups.quoteVersion, version), eq(orderGroups.userId, userId)))
  if (!group) return undefined
  const bill = (await readGroupBill(db, group.id))! // a group is written together with its orders
  if (!takesPieces(bill.state)) throw notOrderable([{ field: 'version', message: messages.quoteOrderedBefore }])
  const { id: orderId, position, placedAs: before } = bill.orders[0]!
  if ((before ?? placedAs(request)) === placedAs(request)) return presentGroup(bill, group.quoteNumber)
  const number = orderNumber(position)
  throw new ShopError('QUOTE_ORDERED', {
    message: orderChangeMessages.quoteOrderedOtherwise(number),
    ordered: { orderId, number, groupId: group.id },
  })
}

const notOrderable = (fields: { field: string; message: string }[]) => new ShopError('QUOTE_NOT_ORDERABLE', { fields })
const lineField = ({ row }: Pick<Line, 'row'>, message: string) => ({ field: `lines.${row}`, message })

/** The total of the version in cents, and what it is. @throws ShopError when it was withdrawn, or has expired by the database's clock. */
async function requireValid(tx: Transaction, { id, version }: Quote): Promise<Offered & { totalCents: Cents }> {
  const [priced] = await tx
    .select({
      totalCents: quoteVersions.totalCents,
      isValid: sql<boolean>`${quoteVersions.validUntil} > now()`,
      withdrawnFor: quoteVoidings.reason,
      isOffer: sql<boolean>`${quoteVersions.offeredBy} is not null`,
      terms: quoteVersions.terms,
      isSample: quoteVersions.isSample,
    })
    .from(quoteVersions)
    .leftJoin(quoteVoidings, eq(quoteVoidings.id, quoteVersions.voidingId))
    .where(and(eq(quoteVersions.quoteId, id), eq(quoteVersions.version, version)))
  if (priced && priced.withdrawnFor !== null) {
    throw new ShopError('QUOTE_WITHDRAWN', { fields: [{ field: 'version', message: messages.quoteWithdrawnFor(priced.withdrawnFor) }] })
  }
  if (!priced?.isValid) throw new ShopError('QUOTE_EXPIRED')
  return { ...priced, totalCents: toCents(priced.totalCents) }
}

/** @throws ShopError QUOTE_NOT_ORDERABLE when there are none, or more than are ordered together. */
async function readLines(tx: Transaction, { id, version }: Quote): Promise<Line[]> {
  const lines = await tx
    .select()
    .from(quoteLines)
    .where(and(eq(quoteLines.quoteId, id), eq(quoteLines.version, version)))
    .orderBy(quoteLines.row)
    .limit(MAXIMUM_ORDERED_LINES + 1)
  if (lines.length === 0) throw new ShopError('QUOTE_NOT_ORDERABLE')
  if (lines.length <= MAXIMUM_ORDERED_LINES) return lines
  throw notOrderable([{ field: 'lines', message: messages.quoteTooManyOrders(MAXIMUM_ORDERED_LINES) }])
}

function requireAllMatched(lines: Line[]): void {
  const open = lines.filter(({ status }) => status !== 'matched')
  if (open.length > 0) throw notOrderable(open.map((line) => lineField(line, messages.quoteLineOpen)))
}

/**
 * Under the lock of the buyer, so that two orders at once are counted one after the other.
 * @throws ShopError QUOTE_NOT_ORDERABLE with the lines that ask for more samples than are left to the buyer.
 */
async function requireSamplesLeft(tx: Transaction, userId: string, lines: Line[]): Promise<void> {
  for (const line of lines) {
    const left = (await samplesLeft(tx, userId, line.partId!))?.pieces ?? 0 // all are matched
    if (line.quantity! > left) throw notOrderable([lineField(line, sampleMessages.left(left))])
  }
}

const linesOf = ({ id, version }: Quote) => sql`quote_id = ${id}::uuid and version = ${version}::int`

/**
 * Locks the parts of all lines and requires that enough pieces of each are left, or are promised beyond the stock; two lines of the same part
 * add up. Pieces that are missing are made, of parts that were offered made to order.
 */
async function requireStock(
  tx: Transaction,
  quote: Quote,
  lines: Line[],
  { isOffer, wishes, calendar }: { isOffer: boolean; wishes: readonly (CalendarDay | null)[]; calendar: ShopCalendar },
): Promise<StockedLine[]> {
  // In the order of their ids, as in every transaction; otherwise two could deadlock.
  const { rows } = await tx.execute<{ id: string; img: string; available: string; is_on_sale: boolean; promises: boolean }>(sql`
    select id, img, available, deleted_at is null as is_on_sale, made_monthly is not null as promises from parts
    where id in (select part_id from quote_lines where ${linesOf(quote)})
    order by id for no key update`)
  const partOf = new Map(rows.map((part) => [part.id, { img: part.img, available: Number(part.available), isOnSale: part.is_on_sale }]))
  const discontinued = lines.filter(({ partId }) => !partOf.get(partId!)?.isOnSale)
  if (discontinued.length > 0) throw notOrderable(discontinued.map((line) => lineField(line, messages.partNoLongerSold)))

  const wanted = new Map<string, number>()
  for (const { partId, quantity } of lines) wanted.set(partId!, (wanted.get(partId!) ?? 0) + quantity!)
  const isShort = ({ partId }: Line) => wanted.get(partId!)! > partOf.get(partId!)!.available
  const promising = rows.filter(({ promises }) => promises && !isOffer).map(({ id }) => id)
  const beyond = lines.some((line) => isShort(line) && promising.includes(line.partId!)) ? await findSupply(tx, promising) : new Map()
  const short = lines.filter((line) => !line.madeToOrder && isShort(line) && !beyond.has(line.partId!))
  const fields = short.map((line) => lineField(line, messages.piecesLeft(partOf.get(line.partId!)!.available)))
  const stocked = lines.map((line, index) => {
    const wishedOn = wishes[index]!
    const part = partOf.get(line.partId!)!
    const made = Math.max(line.quantity! - part.available, 0)
    const { slices, missing } = takeBeyond(beyond, line, wishedOn, calendar)
    if (missing > 0) fields.push(lineField(line, messages.piecesLeft(line.quantity! - missing)))
    part.available -= line.quantity! - made
    return { ...line, made, slices, wishedOn, img: part.img }
  })
  if (fields.length > 0) throw new ShopError('STOCK_TOO_LOW', { fields })
  return stocked
}

/** What is promised of a line, which the lines below it cannot have. */
function takeBeyond(beyond: Map<string, Promisable>, { partId, quantity }: Line, wishedOn: CalendarDay | null, calendar: ShopCalendar) {
  const supply = beyond.get(partId!)
  if (!supply) return { slices: [], missing: 0 }
  const promise = promiseOf(supply, quantity!, wishedOn, calendar)
  beyond.set(partId!, withoutSlices(supply, promise.slices))
  return promise
}

/**
 * Pieces beyond the stock leave no later than the buyer saw; where they did not say what they saw, within the working days of the line.
 * @throws ShopError DAY_CHANGED with the last day, and the lines whose day is later.
 */
function requireDays(lines: StockedLine[], { shipBy }: QuoteOrder, calendar: ShopCalendar): void {
  const promised = lines.filter(({ made, slices }) => made > 0 && slices.length > 0)
  const saw = ({ leadDays }: StockedLine) => shipBy ?? shipDay(leadDays!, calendar)
  // A later day that the buyer wishes for is no surprise.
  const asWished = ({ wishedOn }: StockedLine) => (wishedOn === null ? '' : shipDay(0, { ...calendar, today: wishedOn }))
  const later = promised.filter((line) => lastDay(line.slices)! > saw(line) && lastDay(line.slices)! > asWished(line))
  if (later.length === 0) return
  throw new ShopError('DAY_CHANGED', {
    fields: later.map((line) => lineField(line, messages.leavesLater(dayText(lastDay(line.slices)!)))),
    currentShipBy: lastDay(promised.flatMap(({ slices }) => slices))!,
  })
}

/**
 * Freight and tax of each line, by its address; none where the shop charges none. Decided before the transaction, since an external service
 * may calculate the tax: the lines of a version never change.
 */
async function decideLines(services: Services, { userId }: Caller, quoteId: string, request: QuoteOrder): Promise<DecidedLine[]> {
  const { offersFreight } = await applySettings(services)
  const { db } = services
  const lines = await db
    .select({
      row: quoteLines.row,
      partId: quoteLines.partId,
      pieces: quoteLines.quantity,
      totalCents: quoteLines.totalCents,
      freight: quoteVersions.freight,
      freightCents: quoteVersions.freightCents,
      offeredBy: quoteVersions.offeredBy,
    })
    .from(quoteLines)
    .innerJoin(quotes, eq(quotes.id, quoteLines.quoteId))
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quoteLines.quoteId), eq(quoteVersions.version, quoteLines.version)))
    .where(and(eq(quoteLines.quoteId, quoteId), eq(quoteLines.version, request.version), eq(quotes.userId, userId)))
    .orderBy(quoteLines.row)
    .limit(MAXIMUM_ORDERED_LINES)
  const usual = placeOfAddress(request)
  const elsewhere = new Map(request.lines?.map((line) => [line.row, line]))
  // Lines without a part are refused in the transaction.
  const sent = lines.flatMap(({ row, partId, pieces, totalCents, freight, freightCents }) => {
    if (partId === null || pieces === null || totalCents === null) return []
    const { shipTo, freight: wanted } = elsewhere.get(row) ?? {}
    const offered = freight && freightCents !== null ? { freight, freightCents } : undefined
    return [
      { row, partId, pieces, totalCents: toCents(totalCents), to: shipTo ?? usual, isElsewhere: shipTo !== undefined, wanted, offered },
    ]
  })
  // An offer says all that it costs: one that names no freight has none.
  const isFreightOpen = offersFreight && lines.every(({ offeredBy }) => offeredBy === null)
  const freights = await freightOfLines(services, sent, request, isFreightOpen)
  const amounts = sent.map(({ row, totalCents, to }) => ({ netCents: toCents(totalCents + (freights.get(row)?.freightCents ?? 0)), to }))
  const decisions = await decideTaxes(services, { userId }, amounts, { countryField: 'country' })
  return sent.map(({ row }, index) => ({ row, tax: decisions[index] ?? null, ...freights.get(row) }))
}

type SentLine = Consignment['lines'][number] & {
  row: number
  to: Destination | undefined
  isElsewhere: boolean
  wanted: WantedFreight | undefined
  offered: { freight: OrderFreight; freightCents: number } | undefined
}

/**
 * Goods that go to one address are one consignment. The freight of an offer is that of all its lines.
 * @param isOpen nobody has said the freight yet, and the shop has methods.
 * @throws ShopError INVALID_INPUT at `lines` for an offer with freight whose lines go to several addresses, and as `decideFreight`.
 */
async function freightOfLines(
  shop: Services,
  lines: SentLine[],
  { freight }: QuoteOrder,
  isOpen: boolean,
): Promise<Map<number, FreightOfLine>> {
  const together = [...Map.groupBy(lines, ({ to }) => placeKey(to)).values()]
  const offered = lines[0]?.offered
  if (offered) {
    if (together.length > 1) throw invalidField('lines', freightMessages.offeredToOne)
    const shares = await shareOfferedFreight(shop.db, offered, lines)
    return new Map(lines.map(({ row }, index) => [row, shares[index]!])) // a share for each line
  }
  if (!isOpen) return new Map()
  const consignments = together.map((sent) => wantedOf(sent, freight))
  const shares = await decideFreight(shop, consignments)
  return new Map(together.flatMap((sent, index) => sent.flatMap(({ row }, at) => (shares[index]![at] ? [[row, shares[index]![at]]] : []))))
}

/** @throws ShopError INVALID_INPUT for two choices for one address. */
function wantedOf(lines: SentLine[], usual: WantedFreight | undefined): WantedConsignment {
  const { row, to } = lines[0]! // a group has lines
  const hasUsual = lines.some(({ isElsewhere }) => !isElsewhere)
  const field = hasUsual ? 'freight' : `lines.${row}.freight`
  const choices = [...(hasUsual && usual ? [usual] : []), ...lines.flatMap(({ wanted }) => wanted ?? [])]
  if (new Set(choices.map((choice) => JSON.stringify(choice))).size > 1) throw invalidField(field, freightMessages.oneOfAddress)
  return { to, lines, wanted: choices[0], field, countryField: 'country' }
}

/** @throws ShopError TOTAL_CHANGED when the buyer saw another amount due; INVALID_INPUT when one card payment cannot take it. */
function requireDue(bill: Bill, { amountDue }: QuoteOrder, payments: ChargeLimits): void {
  const dueCents = toCents(bill.totalCents)
  requireChargeable('total', dueCents, payments)
  if (amountDue === undefined || roundToCents(amountDue) === dueCents) return
  throw new ShopError('TOTAL_CHANGED', { currentTotal: centsToDollars(goodsCentsOf(bill)), currentDue: centsToDollars(dueCents) })
}

const destinationOf = (shipTo: ShipTo) => ({ address: addressLines(shipTo), shipTo: trimmedShipTo(shipTo) })

type Ordered = Offered & {
  lines: StockedLine[]
  decided: DecidedLine[]
  notes: readonly string[]
}

/**
 * Takes the pieces that are not made to order out of stock and writes the group, its holds (already ordered), their rows of the
 * ledger, and the orders, in the order of the quote's lines. Returns the id of the group.
 */
async function placeOrders(
  tx: Transaction,
  { network, trust }: Buyer,
  { userId, email, displayName }: Caller,
  quote: Quote,
  request: QuoteOrder,
  { lines, isOffer, terms, isSample, decided, notes }: Ordered,
): Promise<string> {
  const { phone, address, country, reference, shipTo } = request
  const usual = shipTo ? destinationOf(shipTo) : { address: textOfAddress(address, country), shipTo: null }
  const elsewhere = new Map(request.lines?.map((line) => [line.row, destinationOf(line.shipTo)]))
  const decidedOf = new Map(decided.map((line) => [line.row, line]))
  const groupId = randomUUID()
  const placed = lines.map((line, index) => ({
    ...(elsewhere.get(line.row) ?? usual),
    id: randomUUID(),
    position: null,
    holdId: randomUUID(),
    groupId,
    userId,
    partId: line.partId!, // a matched line has all of these
    partName: line.partName!,
    img: line.img,
    email,
    displayName,
    phone: phone.trim(),
    quantity: line.quantity!,
    unitPrice: line.unitPrice!,
    totalCents: line.totalCents!,
    placedAt: quote.now,
    network,
    payBy: new Date(quote.now.getTime() + trust.allows.unpaidMinutes * 60_000),
    atOnce: false,
    reference: reference?.trim() || null,
    tax: decidedOf.get(line.row)?.tax ?? null,
    placedAs: placedAs(request),
    madePieces: line.made,
    promised: awaitedSlices(line.slices),
    leadDays: isOffer ? line.leadDays : null,
    terms: isOffer ? terms : '',
    freightCents: decidedOf.get(line.row)?.freightCents ?? 0,
    freight: decidedOf.get(line.row)?.freight ?? null,
    note: [quote.note, notes[index]].filter(Boolean).join('\n'),
    wishedOn: line.wishedOn,
    isSample,
  }))
  await tx.execute(sql`
    with placed as (
      select * from ${rowsOfOrders(sql`${jsonOfOrders(placed)}`)}
    ), taken as (
      update parts set available = available - wanted.pieces
      from (select part_id, sum(quantity - made_pieces) as pieces from placed group by part_id) as wanted
      where parts.id = wanted.part_id
    ), placed_group as (
      insert into order_groups (id, user_id, quote_id, quote_version) values (${groupId}::uuid, ${userId}::uuid, ${quote.id}::uuid, ${quote.version}::int)
    ), held as (
      insert into holds (id, user_id, part_id, quantity, unit_price, state, expires_at, network)
      select hold_id, user_id, part_id, quantity, unit_price, 'ordered', now(), network from placed
    ), moved as (
      insert into stock_moves (part_id, delta, kind, ref)
      select part_id, made_pieces - quantity, 'hold', hold_id from placed where made_pieces < quantity
    )
    ${insertOrders(sql`placed`, sql`true`)}`)
  await reservePieces(
    tx,
    placed.map(({ id: orderId, partId }, index) => ({ orderId, partId, slices: lines[index]!.slices })),
  )
  return groupId
}
