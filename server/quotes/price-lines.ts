import { type Cents, centsToDollars, toCents, totalOf, unitPriceToDollars } from '#contract/basics/money.ts'
import { leadDaysFor, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { raisedTo, whyRaised } from '#contract/orders/order-rule.ts'
import { betterBuy, unitPriceAt } from '#contract/parts/pricing.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import type { PricedLines, QuoteCandidate, QuoteLine, QuoteLineNote, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import type { Services } from '../services.ts'
import { mapInSlices } from './in-slices.ts'
import { PromisesOfLines } from './promises-of-lines.ts'
import { matchLines, type LineMatch, type QuotedPart } from './match-lines.ts'

/** PricedQuote lines and the sum of their totals in cents, exact. */
export type PricedQuote = PricedLines & { totalCents: Cents }

/** Up to this sum of cents, a total in dollars is exact in JSON. */
export const HIGHEST_TOTAL_CENTS = 1_000_000_000_000_000

/** Finds and prices lines with the current catalogue, in their order, parts also by the buyer's own numbers. Saves nothing. */
export async function priceLines(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  asked: readonly QuoteRequestLine[],
  buyerId?: string,
): Promise<PricedQuote> {
  const matches = await matchLines(db, asked, buyerId)
  const calendar = shopCalendar(settings.shop.holidays)
  const taken = new Map<string, number>()
  const promises = new PromisesOfLines(calendar)
  let totalCents = 0
  let matched = 0

  const lines = await mapInSlices(asked, (line, index) => {
    const match = matches[index]!
    const quantity = match.part && readQuantity(line.quantity)
    const lineCents = quantity === undefined ? undefined : billedTotal(match.part!, quantity)
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

function billedTotal(part: QuotedPart, asked: number): Cents {
  const quantity = raisedTo(part, asked)
  return totalOf(unitPriceAt(part, quantity), quantity)
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
  const quantity = raisedTo(part, asked)
  const left = Math.max(part.available - before, 0)
  const notes: QuoteLineNote[] = []
  const raised = whyRaised(part, asked)
  if (raised) notes.push(raised)
  const promised = promises.take(part, quantity)
  if (quantity > left && !promised) notes.push('above-stock')
  return {
    ...asGiven(line, row),
    status: 'matched',
    notes,
    ...identity(part),
    quantity,
    unitPrice: unitPriceToDollars(unitPriceAt(part, quantity)),
    lineTotal: centsToDollars(billedTotal(part, quantity)),
    available: part.available,
    leadDays: promised?.leadDays ?? leadDaysFor(before + quantity, part, calendar),
    priceBreaks: part.priceBreaks,
    betterBuy: betterBuy(part, quantity, left) ?? null,
    candidates: [],
    ...(promised && { promise: promised.promise }),
  }
}

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
