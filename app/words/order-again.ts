import { counted } from '#contract/basics/figures.ts'
/** Words of ordering the same again: what it cost then and costs now. */
export const orderAgainWords = {
  one: 'Order again',
  all: 'Order all again',
  title: 'Order again',
  lead: 'Current prices and stock. Choose what to add to your quote; you can change quantities there.',
  caption: 'Prices then and now',
  columns: { part: 'Part', ordered: 'Then', today: 'Now' },
  choose: (name: string, number: string) => `${name}, ${number}`,
  pieces: (count: string) => counted(count, 'piece'),
  each: (price: string) => `${price} each`,
  inStock: (count: string) => `${count} in stock`,
  onlyInStock: (count: string) => `Only ${count} in stock`,
  notSold: 'No longer sold',
  total: 'Selected',
  add: (lines: string) => `Add to quote (${lines})`,
} as const
