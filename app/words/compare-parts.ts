import { counted } from '#contract/basics/figures.ts'
/** Words of comparing parts; all our own. */
export const compareWords = {
  title: 'Compare parts',
  none: 'Choose parts to compare in the list of parts.',
  toParts: 'All Parts',
  more: 'Choose more parts',
  onlyDifferences: 'Only what differs',
  fact: 'Fact',
  actions: 'Pieces',
  price: 'Price per unit',
  priceFrom: (pieces: string) => `Price from ${pieces}`,
  /** After the title of a fact, for screen readers. */
  differs: '(differs)',
  stock: 'Available',
  minimum: 'Minimum order',
  moreShipsBy: 'More than that ships by',
  category: 'Category',
  nothing: '–',
  removeOf: (name: string) => `Remove ${name} from the comparison`,
  gone: 'One of these parts is no longer available.',
} as const

/** Given by the loader of the list of parts. */
export const chooseWords = {
  compare: 'Compare',
  compared: 'Compared',
  open: (count: number) => (count === 1 ? 'Choose another part to compare' : `Compare ${counted(count, 'part')}`),
  full: (most: number) => `At most ${counted(most, 'part is', 'parts are')} compared.`,
  clear: 'Clear',
} as const
