import { centsToDollars, totalOf, type UnitPrice } from '#contract/basics/money.ts'
import type { ShopCalendar } from '#contract/parts/lead-time.ts'
import { lastDay, leadDaysUntil, shownSlices, type PromisedPieces } from '#contract/promises/promise.ts'
import type { QuotedRelease, Release } from '#contract/promises/releases.ts'
import type { SlicesOfRelease } from './promises-of-lines.ts'

/** The releases of a line as they are answered, with the days of those that were asked for. */
export const answerReleases = (releases: readonly Release[], price: UnitPrice, days: readonly SlicesOfRelease[] = []): QuotedRelease[] =>
  releases.map(({ pieces, wishedOn }, index) => ({
    pieces,
    wishedOn,
    total: centsToDollars(totalOf(price, pieces)),
    ...answerDays(days[index]),
  }))

function answerDays(slices: SlicesOfRelease | undefined) {
  if (slices === undefined) return {}
  if (slices === null) return { leavesOn: null }
  return { leavesOn: lastDay(slices) ?? null, ...(isBeyondStock(slices) && { promise: [...slices] }) }
}

/** What is promised of a line in several deliveries; undefined where all of it is in stock, or not all of it can be promised. */
export function promiseOfReleases(
  days: readonly SlicesOfRelease[],
  calendar: ShopCalendar,
): { promise: PromisedPieces[]; leadDays: number } | undefined {
  const slices = days.flatMap((release) => release ?? [])
  if (days.includes(null) || !isBeyondStock(slices)) return undefined
  return { promise: shownSlices(slices), leadDays: leadDaysUntil(slices, calendar) }
}

/** Working days of what is in stock: of a line in several deliveries until its last one. */
export const leadDaysOfStock = (days: readonly SlicesOfRelease[] | undefined, otherwise: () => number, calendar: ShopCalendar): number =>
  days && !days.includes(null)
    ? leadDaysUntil(
        days.flatMap((release) => release ?? []),
        calendar,
      )
    : otherwise()

const isBeyondStock = (slices: readonly PromisedPieces[]) => slices.some(({ from }) => from !== 'stock')
