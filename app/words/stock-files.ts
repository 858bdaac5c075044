/** Words of the files of stock moves; all our own. */
export const stockFileWords = {
  saveLedger: 'Ledger as CSV',
  ledgerName: 'stock.csv',
  open: 'Stock moves',
  title: 'Stock Moves',
  lead: 'Every change of the stock of every part on the days you choose: when, why, of which order, by whom, and the stock after it.',
  none: 'No stock has moved yet.',
  noneFound: 'No stock moved on these days.',
  pages: 'Pages of moves',
  part: 'Part',
  partNumber: 'Part number',
  days: 'Date of the moves',
  save: 'Save as CSV',
  fileName: 'stock-moves.csv',
  toParts: 'Manege Product',
} as const
