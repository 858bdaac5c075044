import { formatCount } from '#contract/basics/figures.ts'
/** Words of a part's card. Specification section 2, "Home" and "Paginated products screen"; section 9. */
export const partCardWords = {
  perUnit: 'per unit',
  /** A fixed text, not read from data. */
  minimumOrder: 'Minimum Order : 1000',
  orderNow: 'Order Now',
} as const

/** Texts of cards and rows that loaders compute. Figures are given as they are shown. */
export const partCardTexts = {
  minimumOrder: (pieces: number) => `Minimum Order : ${formatCount(pieces)}`,
  inStock: (pieces: string) => `${pieces} in stock`,
  soldOut: 'Sold out',
  moreOn: (day: string) => `, more on ${day}`,
  from: (pieces: string) => `${pieces}+`,
  moreSteps: (count: number) => `and ${formatCount(count)} more`,
  moreColumns: (count: number) => `+${formatCount(count)}`,
} as const
