import { counted, formatChange, formatCount } from '#contract/basics/figures.ts'

const parts = (count: number) => (count === 1 ? '1 part' : `${formatCount(count)} parts`)

/** Words of changing many prices together; all our own. */
export const priceChangeWords = {
  open: 'Change prices',
  openAll: (count: string) => `Change prices of all ${count}`,
  title: (count: number) => `Change the prices of ${parts(count)}`,
  lead: 'Price breaks follow. Orders, reserved pieces and saved quotes keep their prices.',
  percent: 'Change (%)',
  percentHint: 'For example 5, or -2.5',
  percentUnread: 'Enter a percentage from -90 to 900, with at most two decimal places.',
  rounding: 'Round to',
  roundings: [
    [2, 'Cents'],
    [3, 'Three places'],
    [4, 'Four places'],
  ] as const,
  caption: 'Preview of the new prices',
  columns: { name: 'Part', before: 'Now', after: 'New', steps: 'Price breaks' },
  smallPricesStay: 'Prices below the minimum stay',
  cannot: 'Not possible',
  cannotAll: (count: number) =>
    `${parts(count)} cannot have this price: it would be nothing, or a price break would not be lower than the one before it.`,
  more: (count: number) => `and ${formatCount(count)} more`,
  apply: (count: number) => `Change ${parts(count)}`,
  done: (count: number) => `The prices of ${parts(count)} are changed`,

  list: 'Price changes',
  heading: 'Price Changes',
  listLead: 'Changes of many prices. One is taken back as long as none of its prices has changed since.',
  none: 'No prices were changed together yet.',
  listColumns: { at: 'Time', percent: 'Change', parts: 'Parts', by: 'By', undo: 'Undo' },
  percentOf: (percent: number) => `${formatChange(percent)} %`,
  undo: 'Undo',
  undoOf: (percent: string, count: number) => `Undo ${percent} for ${parts(count)}`,
  undoQuestion: (percent: string, count: number) => `Give ${parts(count)} the prices from before ${percent}?`,
  undone: (count: number) => `${counted(count, 'part has its', 'parts have their')} earlier prices`,
  isUndone: 'Undone',
  toParts: 'Manege Product',
} as const
