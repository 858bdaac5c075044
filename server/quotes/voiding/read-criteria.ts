import { messages } from '#contract/messages.ts'
import { parseUnitPrice, unitPriceToDecimal } from '#contract/money.ts'
import type { QuotesOfPart } from '#contract/voidings.ts'
import { invalidField } from '../../errors.ts'

/** Which versions a voiding is about: that quote a part, and were saved between two moments, at less than a price where one is named. */
export type Criteria = { partId: string; savedFrom: Date; savedTo: Date; priceBelow: string | null }

const EARLIEST = Date.UTC(2000, 0)
const LATEST = Date.UTC(9999, 11, 31)

/**
 * Reads what an admin sends, which the schema lets through in more forms than there are moments and prices.
 * @throws ShopError INVALID_INPUT for a moment that there is not, one before the other, or a price finer than four places.
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
