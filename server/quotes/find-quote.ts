import { and, asc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import { centsToDollars, parseUnitPrice, toCents } from '#contract/basics/money.ts'
import { raisedTo, whyRaised } from '#contract/orders/order-rule.ts'
import { leadDaysFor, shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import type { Release } from '#contract/promises/releases.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import type { Quote, QuoteLine, QuoteLineNote } from '#contract/quotes/quotes.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteLines, quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { ShopError } from '../errors.ts'
import { nextDelivery } from '../parts/expected-delivery.ts'
import { beyondStock } from '../promises/find-supply.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { answerReleases, leadDaysOfStock, promiseOfReleases } from './answer-releases.ts'
import { isHoldingOffer } from './holding-offer.ts'
import { loadParts, type QuotedPart } from './match-lines.ts'
import { presentCandidate } from './price-lines.ts'
import { PromisesOfLines, type SlicesOfRelease } from './promises-of-lines.ts'

/** Lines of one batch: reading and writing it blocks the event loop for a few milliseconds. */
const LINES_AT_ONCE = 250

/**
 * WHERE of every look-up of one quote. A deleted quote, another customer's, and one that the account keeps for somebody without an account
 * are answered like one that does not exist.
 */
export const ownQuote = (userId: string, quoteId: string) => and(keptQuote(userId, quoteId), isNull(quotes.heldFor))

/** Also one that is held for somebody without an account: the shop reads it, offers it anew and reminds of it. */
export const keptQuote = (userId: string, quoteId: string) =>
  and(eq(quotes.id, quoteId), eq(quotes.userId, userId), isNull(quotes.deletedAt))

export type QuoteFacts = Omit<Quote, 'lines' | 'orderable'>

/** A quote whose lines are read in batches while they are used, so that only one batch is in memory. */
export type OpenQuote = {
  facts: QuoteFacts
  /** All lines in their order. Can be read once; throws when the version is deleted in the meantime. */
  batches: AsyncGenerator<QuoteLine[], void, undefined>
  /** Whether it can be ordered unchanged; known after all lines were read. */
  isOrderable(): boolean
}

/** Where quotes are read, and the settings of the shop with its holidays. */
export type QuoteSource = { db: Queryable; settings: Settings }

/**
 * One of the customer's quotes, in the newest version unless one is named: prices and totals as they were quoted, stock as
 * it is now, and while it can be ordered the lead times with it, unless an offer agreed them.
 * @throws ShopError NOT_FOUND for an unknown quote or version, and for another customer's.
 */
export function openQuote(source: QuoteSource, userId: string, quoteId: string, version?: number): Promise<OpenQuote> {
  return openQuoteWhere(source, ownQuote(userId, quoteId), version)
}

export const findQuote = (source: QuoteSource, userId: string, quoteId: string, version?: number) =>
  findQuoteWhere(source, ownQuote(userId, quoteId), version)

export async function findQuoteWhere(source: QuoteSource, which: SQL | undefined, version?: number): Promise<Quote> {
  const { facts, batches, isOrderable } = await openQuoteWhere(source, which, version)
  const lines: QuoteLine[] = []
  for await (const batch of batches) lines.push(...batch)
  return { ...facts, orderable: isOrderable(), lines }
}

export async function openQuoteWhere({ db, settings }: QuoteSource, which: SQL | undefined, version?: number): Promise<OpenQuote> {
  const [found] = await db
    .select({
      quote: quotes,
      version: quoteVersions,
      expired: sql<boolean>`${quoteVersions.validUntil} <= ${databaseNow}`,
      orderedAt: orderGroups.placedAt,
      voiding: { createdAt: quoteVoidings.createdAt, reason: quoteVoidings.reason },
      versions: sql<number[]>`array(select kept.version from quote_versions as kept where kept.quote_id = ${quotes.id} order by 1)`,
      offers: sql<HeldOffer[]>`coalesce((
        select json_agg(json_build_object('version', kept.version, 'validUntil', kept.valid_until, 'totalCents', kept.total_cents) order by kept.version)
        from quote_versions as kept where kept.quote_id = ${quotes.id} and ${isHoldingOffer}
      ), '[]')`,
      // Lines are numbered from 1 without gaps.
      lineCount: sql<number>`coalesce((
        select row from quote_lines as line where line.quote_id = ${quotes.id} and line.version = ${quoteVersions.version} order by row desc limit 1
      ), 0)`,
    })
    .from(quotes)
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, version ?? quotes.version)))
    .leftJoin(orderGroups, and(eq(orderGroups.quoteId, quotes.id), eq(orderGroups.quoteVersion, quoteVersions.version)))
    .leftJoin(quoteVoidings, eq(quoteVoidings.id, quoteVersions.voidingId))
    .where(which)
  if (!found) throw new ShopError('NOT_FOUND')
  const { quote, expired, orderedAt, voiding, versions, offers, lineCount } = found
  const isCurrent = found.version.version === quote.version || found.version.offeredBy !== null
  const isOpen = !expired && voiding === null && orderedAt === null && quote.heldFor === null
  let isWholeOrderable = isCurrent && isOpen && lineCount <= MAXIMUM_ORDERED_LINES
  const today = isOpen ? shopCalendar(settings.shop.holidays) : undefined
  const calendar = found.version.offeredBy === null ? today : undefined

  async function* readLines(): AsyncGenerator<QuoteLine[], void, undefined> {
    const taken = new Map<string, number>()
    const promises = calendar && new PromisesOfLines(calendar)
    let orderCount = 0
    for (let read = 0; read < lineCount;) {
      const rows = await someLines(db, quote.id, found!.version.version, read)
      if (rows.length === 0) throw new Error('a version of a quote was deleted while it was read')
      read = rows.at(-1)!.row
      const candidates = await loadParts(db, [...new Set(rows.flatMap((row) => row.candidates))])
      const lines = rows.map((row) => presentLine(row, candidates, taken, { calendar, today, promises }))
      orderCount += lines.reduce((sum, { releases }) => sum + (releases?.length ?? 1), 0)
      isWholeOrderable &&= lines.every(canBeOrdered) && orderCount <= MAXIMUM_ORDERED_LINES
      yield lines
    }
  }

  return {
    facts: { ...presentSummary(found), newestVersion: quote.version, versions, offers: offers.map(presentOffer) },
    batches: readLines(),
    isOrderable: () => isWholeOrderable,
  }
}

