import { counted } from '#contract/basics/figures.ts'

/** Words of the tools above the parts list, given by its loader. The orders by their names in the address. */
export const partSearchWords = {
  filters: 'Filters',
  close: 'Close',
  apply: 'Apply',
  inStock: 'In stock now',
  price: 'Price per unit, $',
  minPrice: 'Price from, $',
  maxPrice: 'Price to, $',
  /** After the number of parts that a choice finds, for screen readers. */
  part: 'part',
  parts: 'parts',
  more: 'Show more',
  sort: 'Sort by',
  sorts: [
    ['', 'Relevance'],
    ['price', 'Price, low to high'],
    ['-price', 'Price, high to low'],
    ['name', 'Name'],
    ['available', 'Most in stock'],
    ['oldest', 'Oldest'],
  ],
  view: 'View',
  views: { cards: 'Cards', table: 'Table' },
  columnsLabel: 'Columns of the list',
  priceBreaks: 'Price breaks',
  columns: { name: 'Part', available: 'Stock', price: 'Price per unit', shipsBy: 'Ships by', pieces: 'Pieces' },
} as const

/** Names of the active filters, each of which can be removed. Prices as typed. */
export const filterWords = {
  text: (q: string) => `“${q}”`,
  inStock: 'In stock now',
  minPrice: (dollars: string) => `From $${dollars}`,
  maxPrice: (dollars: string) => `Up to $${dollars}`,
  category: 'Category',
  value: (value: string, unit: string) => (unit === '' ? value : `${value} ${unit}`),
  named: (attribute: string, value: string) => `${attribute}: ${value}`,
  facets: 'Narrow down',
  show: (parts: string) => `Show ${counted(parts, 'part')}`,
  labels: { active: 'Active filters', remove: 'Remove filter: ', clear: 'Clear all' },
} as const

/** What the list says of what it found, or did not find. */
export const searchedWords = {
  none: 'There are no parts in the shop yet.',
  /** In place of a count that is not counted further. */
  manyFound: '1,000+',
  /** Above parts that are only similar to the text. */
  guessed: (q: string) => `No exact match; showing parts like “${q}”.`,
  noneFound: 'No parts match your search.',
  /** The same, with parts named below it. */
  nearest: 'No parts match your search. The closest ones:',
  askForPart: 'Ask for this part',
  askForAnyPart: 'Ask for a part',
  clear: 'Clear search',
} as const
