import type { UnclearLine } from '#contract/basics/errors.ts'
import { roundToCents } from '#contract/basics/money.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { ShopError } from '../errors.ts'
import type { PricedQuote } from './price-lines.ts'

/** Lines that a refusal lists, and lines that its sentence names. */
const LISTED = 20
const NAMED = 3
/** Characters of a text that a sentence quotes. */
const QUOTED = 60

const reasons = {
  unknown: 'matches no part',
  ambiguous: 'matches several parts',
  'quantity-unclear': 'has an unclear quantity',
}

/**
 * Lines without a price only lower a total: where the buyer saw a higher one, they are named as the likely reason.
 * @throws ShopError TOTAL_CHANGED or LINES_UNCLEAR, with the current total, when the buyer saw another.
 */
export function requireSeenTotal(priced: PricedQuote, seen: number | undefined): void {
  if (seen === undefined || roundToCents(seen) === priced.totalCents) return
  const unclear = seen > priced.total ? priced.lines.flatMap(asUnclear) : []
  if (unclear.length === 0) throw new ShopError('TOTAL_CHANGED', { currentTotal: priced.total })
  throw new ShopError('LINES_UNCLEAR', {
    message: sentenceOf(unclear),
    currentTotal: priced.total,
    unclearLines: unclear.slice(0, LISTED),
  })
}

const asUnclear = ({ row, text, status }: QuoteLine): UnclearLine[] => (status === 'matched' ? [] : [{ row, text, status }])

function sentenceOf(lines: readonly UnclearLine[]): string {
  const named = lines.slice(0, NAMED).map(({ row, text, status }) => `Line ${row} ("${startOf(text, QUOTED)}") ${reasons[status]}.`)
  const others = lines.length - named.length
  const more = others === 0 ? [] : [others === 1 ? 'Another line has no price either.' : `${others} other lines have no price either.`]
  return [...named, ...more, 'The total of the other lines is lower than yours.'].join(' ')
}