/** An offer that holds, as the database writes it. */
type HeldOffer = { version: number; validUntil: string; totalCents: number }

const presentOffer = ({ version, validUntil, totalCents }: HeldOffer) => ({
  version,
  validUntil: new Date(validUntil).toISOString(),
  total: centsToDollars(toCents(totalCents)),
})

const canBeOrdered = ({ status, notes }: QuoteLine) =>
  status === 'matched' && !notes.some((note) => note === 'above-stock' || note === 'no-longer-sold' || note === 'delivery-over')

type SummaryRow = {
  quote: Pick<typeof quotes.$inferSelect, 'id' | 'number' | 'name' | 'note' | 'linkHash' | 'request' | 'requestedAt' | 'answeredAt'>
  version: Pick<
    typeof quoteVersions.$inferSelect,
    'version' | 'totalCents' | 'createdAt' | 'validUntil' | 'offeredBy' | 'terms' | 'isSample' | 'freight' | 'freightCents' | 'declinedFor'
  >
  expired: boolean
  orderedAt: Date | null
  voiding: Pick<typeof quoteVoidings.$inferSelect, 'createdAt' | 'reason'> | null
  lineCount: number
}

export const presentSummary = ({ quote, version, expired, orderedAt, voiding, lineCount }: SummaryRow) => ({
  _id: quote.id,
  number: quote.number,
  version: version.version,
  name: quote.name,
  note: quote.note,
  lineCount,
  total: centsToDollars(toCents(version.totalCents)),
  createdAt: version.createdAt.toISOString(),
  validUntil: version.validUntil.toISOString(),
  expired,
  shared: quote.linkHash !== null,
  orderedAt: orderedAt?.toISOString() ?? null,
  withdrawn: voiding && { at: voiding.createdAt.toISOString(), reason: voiding.reason },
  ...(version.isSample && { sample: true }),
  offer:
    version.offeredBy === null
      ? null
      : {
          terms: version.terms,
          ...(version.freight && {
            freight: {
              name: version.freight.name,
              amount: centsToDollars(toCents(version.freightCents ?? 0)),
              ...(version.freight.incoterm && { incoterm: version.freight.incoterm }),
            },
          }),
        },
  request: quote.requestedAt && {
    text: quote.request,
    at: quote.requestedAt.toISOString(),
    answered: quote.answeredAt !== null && quote.answeredAt >= quote.requestedAt,
  },
  declinedFor: version.declinedFor,
})

