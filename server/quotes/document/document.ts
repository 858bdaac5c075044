import type { CalendarDay } from '#contract/basics/fields.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { incotermWords } from '#contract/freight/freight.ts'
import { FREIGHT_IS_ADDED } from '#contract/freight/freight-text.ts'
import { shipDay, type ShopCalendar } from '#contract/parts/lead-time.ts'
import type { documentFormats, Quote, QuoteLine } from '#contract/quotes/quotes.ts'
import { formatRate, taxSentences } from '#contract/payments/tax.ts'
import { releasesText } from '#contract/promises/promise-text.ts'
import type { QuoteFacts } from '../find-quote.ts'
import type { QuoteTax } from './tax-of-quote.ts'

export type DocumentFormat = (typeof documentFormats)[number]

/** `tax` is null where none applies; then the file does not mention it. `offersFreight`: the shop has methods, from which an order takes one. */
export type DocumentFacts = QuoteFacts & { shopName: string; tax: QuoteTax | null; offersFreight: boolean; calendar: ShopCalendar }

const statusWords: Record<QuoteLine['status'], string> = {
  matched: '',
  ambiguous: 'Several parts fit',
  unknown: 'No part found',
  'quantity-unclear': 'Quantity unclear',
}

const noteWords: Record<QuoteLine['notes'][number], (line: QuoteLine) => string> = {
  'raised-to-minimum': ({ asked }) => `Raised to the minimum order (asked: ${asked})`,
  'raised-to-step': ({ asked }) => `Raised to the next step (asked: ${asked})`,
  'above-stock': ({ available }) => `More than is in stock (${formatCount(available ?? 0)})`,
  'made-to-order': ({ available }) => `Made to order beyond what is in stock (${formatCount(available ?? 0)})`,
  'no-longer-sold': () => 'No longer sold',
  'delivery-over': () => 'The day of a delivery is over',
}

/** The remarks on a line, in words; empty when it is priced as it was asked. */
export const remarkOf = (line: QuoteLine): string =>
  [statusWords[line.status], ...line.notes.map((note) => noteWords[note](line)), releasesText(line.releases)].filter(Boolean).join('. ')

/** On every page and in every table, because the buyer's own words could make a quote look like an invoice of the shop. */
export const NOT_AN_INVOICE = 'This is a quote, not an invoice'

/** 'Withdrawn by the shop: ...'; empty when the quote was not withdrawn. */
export const withdrawnWords = (withdrawn: Quote['withdrawn']): string => (withdrawn ? `Withdrawn by the shop: ${withdrawn.reason}` : '')

/** 'Offer: half in January'; empty when the quote is no offer. */
const offerWords = (offer: Quote['offer']): string => (offer ? ['Offer', offer.terms.trim()].filter(Boolean).join(': ') : '')

/**
 * A buyer's text for printing. PDF viewers turn everything that looks like an address into a link, so a space
 * divides it: 'https: //pay. example', 'office @ pay. example'.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(/:\/\//g, ': //')
    .replace(/\s*@\s*/g, ' @ ')
    .replace(/(?<=[\p{L}\p{N}_-])\.(?=[\p{L}\p{N}_-]*\p{L}{2})/gu, '. ')

/** A quote that is over promises no day, and the orders of an ordered one have their own. */
export const promisesDays = ({ expired, withdrawn, orderedAt }: DocumentFacts): boolean =>
  !expired && withdrawn === null && orderedAt === null

/** The day by which a line ships if it is paid on the day of the document; null where none is promised. */
export const shipsBy = (facts: DocumentFacts, { leadDays }: QuoteLine): CalendarDay | null =>
  leadDays !== null && promisesDays(facts) ? shipDay(leadDays, facts.calendar) : null

/** The columns of CSV and XLSX; a null value leaves the cell empty. Money in US dollars. */
export const columns: { title: string; width: number; value: (line: QuoteLine) => string | number | null }[] = [
  { title: 'Row', width: 6, value: ({ row }) => row },
  { title: 'As given', width: 30, value: ({ text }) => text },
  { title: 'Quantity as given', width: 18, value: ({ asked }) => asked },
  { title: 'Part number', width: 16, value: ({ partNumber }) => partNumber },
  { title: 'Part', width: 36, value: ({ name }) => name },
  { title: 'Quantity', width: 12, value: ({ quantity }) => quantity },
  { title: 'Unit price (USD)', width: 16, value: ({ unitPrice }) => unitPrice },
  { title: 'Line total (USD)', width: 16, value: ({ lineTotal }) => lineTotal },
  { title: 'In stock', width: 12, value: ({ available }) => available },
  { title: 'Lead time (working days)', width: 22, value: ({ leadDays }) => leadDays },
  { title: 'Remark', width: 40, value: remarkOf },
]

type SumLine = { title: string; amount: number | null; words: string }

/** Freight and tax below the total of the goods: a title, an amount in dollars or none, and what it is. */
export const sumLines = (facts: DocumentFacts): SumLine[] => [...freightLines(facts), ...taxLines(facts)]

/** The freight of an offer; of another quote, which is still to be ordered, that there will be some. */
function freightLines({ offer, offersFreight, total, tax, ...facts }: DocumentFacts): SumLine[] {
  if (offer?.freight) {
    const { name, amount, incoterm } = offer.freight
    const due = centsToDollars(toCents(Math.round(total * 100) + Math.round(amount * 100)))
    const title = tax ? 'Total with freight, without tax' : 'Total with freight'
    return [
      { title: 'Freight', amount, words: [name, ...(incoterm ? [incotermWords(incoterm)] : []), 'to one address.'].join(', ') },
      { title, amount: due, words: '' },
    ]
  }
  const isAdded = offersFreight && offer === null && facts.orderedAt === null && !facts.expired && facts.withdrawn === null
  return isAdded ? [{ title: 'Freight', amount: null, words: FREIGHT_IS_ADDED }] : []
}

/** Tax below the net total. The last one is the amount due. */
function taxLines({ tax }: DocumentFacts): SumLine[] {
  if (!tax) return []
  const { parts, due, note } = tax
  if (due === null) return [{ title: 'Tax', amount: null, words: note }]
  const titleOf = (rate: number) => (rate > 0 ? `Tax ${formatRate(rate)}` : 'Tax')
  return [
    ...parts.map(({ rate, net, total, reason }) => ({
      title: parts.length > 1 ? `${titleOf(rate)} on ${formatAmount(net)}` : titleOf(rate),
      amount: total,
      words: taxSentences[reason],
    })),
    { title: 'Total with tax', amount: due, words: note },
  ]
}

/** The last rows of CSV and XLSX: the total, and what kind of document it is; where they apply, freight and tax, and the total with them. */
export const totalRows = (facts: DocumentFacts): (string | number | null)[][] => {
  const { shopName, number, total, withdrawn, offer } = facts
  const remark = [`${NOT_AN_INVOICE}: ${number} of ${shopName}`, offerWords(offer), withdrawnWords(withdrawn)].filter(Boolean).join('. ')
  const rowOf = (title: string, amount: number | null, words: string) => {
    const cells: Record<string, string | number | null> = { Part: title, 'Line total (USD)': amount, Remark: words }
    return columns.map((column) => cells[column.title] ?? null)
  }
  return [
    rowOf(facts.tax ? 'Total without tax' : 'Total', total, remark),
    ...sumLines(facts).map(({ title, amount, words }) => rowOf(title, amount, words)),
  ]
}

/** '2026-12-21 15:07 UTC' */
export const instantInWords = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
