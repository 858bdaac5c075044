import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { counted, formatCount } from '#contract/basics/figures.ts'
import { workingDays } from '#contract/parts/lead-time.ts'
/** Figures are given as they are shown; `count` and its like are whole numbers. */
const lines = (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`)

/** Words of the screen where a quote is made; all our own. */
export const quoteWords = {
  newVersionOf: (number: string, version: number) => `You are editing ${number}, version ${version}. Saving creates a new version.`,
  stopEditing: 'Stop editing',

  addFile: 'Upload CSV, Excel or PDF',
  addPasted: 'Paste a list',
  fileHint: 'CSV, a workbook (XLSX, XLS, ODS) or PDF, at most 10 MB and 10,000 rows. You can also drop the file here.',
  dropHere: 'Drop the file to read it',
  pasteLabel: 'Your list',
  pasteHint: "One part in each line, with the quantity: '2000 x T-Con Board', 'T-Con Board; 2000', or cells copied from a spreadsheet.",
  pasteAdd: 'Add these lines',
  close: 'Close',

  reading: (name: string) => `Reading ${name}...`,
  pricing: (done: number, all: number) => `Pricing: ${formatCount(done)} of ${lines(all)}`,
  stop: 'Cancel',
  notRead: 'The file could not be read. Please try again.',

  counted: ' (counted)',
  columnsRead: (part: string, quantity: string | undefined) => `Columns: ${part}${quantity === undefined ? '' : ` and ${quantity}`}.`,
  columnsChange: 'Change',
  sheet: 'Sheet of the workbook',
  mapColumn: (number: number, example: string) => (example === '' ? `Column ${number}` : `Column ${number}: ${example}`),

  caption: 'Lines of the quote',
  columns: {
    number: 'Line',
    part: 'Part number or name',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    total: 'Line total',
    shipsBy: 'Ships by',
    remove: 'Remove',
  },
  partOf: (line: number) => `Part, line ${line}`,
  quantityOf: (line: number) => `Quantity, line ${line}`,
  removeLine: (line: number) => `Remove line ${line}`,

  waiting: '...',
  leadDays: workingDays,
  isRaised: (quantity: number) => `raised to ${formatCount(quantity)}`,
  hasBetter: (pieces: string) => `better price at ${pieces}`,
  raised: ({ asked, quantity, notes }: Pick<QuoteLine, 'asked' | 'quantity' | 'notes'>) =>
    `Raised from ${asked} to ${notes.includes('raised-to-step') ? 'the next step,' : 'the minimum order of'} ${formatCount(quantity ?? 0)}.`,
  leaves: (promise: string) => `Leaves: ${promise}.`,
  aboveStock: (available: string) => `Only ${available} in stock.`,
  aboveStockTogether: (left: string, available: string) => `The lines above leave ${left} of ${available} in stock.`,
  nothingLeft: 'None left in stock for this line.',
  takeStock: (pieces: string) => `Change to ${pieces}`,
  costsLess: (more: string, total: string, asked: string, askedTotal: string) =>
    `${counted(more, 'piece costs', 'pieces cost')} ${total}, ${asked} cost ${askedTotal}.`,
  costsLittleMore: (more: string, total: string, asked: string, askedTotal: string) =>
    `${counted(more, 'piece costs', 'pieces cost')} ${total}, only slightly more than ${asked} for ${askedTotal}.`,
  takeBetter: (pieces: string) => `Change to ${pieces}`,
  ladder: (from: string, price: string) => `${from}+ ${price}`,
  ladderOf: 'Price by quantity:',
  ambiguous: 'Several parts match. Choose one:',
  ambiguousOne: 'Did you mean this part?',
  unknown: 'No part matches. Closest:',
  unknownAlone: 'No part matches, and none is similar.',
  emptyPart: 'Enter a part number or name.',
  noLongerSold: 'This part is no longer sold. Closest:',
  unclear: 'Enter a whole number of pieces.',
  choose: (line: number) => ` for line ${line}`,

  show: 'Show',
  /** One line about the list; what it opens has the rest. */
  folded: (given: number, attention: number, notRead: number) =>
    [
      lines(given),
      ...(attention > 0 ? [attention === 1 ? 'one needs attention' : `${formatCount(attention)} need attention`] : []),
      ...(notRead > 0 ? [`${formatCount(notRead)} not read`] : []),
    ].join(', '),
  showList: 'Show',
  hideList: 'Hide',
  showAll: (count: number) => `All ${formatCount(count)}`,
  showAttention: (count: number) => `Needs attention ${formatCount(count)}`,
  find: 'Find in this quote',
  showFound: (count: number) => `Found ${formatCount(count)}`,
  selectLine: (line: number) => `Select line ${line}`,
  selectAll: 'Select all lines shown',
  selected: (count: number) => `${lines(count)} selected`,
  removeSelected: 'Remove',
  unselect: 'Clear selection',
  removed: (count: number) => `${lines(count)} removed.`,
  undo: 'Undo',
  showRaised: (count: number) => `Raised ${formatCount(count)}`,
  nothingToShow: 'No lines to show.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  pages: 'Pages of the quote',

  total: 'Total',
  totalSoFar: 'Total so far',
  leftOut: (count: number, amount: string) => `Without ${lines(count)} that cannot be ordered yet${amount && ` (${amount})`}`,
  summary: 'Total and saving',
  lineCount: lines,
  attention: (count: number) => (count === 1 ? '1 line needs attention' : `${formatCount(count)} lines need attention`),
  allWell: 'All lines are priced',
  name: 'Name of the quote',
  nameHint: 'Optional, for your own lists',
  note: 'Note',
  save: 'Save quote',
  saveVersion: (number: string) => `Save new version of ${number}`,
  saveNeedsLines: 'Add at least one line first.',
  clear: 'Clear',
  clearQuestion: (count: number) => `Clear ${lines(count)}?`,
  notKept: 'This list is too long to be kept in this browser. Save it before you leave the page.',
  pricesFailed: 'Some prices could not be loaded.',
} as const
