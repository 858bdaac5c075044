import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import { takesPieces } from '#contract/orders/order-states.ts'
import { type Cents, centsToDollars, roundToCents, toCents } from '#contract/basics/money.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { OrderGroup, QuoteOrder } from '#contract/quotes/quotes.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { wishedDayProblem } from '#contract/orders/wished-day.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { SQL_STATE, sqlState } from '#database/sql-state.ts'
import { orderGroups, orders } from '#database/tables/orders.ts'
import { quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
import { requireLiveBuyer } from '../identity/require-live-buyer.ts'
import { groupPlacedMail } from '../mail/templates/orders.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { goodsCentsOf, readGroupBill, type Bill } from './bill.ts'
import { limitsOf, requireChargeable, requirePayableAtOnce, type ChargeLimits } from '../payments/charge-limits.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { findBuyer, type Buyer } from '../trust/find-buyer.ts'
import { lockBuyer } from '../trust/lock-buyer.ts'
import { requireUnpaidLimit } from '../trust/require-unpaid-limit.ts'
import { presentGroup } from './lists/find-group.ts'
import { placedAs } from './placed-as.ts'
import { decideQuoteLines, readQuoteLines, type DecidedLine, type ReadLine, type StatedFreight } from './decide-quote-lines.ts'
import { insertQuoteOrders, markAtOnce, type Offered } from './insert-quote-orders.ts'
import {
  lineField,
  notOrderable,
  requireDays,
  requireSamplesLeft,
  requireQuoteStock,
  type Line,
  type Quote,
} from './require-quote-stock.ts'

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
  /** The freight that a purchase order contains; no other one is charged. */
  freight?: StatedFreight | undefined
  alsoKeep?: AlsoKeep | undefined
}

/**
 * Orders every line of the caller's quote at its prices, one order for each line or each of its releases, or none: all pieces are taken in one transaction,
 * except those that the shop has offered to make, and those that it promises of expected deliveries or makes on demand. A version is ordered once; a repeated request returns the same group. Refused lines
 * are named as `lines.ROW`, rows counting from 1.
 * @throws ShopError NOT_FOUND for an unknown or deleted quote or another customer's; QUOTE_CHANGED when the version is neither
 *   the newest nor an offer; QUOTE_ORDERED when it was ordered with another address, phone or reference; QUOTE_WITHDRAWN with the shop's reason;
 *   QUOTE_EXPIRED; QUOTE_NOT_ORDERABLE with the lines without a part on sale, or with more samples than are left;
 *   TOTAL_CHANGED with the quote's total when the buyer saw another; DAY_CHANGED with the last day when pieces leave later than the buyer saw; INVALID_INPUT when one card payment cannot take the
 *   sum, at `wishedOn`, and as `decideFreight`; ORDER_DIFFERS for freight that is stated otherwise; STOCK_TOO_LOW with the lines that exceed the stock and what is promised beyond it;
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
  const lines = await readQuoteLines(db, caller, quoteId, request.version)
  const decided = await decideQuoteLines(services, caller, lines, request, further.freight)
  await countAttempt(db, 'hold', caller.userId)
  try {
    return await transaction(db, (tx) => placeGroup(tx, services, buyer, caller, quoteId, request, { lines, decided }, further))
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
  { lines, decided }: { lines: ReadLine[]; decided: DecidedLine[] },
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
  requireOrderable(lines)
  if (roundToCents(request.total) !== totalCents) {
    throw new ShopError('TOTAL_CHANGED', { currentTotal: centsToDollars(totalCents) })
  }
  requireChargeable('total', totalCents, limitsOf(payments, settings))
  const calendar = shopCalendar(settings.shop.holidays)
  const wishes = lines.map(({ row, releasedOn }) => releasedOn ?? wished[row - 1] ?? request.wishedOn ?? null)
  const stocked = await requireQuoteStock(tx, quote, lines, { ...offered, wishes, calendar })
  if (!takesLaterDays) requireDays(stocked, request, calendar)
  if (offered.isSample && !offered.isOffer) await requireSamplesLeft(tx, caller.userId, lines)
  // What an admin has offered to a buyer was agreed: it is not measured, and does not count for others.
  const counted = offered.isOffer ? { ...buyer, network: null } : buyer
  const groupId = await insertQuoteOrders(tx, counted, caller, quote, request, { lines: stocked, ...offered, decided, notes })
  const beyondStock = new Set(stocked.filter(({ made }) => made > 0).map(({ partId }) => partId))
  // The releases of a line are one.
  const taken = [...Map.groupBy(stocked, ({ row }) => row)].map(([row, some]) => {
    const { partId } = some[0]! // a group is not empty
    const quantity = some.reduce((sum, one) => sum + one.quantity! - one.made, 0)
    return { partId: partId!, quantity, field: `lines.${row}`, isBeyondStock: beyondStock.has(partId) } // all are matched
  })
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
    .where(and(eq(quotes.id, quoteId), eq(quotes.userId, caller.userId), isNull(quotes.heldFor)))
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

/** @throws ShopError QUOTE_NOT_ORDERABLE when there are none, or more than are ordered together, and with those that have no part. */
function requireOrderable(lines: Line[]): void {
  if (lines.length === 0) throw new ShopError('QUOTE_NOT_ORDERABLE')
  if (lines.length > MAXIMUM_ORDERED_LINES) {
    throw notOrderable([{ field: 'lines', message: messages.quoteTooManyOrders(MAXIMUM_ORDERED_LINES) }])
  }
  const open = lines.filter(({ status }) => status !== 'matched')
  if (open.length > 0) throw notOrderable(open.map((line) => lineField(line, messages.quoteLineOpen)))
}

/** @throws ShopError TOTAL_CHANGED when the buyer saw another amount due; INVALID_INPUT when one card payment cannot take it. */
function requireDue(bill: Bill, { amountDue }: QuoteOrder, payments: ChargeLimits): void {
  const dueCents = toCents(bill.totalCents)
  requireChargeable('total', dueCents, payments)
  if (amountDue === undefined || roundToCents(amountDue) === dueCents) return
  throw new ShopError('TOTAL_CHANGED', { currentTotal: centsToDollars(goodsCentsOf(bill)), currentDue: centsToDollars(dueCents) })
}
