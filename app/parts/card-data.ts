import { formatCount, formatUnitPrice } from '#contract/figures.ts'
import { imageSrcSet } from '#contract/images.ts'
import { MINIMUM_ORDER, STOCK_LEAD_DAYS } from '#contract/limits.ts'
import { leadTime, type Holiday } from '#contract/lead-time.ts'
import { cardDescription, type Part } from '#contract/parts.ts'
import { partCardTexts as texts } from '#app/words/part-card.ts'

/** The data of a part's card: the shortened description, the price in dollars per piece, the stock as text. */
export type PartCardData = {
  id: string
  name: string
  partNumber: string
  img: string
  srcSet: string | undefined
  price: number
  description: string
  stock: string
  /** A minimum order is in stock. */
  orderable: boolean
}

/** What the parts list says in addition, as text: the first step of the price ladder, if there is one, and the lead time. */
export type ListedPart = PartCardData & { firstBreak: string | undefined; leadTime: string }

/** Called in loaders, so that a page contains neither the long descriptions nor the code that shortens them. */
export function partCardData(part: Part): PartCardData {
  return {
    id: part._id,
    name: part.name,
    partNumber: part.partNumber,
    img: part.img,
    srcSet: imageSrcSet(part.img),
    price: part.price,
    description: cardDescription(part.description),
    stock: part.available > 0 ? texts.inStock(formatCount(part.available)) : texts.soldOut,
    orderable: part.available >= MINIMUM_ORDER,
  }
}

export function listedPart(part: Part, holidays: readonly Holiday[]): ListedPart {
  const [first] = part.priceBreaks
  const card = partCardData(part)
  return {
    ...card,
    firstBreak: first && texts.priceBreak(formatCount(first.from), formatUnitPrice(first.price)),
    leadTime: texts.workingDays(leadTime(card.orderable ? STOCK_LEAD_DAYS : part.leadDays, holidays, new Date())),
  }
}
