import { weekdayText } from '../basics/day-text.ts'
import { formatCount } from '../basics/figures.ts'
import type { PromisedPieces } from './promise.ts'

/** '16,750 now, 13,250 by Fri 12 Feb': when the pieces of a line or an order leave. */
export const promiseText = (slices: readonly PromisedPieces[]): string =>
  slices.map(({ pieces, day, from }) => `${formatCount(pieces)} ${from === 'stock' ? 'now' : `by ${weekdayText(day)}`}`).join(', ')

/** The same of an order: what it still waits for, and what leaves from the stock. */
export function promiseOfOrder({
  orderQuantity,
  withdrawnPieces,
  promised,
}: {
  orderQuantity: number
  withdrawnPieces: number
  promised?: readonly PromisedPieces[] | undefined
}): string | undefined {
  if (!promised) return undefined
  const stock = orderQuantity - withdrawnPieces - promised.reduce((sum, { pieces }) => sum + pieces, 0)
  return [...(stock > 0 ? [`${formatCount(stock)} from stock`] : []), promiseText(promised)].join(', ')
}