const lineColumns = {
  row: quoteLines.row,
  text: quoteLines.text,
  asked: quoteLines.asked,
  status: quoteLines.status,
  partsId: quoteLines.partId,
  partNumber: quoteLines.partNumber,
  name: quoteLines.partName,
  quantity: quoteLines.quantity,
  unitPrice: quoteLines.unitPrice,
  totalCents: quoteLines.totalCents,
  leadDays: quoteLines.leadDays,
  madeToOrder: quoteLines.madeToOrder,
  candidates: quoteLines.candidates,
  available: parts.available,
  partLeadDays: parts.leadDays,
  expected: nextDelivery,
  beyond: beyondStock,
  minimumOrder: parts.minimumOrder,
  orderStep: parts.orderStep,
  releases: quoteLines.releases,
  discontinuedAt: parts.deletedAt,
}

const someLines = (db: Queryable, quoteId: string, version: number, after: number) =>
  db
    .select(lineColumns)
    .from(quoteLines)
    .leftJoin(parts, eq(parts.id, quoteLines.partId))
    .where(and(eq(quoteLines.quoteId, quoteId), eq(quoteLines.version, version), gt(quoteLines.row, after)))
    .orderBy(asc(quoteLines.row))
    .limit(LINES_AT_ONCE)

type Days = { calendar: ShopCalendar | undefined; today: ShopCalendar | undefined; promises: PromisesOfLines | undefined }

/**
 * `taken`: pieces by part that the lines above ask for; they are not available for this line. `calendar`: lead times are those of today.
 * `today`: also of an offer, which has agreed them, unless it is over.
 */
function presentLine(
  {
    totalCents,
    unitPrice,
    candidates,
    discontinuedAt,
    available,
    partLeadDays,
    expected,
    beyond,
    minimumOrder,
    orderStep,
    madeToOrder,
    leadDays: quotedLeadDays,
    releases,
    ...line
  }: Awaited<ReturnType<typeof someLines>>[number],
  known: Map<string, QuotedPart>,
  taken: Map<string, number>,
  { calendar, today, promises }: Days,
): QuoteLine {
  let leadDays = quotedLeadDays
  let promised: ReturnType<PromisesOfLines['take']>
  let days: SlicesOfRelease[] | undefined
  const notes: QuoteLineNote[] = []
  const asked = readQuantity(line.asked)
  const rule = { minimumOrder, orderStep }
  const raised = asked === undefined || raisedTo(rule, asked) !== line.quantity ? undefined : whyRaised(rule, asked)
  if (raised) notes.push(raised)
  if (today && releases?.some(({ wishedOn }) => wishedOn < today.today)) notes.push('delivery-over')
  if (discontinuedAt) notes.push('no-longer-sold')
  else if (line.partsId !== null && line.quantity !== null) {
    const before = taken.get(line.partsId) ?? 0
    const part = { id: line.partsId, available: available!, leadDays: partLeadDays!, expected, beyond }
    if (releases && today) days = promises?.takeReleases(part, releases, before) ?? offeredDays(releases, quotedLeadDays!, today)
    promised = days && calendar ? promiseOfReleases(days, calendar) : promises?.take(part, line.quantity)
    if (before + line.quantity > available! && !promised) notes.push(madeToOrder ? 'made-to-order' : 'above-stock')
    taken.set(line.partsId, before + line.quantity)
    if (promised) leadDays = promised.leadDays
    else if (calendar) {
      const pieces = before + line.quantity
      leadDays = leadDaysOfStock(days, () => leadDaysFor(pieces, part, calendar), calendar)
    }
  }
  return {
    ...line,
    leadDays,
    notes,
    unitPrice: unitPrice === null ? null : Number(unitPrice),
    lineTotal: totalCents === null ? null : centsToDollars(toCents(totalCents)),
    available: discontinuedAt ? 0 : available,
    priceBreaks: [],
    betterBuy: null,
    candidates: candidates
      .flatMap((id) => known.get(id) ?? [])
      .filter(({ isOnSale }) => isOnSale)
      .map(presentCandidate),
    ...(promised && { promise: promised.promise }),
    ...(releases && unitPrice !== null && { releases: answerReleases(releases, parseUnitPrice(unitPrice)!, days) }),
  }
}

/** An offer has agreed its working days, and leaves no release before its day. */
const offeredDays = (releases: readonly Release[], leadDays: number, today: ShopCalendar): SlicesOfRelease[] =>
  releases.map(({ pieces, wishedOn }) => [{ pieces, day: [wishedOn, shipDay(leadDays, today)].toSorted().at(-1)!, from: 'stock' }])
