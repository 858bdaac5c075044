import { formatCount, formatUnitPrice, placesOf } from '#contract/basics/figures.ts'
import { minimumOf } from '#contract/orders/order-rule.ts'
import type { Part } from '#contract/parts/parts.ts'
import { partCardTexts as texts } from '#app/words/part-card.ts'

/** Columns of price breaks in the widest rows, and where there is less room. */
const COLUMNS = 4
const FEWER_COLUMNS = [2, COLUMNS]

/**
 * The prices of a part in its row. Unseen `zeros` follow a price, so that the points of all prices of the column are below each other;
 * `steps` are its price breaks, null where it has none in this column; `more` says for one, two and four of them how many are not shown, ''
 * for none.
 */
export type PriceCells = { zeros: string; steps: ({ from: string; price: string; zeros: string } | null)[]; more: string[] }

/**
 * The prices of a page of parts as columns: one for each quantity where the parts share them, whose headings are `titles`, else the breaks
 * of each part from the left.
 */
export function priceColumns(parts: readonly Part[]): { titles: string[]; width: number; cells: PriceCells[] } {
  // Those below the least order are no prices of their own.
  const ladders = parts.map((part) => part.priceBreaks.filter(({ from }) => from > minimumOf(part)))
  const quantities = [...new Set(ladders.flat().map(({ from }) => from))].toSorted((one, other) => one - other)
  const isShared = quantities.length <= COLUMNS
  const rows = isShared ? ladders.map((ladder) => quantities.map((from) => ladder.find((one) => one.from === from))) : ladders
  const width = isShared ? quantities.length : COLUMNS
  const places = Array.from({ length: width }, (_, column) => placesOf(rows.map((row) => row[column]?.price ?? 0)))
  const placesOfPrice = placesOf(parts.map(({ price }) => price))
  return {
    titles: isShared ? quantities.map((from) => texts.from(formatCount(from))) : [],
    width,
    cells: rows.map((row, index) => ({
      zeros: zerosTo(placesOfPrice, parts[index]!.price), // a row for each part
      steps: places.map((most, column) => {
        const step = row[column]
        return step
          ? { from: texts.from(formatCount(step.from)), price: formatUnitPrice(step.price), zeros: zerosTo(most, step.price) }
          : null
      }),
      more: [
        ladders[index]!.length > 1 ? texts.moreSteps(ladders[index]!.length - 1) : '',
        ...FEWER_COLUMNS.map((shown) => {
          const hidden = row.slice(shown).filter((step) => step !== undefined).length
          return hidden > 0 ? texts.moreColumns(hidden) : ''
        }),
      ],
    })),
  }
}

const zerosTo = (places: number, price: number): string => '0'.repeat(places - placesOf([price]))
