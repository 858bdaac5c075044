import { MAXIMUM_LEAD_DAYS, MAXIMUM_PRICE_DOLLARS, MAXIMUM_STOCK, MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { parseUnitPrice, unitPriceToDollars } from '#contract/basics/money.ts'
import type { Part, PartOffer } from '#contract/parts/parts.ts'
import { readPieces } from '#app/parts/quantity.ts'

/** The offer of a part as an admin types it. */
export type OfferFields = {
  price: string
  partNumber: string
  leadDays: string
  priceBreaks: { from: string; price: string }[]
}

export const NO_OFFER: OfferFields = { price: '', partNumber: '', leadDays: '', priceBreaks: [] }

/** The current offer as form values. */
export const typedOffer = ({ price, partNumber, leadDays, priceBreaks }: Part): OfferFields => ({
  price: String(price),
  partNumber,
  leadDays: String(leadDays),
  priceBreaks: priceBreaks.map((step) => ({ from: String(step.from), price: String(step.price) })),
})

export function priceProblem(typed: string): string | true {
  if (typed.trim() === '') return messages.partPriceRequired
  const price = parseUnitPrice(typed)
  return (price !== undefined && unitPriceToDollars(price) <= MAXIMUM_PRICE_DOLLARS) || messages.priceInvalid
}

/** An empty lead time is valid unless it is required. */
export function leadDaysProblem(typed: string, isRequired: boolean): string | true {
  if (typed.trim() === '') return !isRequired || messages.leadDaysBounds
  const days = readPieces(typed)
  return (days !== undefined && days >= 0 && days <= MAXIMUM_LEAD_DAYS) || messages.leadDaysBounds
}

/** Whether a step starts after the one before it. A start that is not a number has its own message, and is not compared. */
export function stepStartProblem({ priceBreaks }: OfferFields, step: number): string | true {
  const from = startOf(priceBreaks[step])
  if (from === undefined) return messages.breakQuantity
  const before = startOf(priceBreaks[step - 1]) ?? MINIMUM_ORDER
  return from > before || messages.breakQuantityRises
}

/** Whether a step costs less than the one before it; the first one, less than the part. */
export function stepPriceProblem({ price, priceBreaks }: OfferFields, step: number): string | true {
  const typed = priceBreaks[step]?.price ?? ''
  const problem = priceProblem(typed)
  if (problem !== true) return problem
  const before = parseUnitPrice(step === 0 ? price : (priceBreaks[step - 1]?.price ?? ''))
  return before === undefined || parseUnitPrice(typed)! < before || messages.breakPriceFalls // read above
}

function startOf(step: { from: string } | undefined): number | undefined {
  const from = step && readPieces(step.from)
  return from !== undefined && from > MINIMUM_ORDER && from <= MAXIMUM_STOCK ? from : undefined
}

type SentOffer = Required<Omit<PartOffer, 'leadDays' | 'confirmed' | 'seenPrice' | 'seen'>> & Pick<PartOffer, 'leadDays'>

/** The valid fields as they are sent. */
export function readOffer({ price, partNumber, leadDays, priceBreaks }: OfferFields): SentOffer {
  return {
    price: price.trim(),
    partNumber: partNumber.trim(),
    priceBreaks: priceBreaks.map((step) => ({ from: Number(step.from), price: step.price.trim() })),
    ...(leadDays.trim() !== '' && { leadDays: Number(leadDays) }),
  }
}

/** The edited fields, and the values that the form showed, so that changes of other admins are kept. */
export function changedOffer(part: Part, typed: OfferFields): PartOffer {
  const before: PartOffer = readOffer(typedOffer(part))
  const changed = Object.entries(readOffer(typed)).filter(
    ([figure, value]) => JSON.stringify(value) !== JSON.stringify(before[figure as keyof PartOffer]),
  )
  const { price, priceBreaks, leadDays, partNumber } = part
  return changed.length === 0 ? {} : { ...Object.fromEntries(changed), seen: { price, priceBreaks, leadDays, partNumber } }
}
