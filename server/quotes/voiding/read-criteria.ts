import { messages } from '#contract/basics/messages.ts'
import { parseUnitPrice, unitPriceToDecimal } from '#contract/basics/money.ts'
import type { QuotesOfPart } from '#contract/quotes/voidings.ts'
import { invalidField } from '../../errors.ts'

/** The versions that a voiding withdraws: they quote this part, were saved in this period, and below this price if one is set. */
export type Criteria = { partId: string; savedFrom: Date; savedTo: Date; priceBelow: string | null }

const EARLIEST = Date.UTC(2000, 0)
const LATEST = Date.UTC(9999, 11, 31)

/**
 * Reads an admin's input; the schema accepts strings that are not valid moments or prices.
 * @throws ShopError INVALID_INPUT for an invalid moment, an end before the start, or a price finer than four places.
 */
export function readCriteria({ partsId, from, to, below }: QuotesOfPart): Criteria {
  const [savedFrom, savedTo] = [readMoment('from', from), readMoment('to', to)]
  if (savedTo < savedFrom) throw invalidField('to', messages.momentsInOrder)
  const price = below === undefined ? undefined : parseUnitPrice(below)
  if (below !== undefined && price === undefined) throw invalidField('below', messages.priceInvalid)
  return { partId: partsId, savedFrom, savedTo, priceBelow: price === undefined ? null : unitPriceToDecimal(price) }
}

function readMoment(field: 'from' | 'to', text: string): Date {
  const instant = Date.parse(text)
  if (!(instant >= EARLIEST && instant <= LATEST)) throw invalidField(field, messages.momentUnknown)
  return new Date(instant)
}
