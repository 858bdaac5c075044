import { shortDayText } from '#contract/basics/day-text.ts'
import { inPacks, type Pack } from '#contract/parts/packs.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { OrderRow } from '#database/tables/orders.ts'

/** The terms of the offer, the wished day, the packs and what the buyer said about the orders of a bill, in paragraphs; a text that is not of all names its orders. */
export const saidOf = (orders: readonly OrderRow[], packOf: ReadonlyMap<string, Pack>): string[] => [
  ...paragraphs('Terms', orders, ({ terms }) => terms),
  ...paragraphs('Wished day', orders, ({ wishedOn }) => (wishedOn === null ? '' : shortDayText(wishedOn))),
  ...paragraphs('Packs', orders, ({ partId, quantity }) => inPacks(quantity, packOf.get(partId) ?? {}) ?? ''),
  ...paragraphs('Your note', orders, ({ note }) => note),
]

function paragraphs(title: string, orders: readonly OrderRow[], textOf: (order: OrderRow) => string): string[] {
  const numbers = new Map<string, string[]>()
  for (const order of orders) {
    const text = textOf(order)
    if (text !== '') numbers.set(text, [...(numbers.get(text) ?? []), orderNumber(order.position)])
  }
  return Array.from(numbers, ([text, named]) => `${title}${named.length === orders.length ? '' : ` on ${named.join(', ')}`}: ${text}`)
}
