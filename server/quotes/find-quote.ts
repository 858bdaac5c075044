import { and, asc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { MAXIMUM_ORDERED_LINES, MINIMUM_ORDER } from '#contract/limits.ts'
import { centsToDollars, type Cents } from '#contract/money.ts'
import { readQuantity } from '#contract/quantity-text.ts'
import type { Quote, QuoteLine, QuoteLineNote } from '#contract/quotes.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { ShopError } from '../errors.ts'
import { mapInSlices } from './in-slices.ts'
import { loadParts, type QuotedPart } from './match-lines.ts'
import { presentCandidate } from './price-lines.ts'

/** Lines that are read at a time, so that reading thousands keeps nobody else waiting. */
const LINES_AT_ONCE = 500

/** Part of the WHERE of every look-up of one quote. Another person's and a deleted one are looked for, and not found, as one that never was. */
export const ownQuote = (userId: string, quoteId: string) =>
  and(eq(quotes.id, quoteId), eq(quotes.userId, userId), isNull(quotes.deletedAt))

/**
 * One of the customer's quotes in one of its versions, the newest where none is named: prices and totals as they were
 * quoted, stock as it is now.
 * @throws ShopError NOT_FOUND for an unknown quote or version and, alike, for another customer's, whoever asks.
 */
export function findQuote(db: Queryable, userId: string, quoteId: string, version?: number): Promise<Quote> {
  return readQuote(db, ownQuote(userId, quoteId), version)
}

/** @throws ShopError NOT_FOUND */
export async function readQuote(db: Queryable, which: SQL | undefined, version?: number): Promise<Quote> {
  const [found] = await db
    .select({
      quote: quotes,
      version: quoteVersions,
      expired: sql<boolean>`${quoteVersions.validUntil} <= ${databaseNow}`,
      orderedAt: orderGroups.placedAt,
      versions: sql<number[]>`array(select kept.version from quote_versions as kept where kept.quote_id = ${quotes.id} order by 1)`,
    })
    .from(quotes)
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, version ?? quotes.version)))
    .leftJoin(orderGroups, and(eq(orderGroups.quoteId, quotes.id), eq(orderGroups.quoteVersion, quoteVersions.version)))
    .where(which)
  if (!found) throw new ShopError('NOT_FOUND')
  const { quote, expired, orderedAt } = found
  const lines = await readLines(db, quote.id, found.version.version)
  const isOrderable =
    !expired && orderedAt === null && found.version.version === quote.version && lines.length <= MAXIMUM_ORDERED_LINES && lines.every(canBeOrdered)
  return {
    ...presentSummary({ ...found, lineCount: lines.length }),
    newestVersion: quote.version,
    versions: found.versions,
    orderable: isOrderable,
    lines,
  }
}

const canBeOrdered = ({ status, notes }: QuoteLine) =>
  status === 'matched' && !notes.includes('above-stock') && !notes.includes('no-longer-sold')

type SummaryRow = {
  quote: Pick<typeof quotes.$inferSelect, 'id' | 'number' | 'name' | 'note' | 'linkHash'>
  version: Pick<typeof quoteVersions.$inferSelect, 'version' | 'totalCents' | 'createdAt' | 'validUntil'>
  expired: boolean
  orderedAt: Date | null
  lineCount: number
}

export const presentSummary = ({ quote, version, expired, orderedAt, lineCount }: SummaryRow) => ({
  _id: quote.id,
  number: quote.number,
  version: version.version,
  name: quote.name,
  note: quote.note,
  lineCount,
  total: centsToDollars(version.totalCents as Cents),
  createdAt: version.createdAt.toISOString(),
  validUntil: version.validUntil.toISOString(),
  expired,
  shared: quote.linkHash !== null,
  orderedAt: orderedAt?.toISOString() ?? null,
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
  candidates: quoteLines.candidates,
  available: parts.available,
  goneAt: parts.deletedAt,
}

type LineRow = Awaited<ReturnType<typeof someLines>>[number]

const someLines = (db: Queryable, quoteId: string, version: number, after: number) =>
  db
    .select(lineColumns)
    .from(quoteLines)
    .leftJoin(parts, eq(parts.id, quoteLines.partId))
    .where(and(eq(quoteLines.quoteId, quoteId), eq(quoteLines.version, version), gt(quoteLines.row, after)))
    .orderBy(asc(quoteLines.row))
    .limit(LINES_AT_ONCE)

async function readLines(db: Queryable, quoteId: string, version: number): Promise<QuoteLine[]> {
  const rows: LineRow[] = []
  for (;;) {
    const some = await someLines(db, quoteId, version, rows.at(-1)?.row ?? 0)
    rows.push(...some)
    if (some.length < LINES_AT_ONCE) break
  }
  const candidates = await loadParts(db, [...new Set(rows.flatMap((row) => row.candidates))])
  const taken = new Map<string, number>()
  return mapInSlices(rows, (row) => presentLine(row, candidates, taken))
}

/** Pieces that lines of the same part ask for above are no longer there for this one: `taken`, by part. */
function presentLine(
  { totalCents, unitPrice, candidates, goneAt, available, ...line }: LineRow,
  known: Map<string, QuotedPart>,
  taken: Map<string, number>,
): QuoteLine {
  const notes: QuoteLineNote[] = []
  if (line.quantity === MINIMUM_ORDER && (readQuantity(line.asked) ?? MINIMUM_ORDER) < MINIMUM_ORDER) notes.push('raised-to-minimum')
  if (goneAt) notes.push('no-longer-sold')
  else if (line.partsId !== null && line.quantity !== null) {
    const before = taken.get(line.partsId) ?? 0
    if (before + line.quantity > available!) notes.push('above-stock')
    taken.set(line.partsId, before + line.quantity)
  }
  return {
    ...line,
    notes,
    unitPrice: unitPrice === null ? null : Number(unitPrice),
    lineTotal: totalCents === null ? null : centsToDollars(totalCents as Cents),
    available: goneAt ? 0 : available,
    priceBreaks: [],
    betterBuy: null,
    candidates: candidates.flatMap((id) => known.get(id) ?? []).filter(({ isSold }) => isSold).map(presentCandidate),
  }
}
