/** Words of the search above the parts list, given by its loader. The orders by their names in the address. */
export const partSearchWords = {
  label: 'Part number or name',
  search: 'Search',
  more: 'Filter and sort',
  inStock: 'In stock now',
  minPrice: 'Price from, $',
  maxPrice: 'Price to, $',
  sort: 'Sort by',
  sorts: [
    ['', 'Best fit'],
    ['price', 'Price, low to high'],
    ['-price', 'Price, high to low'],
    ['name', 'Name'],
    ['available', 'Most in stock'],
    ['oldest', 'Oldest'],
  ],
} as const

/** What the list says of what it found, or did not find. */
export const searchedWords = {
  none: 'There are no parts in the shop yet.',
  askForPart: 'Ask for a part',
  /** In place of a count that is not counted further. */
  manyFound: '1000+',
  noneFound: 'No part fits your search.',
  /** The same, with parts named below it. */
  nearest: 'No part fits your search. These come nearest:',
  clear: 'Clear search',
} as const
