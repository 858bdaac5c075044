import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { formatAmount } from '#contract/basics/figures.ts'
import { MAXIMUM_ORDERED_LINES, STOCK_LEAD_DAYS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import {
  centsToDollars,
  dollarsToCents,
  parseUnitPrice,
  roundToCents,
  toCents,
  unitPriceToDollars,
  type Cents,
} from '#contract/basics/money.ts'
import { needsPlace } from '#contract/freight/freight.ts'
import { methodMessages } from '#contract/freight/methods.ts'
import { offerMessages, type NewOffer } from '#contract/quotes/offers.ts'
import { offerPriceAt } from '#contract/parts/pricing.ts'
import { releaseMessages, totalOfLine } from '#contract/promises/releases.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { messageQuotedMail, quoteOfferedMail } from '../../mail/templates/quotes.ts'
import { requireChargeable } from '../../payments/charge-limits.ts'
import { fallBeyond, unconfirmed } from '../../parts/price-fall.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { answerOnce } from '../../platform/http/answer-once.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { dropOldestVersion } from '../drop-oldest-version.ts'
import { findQuoteWhere, keptQuote } from '../find-quote.ts'
import { keepVersion } from '../keep-version.ts'
import { loadParts, type QuotedPart } from '../match-lines.ts'
import { renewLink } from '../share-quote.ts'

/** `change` is the requested change of the line, and the field of the request. */
export type OfferedLine = QuoteLine & { listed: QuotedPart; change?: NewOffer['lines'][number] & { field: string }; madeToOrder?: boolean }

/**
 * Offers special prices and terms to the buyer of a quote: a new version with its lines, which the buyer can order until the offer
 * ends, also fewer pieces than the part's minimum and between its steps. Lines without a part on sale are left out. The buyer is notified by mail, and their request is answered.
 * @throws ShopError NOT_FOUND; QUOTE_CHANGED when `version` is not the newest; QUOTE_ORDERED; QUOTE_NOT_ORDERABLE without a line that
 *   can be offered, or with too many; INVALID_INPUT for an unknown row, a price that is not exact, or a sum
 *   that is less than a card can pay; TOTAL_CHANGED when the admin saw another sum; STOCK_TOO_LOW with the lines of which pieces are missing, unless they are
 *   made to order; PRICE_FALL for a price far below today's, unless it is confirmed.
 */
export async function makeOffer(
  { db, settings, payments }: Pick<Services, 'db' | 'settings' | 'payments'>,
  request: FastifyRequest,
  admin: Caller,
  quoteId: string,
  { version, lines: changed, terms, freight, validDays, total, confirmed, madeToOrder, sample: isSample = false }: NewOffer,
): Promise<{ version: number }> {
  return answerOnce(db, request, admin, async (tx) => {
    const quote = await lockQuote(tx, quoteId, version)
    const before = await findQuoteWhere({ db: tx, settings }, keptQuote(quote.userId, quoteId))
    if (before.orderedAt !== null) throw new ShopError('QUOTE_ORDERED')
    const lines = markMissing(applyChanges(await offerable(tx, before.lines), changed))
    const { totalCents, fall } = judgeOffer({ settings, payments }, lines, { total, confirmed, madeToOrder })

    await dropOldestVersion(tx, quoteId)
    const made = version + 1
    await tx.update(quotes).set({ version: made, answeredAt: databaseNow }).where(eq(quotes.id, quoteId))
    const offer = { offeredBy: admin.userId, terms: terms.trim(), validDays, isSample, ...freightOf(freight) }
    await keepVersion(tx, quoteId, made, { lines: lines.map((line, index) => ({ ...line, row: index + 1 })), totalCents }, offer)
    await writeAudit(tx, admin, 'offer-quote', quoteId, {
      version: made,
      total: formatAmount(centsToDollars(totalCents)),
      totalBefore: formatAmount(before.total),
      validDays,
      ...(fall && { confirmedFallPercent: fall.percent }),
    })
    await tellOfOffer(tx, { quoteId, number: quote.number, version: made })
    const said = { ...offer, number: quote.number, total: centsToDollars(totalCents) }
    if (quote.heldFor !== null) {
      await queueMail(tx, messageQuotedMail(settings, { ...said, email: quote.heldFor, url: await renewLink(tx, settings, quoteId) }))
    } else if (quote.disabledAt === null) {
      await queueMail(tx, quoteOfferedMail(settings, { ...said, email: quote.email, quoteId, version: made }))
    }
    return { version: made }
  })
}

type Seen = Pick<NewOffer, 'total' | 'confirmed' | 'madeToOrder'>

/**
 * The sum of an offer, and the price that falls furthest below today's, where that needs a confirmation.
 * @throws ShopError TOTAL_CHANGED; INVALID_INPUT at `total`; STOCK_TOO_LOW; PRICE_FALL
 */
export function judgeOffer(
  { settings, payments }: Pick<Services, 'settings' | 'payments'>,
  lines: OfferedLine[],
  { total, confirmed = false, madeToOrder = false }: Seen,
) {
  const totalCents = sumOf(lines)
  if (roundToCents(total) !== totalCents) throw new ShopError('TOTAL_CHANGED', { currentTotal: centsToDollars(totalCents) })
  requireChargeable('total', totalCents, { minimumCents: payments.minimumCents, maximumCents: totalCents })
  if (!madeToOrder) requireInStock(lines)
  const fall = worstFall(settings.priceFallPercent, lines)
  if (fall && !confirmed) throw unconfirmed(fall)
  return { totalCents, fall }
}

/**
 * The freight that an offer names, as its version keeps it: no method of the shop, and so no carrier.
 * @throws ShopError INVALID_INPUT at `freight.incoterm.place` for a term that needs one.
 */
export function freightOf(freight: NewOffer['freight']) {
  if (!freight) return {}
  const { name, amount, incoterm } = freight
  if (incoterm && needsPlace(incoterm.code) && incoterm.place.trim() === '') {
    throw invalidField('freight.incoterm.place', methodMessages.placeMissing(incoterm.code))
  }
  const term = incoterm && { incoterm: { code: incoterm.code, place: incoterm.place.trim() } }
  return { freight: { methodId: null, name: name.trim(), carrier: null, ...term }, freightCents: dollarsToCents(amount)! } // in whole cents
}

/** Queues `quote.offered` for the buyer's endpoints; who has no account yet has none. */
export const tellOfOffer = (tx: Transaction, { quoteId, number, version }: { quoteId: string; number: string; version: number }) =>
  tx.execute(sql`
    select queue_webhook(quote.user_id, 'quote.offered', quote.id, concat_ws(' ', 'offer', quote.id, made.version),
      json_build_object('_id', quote.id, 'number', ${number}::text, 'version', made.version, 'total', (made.total_cents / 100.0)::float8,
        'validUntil', to_char(made.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from quotes as quote join quote_versions as made on made.quote_id = quote.id
    where quote.id = ${quoteId}::uuid and quote.held_for is null and made.version = ${version}::int`)

/** Locked as by an order, so that a version is not ordered while its successor is made. */
async function lockQuote(tx: Transaction, quoteId: string, version: number) {
  const [quote] = await tx
    .select({
      number: quotes.number,
      version: quotes.version,
      userId: users.id,
      email: users.email,
      disabledAt: users.disabledAt,
      heldFor: quotes.heldFor,
    })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .where(and(eq(quotes.id, quoteId), isNull(quotes.deletedAt)))
    .for('update', { of: quotes })
  if (!quote) throw new ShopError('NOT_FOUND')
  if (quote.version !== version) throw new ShopError('QUOTE_CHANGED')
  return quote
}

/** The lines whose part is on sale, with it. */
async function offerable(tx: Transaction, lines: QuoteLine[]): Promise<OfferedLine[]> {
  const known = await loadParts(tx, [...new Set(lines.flatMap(({ partsId }) => partsId ?? []))])
  const offered = lines.flatMap((line) => {
    const listed = line.partsId === null ? undefined : known.get(line.partsId)
    return line.status === 'matched' && listed?.isOnSale ? [{ ...line, listed }] : []
  })
  if (offered.length === 0) throw new ShopError('QUOTE_NOT_ORDERABLE')
  if (offered.length <= MAXIMUM_ORDERED_LINES) return offered
  const fields = [{ field: 'lines', message: messages.quoteTooManyOrders(MAXIMUM_ORDERED_LINES) }]
  throw new ShopError('QUOTE_NOT_ORDERABLE', { fields })
}

function applyChanges(lines: OfferedLine[], changed: NewOffer['lines']): OfferedLine[] {
  const byRow = new Map(changed.map((change, index) => [change.row, { ...change, field: `lines.${index}` }]))
  const applied = lines.map((line) => {
    const change = byRow.get(line.row)
    if (!change) return line
    byRow.delete(line.row)
    const price = parseUnitPrice(change.unitPrice)
    if (price === undefined) throw refused(`${change.field}.unitPrice`, messages.priceInvalid)
    const quantity = change.quantity ?? line.quantity! // a matched line has one
    if (line.releases && quantity !== line.quantity) throw refused(`${change.field}.quantity`, releaseMessages.offered(line.quantity!))
    const lineTotal = centsToDollars(totalOfLine(price, quantity, line.releases))
    return { ...line, change, quantity, unitPrice: unitPriceToDollars(price), lineTotal }
  })
  const [unknown] = byRow.values()
  if (unknown) throw refused(`${unknown.field}.unitPrice`, messages.quoteLineOpen)
  return applied
}

/**
 * Marks the lines of parts of which the offer has more pieces than are in stock. Pieces missing at the order are made; the lead time
 * is that of the offer, else the part's, or that of the stock: the version before had other pieces, or another day's stock.
 */
export function markMissing(lines: OfferedLine[]): OfferedLine[] {
  const wanted = new Map<string, number>()
  for (const { listed, quantity } of lines) wanted.set(listed.id, (wanted.get(listed.id) ?? 0) + quantity!) // a matched line has one
  return lines.map((line) => {
    const { listed, change } = line
    const madeToOrder = wanted.get(listed.id)! > listed.available
    return { ...line, madeToOrder, leadDays: change?.leadDays ?? (madeToOrder ? listed.leadDays : STOCK_LEAD_DAYS) }
  })
}

/** @throws ShopError STOCK_TOO_LOW with the lines of which pieces are missing. */
function requireInStock(lines: OfferedLine[]): void {
  const missing = lines.filter(({ madeToOrder }) => madeToOrder)
  if (missing.length === 0) return
  const fields = missing.map(({ row, listed, change }) => ({
    field: change ? `${change.field}.quantity` : 'madeToOrder',
    message: offerMessages.notInStock(row, listed.available),
  }))
  throw new ShopError('STOCK_TOO_LOW', { fields })
}

const refused = (field: string, message: string) => new ShopError('INVALID_INPUT', { fields: [{ field, message }] })

const sumOf = (lines: OfferedLine[]): Cents => toCents(lines.reduce((sum, { lineTotal }) => sum + dollarsToCents(lineTotal!)!, 0)) // priced above

/** The offered price that is furthest below today's, if it is further than `percent`. */
function worstFall(percent: number, lines: OfferedLine[]) {
  const falls = lines.map(({ quantity, unitPrice, listed }) => ({
    quantity: quantity!,
    before: offerPriceAt(listed, quantity!),
    after: parseUnitPrice(unitPrice!)!, // a matched line has both
  }))
  return fallBeyond(percent, falls.toSorted((a, b) => a.after / a.before - b.after / b.before)[0])
}
