import { weekdayText } from '../basics/day-text.ts'
import type { CalendarDay } from '../basics/fields.ts'
import { formatCount } from '../basics/figures.ts'
import type { PromisedPieces } from './promise.ts'
import { isMet, type OrderedRelease, type QuotedRelease } from './releases.ts'

/** '16,750 now, 13,250 by Fri 12 Feb': when the pieces of a line or an order leave. */
export const promiseText = (slices: readonly PromisedPieces[]): string =>
  slices.map(({ pieces, day, from }) => `${formatCount(pieces)} ${from === 'stock' ? 'now' : `by ${weekdayText(day)}`}`).join(', ')

/** '10,000 on Mon 1 Mar, 10,000 on Thu 1 Apr (leaves by Tue 6 Apr)': the deliveries of a line; empty for a line without. */
export const releasesText = (releases: readonly QuotedRelease[] | undefined): string =>
  releases
    ? `Deliveries: ${releases.map((release) => `${formatCount(release.pieces)} on ${weekdayText(release.wishedOn)}${lateText(release)}`).join(', ')}`
    : ''

function lateText(release: QuotedRelease): string {
  if (release.leavesOn === undefined || isMet(release)) return ''
  return release.leavesOn === null ? ' (cannot be promised)' : ` (leaves by ${weekdayText(release.leavesOn)})`
}

/** 'Fri 12 Mar, delivery 2 of 3': the day that was wished for of an order. */
export const wishedText = (wishedOn: CalendarDay, release: OrderedRelease | null | undefined): string =>
  [weekdayText(wishedOn), ...(release ? [`delivery ${release.number} of ${release.of}`] : [])].join(', ')

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
