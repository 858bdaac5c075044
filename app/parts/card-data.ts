import { dayText, weekdayText } from '#contract/basics/day-text.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { imageSrcSet } from '#contract/parts/images.ts'
import { isOrderable, minimumOf } from '#contract/orders/order-rule.ts'
import { leadDaysFor, shipDay, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { cardDescription, type Part } from '#contract/parts/parts.ts'
import type { PriceCells } from '#app/parts/price-columns.ts'
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
  /** Behind it, the day of the next delivery, only where the stock is too little to be ordered. */
  moreOn?: string
  /** The part's own minimum order, where it has one. */
  minimum?: string
  /** A minimum order is in stock. */
  orderable: boolean
  /** Pieces of the smallest order. */
  least: number
}

/** Additional texts of the parts list: the prices of its row, and the day by which the smallest order ships. */
export type ListedPart = PartCardData & { prices: PriceCells; shipsBy: string }

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
    ...(part.expected && !isOrderable(part) && { moreOn: texts.moreOn(dayText(part.expected.date)) }),
    orderable: isOrderable(part),
    least: minimumOf(part),
    ...(part.minimumOrder && { minimum: texts.minimumOrder(part.minimumOrder) }),
  }
}

export function listedPart(part: Part, prices: PriceCells, calendar: ShopCalendar): ListedPart {
  const card = partCardData(part)
  return {
    ...card,
    prices,
    shipsBy: weekdayText(shipDay(leadDaysFor(card.least, part, calendar), calendar)),
  }
}
