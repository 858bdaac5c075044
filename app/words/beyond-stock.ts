import { formatCount } from '#contract/basics/figures.ts'

/** Words of what the shop can do beyond the stock of a part; all our own. */
export const beyondStockWords = {
  title: 'More than is in stock',
  howMany: 'How many do you need?',
  leaves: (promise: string) => `Ordered today: ${promise}.`,
  missing: (pieces: number) => `The shop has no day yet for ${formatCount(pieces)} of them.`,
  order: (pieces: number) => `Order ${formatCount(pieces)} by a quote`,
} as const
