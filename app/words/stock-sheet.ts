import { counted, formatChange, formatCount } from '#contract/basics/figures.ts'

/** Words of deliveries and counts; all our own. */
export const stockSheetWords = {
  open: 'Delivery or count',
  title: 'Delivery or Count',
  lead: 'Paste a delivery note or a count, or choose its file. You see each stock before and after; then all of it is booked, or nothing.',
  toParts: 'Manege Product',
  change: 'Sheet',
  changes: [
    ['add', 'Delivery: add the pieces'],
    ['set', 'Count: set the stocks'],
  ] as const,
  pasted: 'Part numbers and pieces',
  pastedHint: 'A line for each part, such as TF-000123; 2,500. Lines without pieces are left out.',
  file: 'Or a file',
  fileHint: 'CSV, a workbook (XLSX, XLS, ODS) or PDF with a column of part numbers and one of pieces.',
  countSheet: 'Save an empty count sheet',
  countFile: () => `count-${new Date().toISOString().slice(0, 10)}.xlsx`,
  noLines: 'No line has a part and its pieces.',
  notRead: (text: string, pieces: string) => `${text}: ${pieces} is no number of pieces.`,
  twoReadings: (text: string, pieces: string, one: string, other: string) =>
    `${text}: ${pieces} may be ${one} or ${counted(other, 'piece')}.`,
  moreNotRead: (lines: number) => `${formatCount(lines)} more ${lines === 1 ? 'line' : 'lines'} of this kind.`,
  tooMany: 'At most 10,000 lines.',
  compare: 'Compare',
  caption: 'Lines of the sheet',
  columns: {
    text: 'Line',
    part: 'Part',
    before: 'Stock',
    pieces: 'Pieces',
    after: 'Stock after',
    difference: 'Difference',
    problem: 'Problem',
  },
  wrong: (lines: number) => `${formatCount(lines)} ${lines === 1 ? 'line is' : 'lines are'} wrong. Correct them above and compare again.`,
  sum: (parts: number, difference: string) => `${counted(parts, 'part')}, ${counted(difference, 'piece')} in all.`,
  reason: 'Reason',
  note: 'Note',
  noteHint: 'For example the number of the delivery note. It stands in the ledger of each part.',
  book: (parts: number) => `Book ${formatCount(parts)} ${parts === 1 ? 'part' : 'parts'}`,
  booked: (parts: number) =>
    parts === 0 ? 'All stocks are as counted' : `${formatCount(parts)} ${parts === 1 ? 'stock has' : 'stocks have'} changed`,
  signed: formatChange,
} as const
