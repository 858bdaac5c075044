import { formatCount } from '#contract/basics/figures.ts'

/** Words of changing all parts of a filter in the same way; all our own. */
export const bulkChangeWords = {
  open: (count: number) => `Change all ${formatCount(count)}`,
  title: (count: number) => (count === 1 ? 'Change 1 part' : `Change ${formatCount(count)} parts`),
  lead: 'Fill in what is to change; the rest stays. You then see what would change, and write it at once or from a day on.',
  percent: 'Price (%)',
  percentHint: 'For example 5, or -2.5. Price breaks follow.',
  leadDays: 'Lead time (working days)',
  category: 'Category',
  keepCategory: 'As it is',
  noCategory: 'None',
  minimumOrder: 'Minimum order',
  orderStep: 'Order step',
  madeMonthly: 'Made a month',
  lowStockBelow: 'Low stock below',
  piecesHint: 'Pieces, or - for the usual',
  removed: 'Hide from the shop',
  compare: 'Preview',
} as const
