import { orderNumber } from '#contract/orders/orders.ts'
import type { OrderRow } from '#database/tables/orders.ts'

/** The terms of the offer and what the buyer said about the orders of a bill, in paragraphs; a text that is not of all names its orders. */
export const saidOf = (orders: readonly OrderRow[]): string[] => [
  ...paragraphs('Terms', 'terms', orders),
  ...paragraphs('Your note', 'note', orders),
]

function paragraphs(title: string, field: 'terms' | 'note', orders: readonly OrderRow[]): string[] {
  const numbers = new Map<string, string[]>()
  for (const { position, [field]: text } of orders) {
    if (text !== '') numbers.set(text, [...(numbers.get(text) ?? []), orderNumber(position)])
  }
  return Array.from(numbers, ([text, named]) => `${title}${named.length === orders.length ? '' : ` on ${named.join(', ')}`}: ${text}`)
}
