import { counted } from '#contract/basics/figures.ts'
/** Words of the dialog that reduces an unpaid order. */
export const reduceOrderWords = {
  open: 'Change pieces',
  title: (number: string) => `Change pieces of ${number}`,
  pieces: 'New quantity',
  hint: (least: string, most: string) => `From ${least} to ${counted(most, 'piece')}`,
  caption: 'The order as it is and as it will be',
  figure: 'Order',
  before: 'Now',
  after: 'New',
  rows: { pieces: 'Pieces', price: 'Unit price', total: 'Total' },
  agreedPrice: 'The price that was agreed stays; where it depends on the quantity, it is that of the new one.',
  goesBack: (pieces: string) => `${counted(pieces, 'piece goes', 'pieces go')} back into stock.`,
  costsMore: 'At this quantity the order costs more than it does now.',
  save: 'Reduce order',
  done: (number: string, pieces: string) => `${number} now has ${counted(pieces, 'piece')}.`,
} as const
