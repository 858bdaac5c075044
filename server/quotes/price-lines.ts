import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import { type Cents, centsToDollars, toCents, unitPriceToDollars } from '#contract/basics/money.ts'
import { leadDaysFor, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { raisedTo, whyRaised } from '#contract/orders/order-rule.ts'
import { wholePacks } from '#contract/parts/packs.ts'
import { betterBuy, unitPriceAt } from '#contract/parts/pricing.ts'
import { piecesOfReleases, releaseProblems, totalOfLine } from '#contract/promises/releases.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import type { PricedLines, QuoteCandidate, QuoteLine, QuoteLineNote, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { answerReleases, leadDaysOfStock, promiseOfReleases } from './answer-releases.ts'
import { mapInSlices } from './in-slices.ts'
import { PromisesOfLines } from './promises-of-lines.ts'
import { matchLines, type LineMatch, type QuotedPart } from './match-lines.ts'

/** PricedQuote lines and the sum of their totals in cents, exact. */
export type PricedQuote = PricedLines & { totalCents: Cents }

/** Up to this sum of cents, a total in dollars is exact in JSON. */
export const HIGHEST_TOTAL_CENTS = 1_000_000_000_000_000

/**
 * Finds and prices lines with the current catalogue, in their order, parts also by the buyer's own numbers. Saves nothing.
 * @throws ShopError INVALID_INPUT at `lines.ROW.releases` and below it, rows and releases counting from 1
 */
export async function priceLines(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  given: readonly QuoteRequestLine[],
  buyerId?: string,
): Promise<PricedQuote> {
  const asked = given.map(withSum)
  const matches = await matchLines(db, asked, buyerId)
  const calendar = shopCalendar(settings.shop.holidays)
  requireReleases(asked, matches, calendar)
  const taken = new Map<string, number>()
  const promises = new PromisesOfLines(calendar)
  let totalCents = 0
  let matched = 0

  const lines = await mapInSlices(asked, (line, index) => {
    const match = matches[index]!
    const quantity = match.part && readQuantity(line.quantity)
    const lineCents = quantity === undefined ? undefined : billedTotal(line, match.part!, quantity)
    // A line total above what the shop can bill is a typing error in the quantity.
    if (lineCents === undefined || totalCents + lineCents > HIGHEST_TOTAL_CENTS) return presentUnpriced(line, match, index + 1)
    const before = taken.get(match.part!.id) ?? 0
    const priced = presentPriced(line, match.part!, { row: index + 1, asked: quantity!, before, calendar, promises })
    taken.set(match.part!.id, before + priced.quantity!)
    totalCents += lineCents
    matched++
    return priced
  })
  return { lines, total: centsToDollars(toCents(totalCents)), matched, totalCents: toCents(totalCents) }
}

/** The pieces of a line in several deliveries are their sum, unless the buyer says them, too. */
const withSum = (line: QuoteRequestLine): QuoteRequestLine =>
  line.releases && line.quantity === undefined ? { ...line, quantity: piecesOfReleases(line.releases) } : line

function requireReleases(lines: readonly QuoteRequestLine[], matches: readonly LineMatch[], calendar: ShopCalendar): void {
  const fields = lines.flatMap(({ releases, quantity }, index) => {
    if (!releases) return []
    const problems = releaseProblems(releases, { quantity: readQuantity(quantity), rule: matches[index]!.part }, calendar) // each has its match
    return problems.map(({ field, message }) => ({ field: [`lines.${index + 1}.releases`, field].filter(Boolean).join('.'), message }))
  })
  if (fields.length > 0) throw new ShopError('INVALID_INPUT', { fields })
}

/** Releases were required to be what can be ordered. */
const quotedPieces = ({ releases }: QuoteRequestLine, part: QuotedPart, asked: number) => (releases ? asked : raisedTo(part, asked))

function billedTotal(line: QuoteRequestLine, part: QuotedPart, asked: number): Cents {
  const quantity = quotedPieces(line, part, asked)
  return totalOfLine(unitPriceAt(part, quantity), quantity, line.releases)
}

/** `before`: pieces of the same part that lines above it ask for. */
function presentPriced(
  line: QuoteRequestLine,
  part: QuotedPart,
  {
    row,
    asked,
    before,
    calendar,
    promises,
  }: { row: number; asked: number; before: number; calendar: ShopCalendar; promises: PromisesOfLines },
): QuoteLine {
  const { releases } = line
  const quantity = quotedPieces(line, part, asked)
  const price = unitPriceAt(part, quantity)
  const left = Math.max(part.available - before, 0)
  const notes: QuoteLineNote[] = []
  const raised = releases ? undefined : whyRaised(part, asked)
  if (raised) notes.push(raised)
  const days = releases && promises.takeReleases(part, releases, before)
  const promised = days ? promiseOfReleases(days, calendar) : promises.take(part, quantity)
  const isAbove = quantity > left && !promised
  if (isAbove) notes.push('above-stock')
  const more = isAbove || releases ? undefined : wholePacks(quantity, part, part.beyond ? MAXIMUM_STOCK : left)
  return {
    ...asGiven(line, row),
    status: 'matched',
    notes,
    ...identity(part),
    quantity,
    unitPrice: unitPriceToDollars(price),
    lineTotal: centsToDollars(totalOfLine(price, quantity, releases)),
    available: part.available,
    leadDays: promised?.leadDays ?? leadDaysOfStock(days, () => leadDaysFor(before + quantity, part, calendar), calendar),
    priceBreaks: part.priceBreaks,
    betterBuy: releases ? null : (betterBuy(part, quantity, left) ?? null),
    candidates: [],
    ...(more !== undefined && { packs: packsOf(more, part) }),
    ...(promised && { promise: promised.promise }),
    ...(releases && { releases: answerReleases(releases, price, days) }),
  }
}

const packsOf = (quantity: number, { packPieces, packName }: QuotedPart) => ({
  quantity,
  packPieces: packPieces!, // it has whole packs
  ...(packName !== null && { packName }),
})

/** A line without a price: its part or its quantity is not known. */
function presentUnpriced(line: QuoteRequestLine, { status, part, discontinued, candidates }: LineMatch, row: number): QuoteLine {
  const named = part ?? discontinued
  return {
    ...asGiven(line, row),
    status: part ? 'quantity-unclear' : status,
    notes: discontinued ? ['no-longer-sold'] : [],
    ...(named ? identity(named) : { partsId: null, partNumber: null, name: null }),
    quantity: null,
    unitPrice: null,
    lineTotal: null,
    available: part?.available ?? null,
    leadDays: null,
    priceBreaks: part?.priceBreaks ?? [],
    betterBuy: null,
    candidates: candidates.map(presentCandidate),
  }
}

const asGiven = ({ text, quantity }: QuoteRequestLine, row: number) => ({
  row,
  text,
  asked: quantity === undefined ? '' : String(quantity),
})

const identity = ({ id, partNumber, name }: QuotedPart) => ({ partsId: id, partNumber, name })

export const presentCandidate = ({ id, partNumber, name, price, available }: QuotedPart): QuoteCandidate => ({
  partsId: id,
  partNumber,
  name,
  price,
  available,
})
