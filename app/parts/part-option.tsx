import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { imageAtWidth } from '#contract/parts/images.ts'
import type { Suggestion } from '#app/quotes/quote-calls.ts'
import { suggestionWords as words } from '#app/words/suggestions.ts'

const PICTURE_WIDTH = 480

/** A part as an option of a list: picture, name, number, price and stock. */
export function PartOption({ part: { img, name, partNumber, price, available } }: { part: Suggestion }) {
  return (
    <>
      <img src={imageAtWidth(img, PICTURE_WIDTH)} width="48" height="36" alt="" className="option-picture" />
      <span className="font-semibold">{name}</span>
      <span className="label-text figures">{words.facts(partNumber, formatUnitPrice(price), stockText(available))}</span>
    </>
  )
}

export const stockText = (available: number) => (available > 0 ? words.inStock(formatCount(available)) : words.soldOut)
