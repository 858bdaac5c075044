import type { StockState } from '#contract/parts/stock-states.ts'

/** Words of the stock screen. */
export const manageStockWords = {
  more: 'More',
  moreOf: (partName: string) => `More of ${partName}`,
  filters: 'Filters',
  // Specification section 2, "Manege Product"; 'Quality' is the stock in pieces
  title: 'Manege Product',
  columns: { number: 'SN', partName: 'Parts Name', stock: 'Quality', update: 'Update Quantity' },
  quantity: 'Purchase quantity',
  update: 'Update',
  addParts: 'Add A Parts',

  // Our own
  partNumberColumn: 'Part number',
  priceColumn: 'Price',
  deleteColumn: 'Delete',
  caption: 'Parts and their stock',
  none: 'No parts yet.',
  noneFound: 'No parts match.',
  showAll: 'Show all parts',
  searchLabel: 'Part number or name',
  filter: 'Filter',
  allParts: 'All',
  stockStates: { soldOut: 'Sold out', belowMinimum: 'Below minimum', low: 'Low stock' } satisfies Record<StockState, string>,
  noWeight: 'Weight missing',
  pages: 'Pages of parts',
  quantityOf: (partName: string) => `Update Quantity of ${partName}`,
  updatePart: (partName: string) => `Update ${partName}`,
  deletePart: (partName: string) => `Delete ${partName}`,
  stockOf: (partName: string) => `the stock of ${partName}`,
  priceOf: (partName: string) => `the price of ${partName}`,
  movedMeanwhile: (partName: string, pieces: string) => `The stock of ${partName} has changed. It is now ${pieces}.`,
  unchanged: 'Enter the number of pieces to add, or a negative number to remove pieces.',
} as const
