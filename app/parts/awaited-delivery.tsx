import { weekdayText } from '#contract/basics/day-text.ts'
import { formatCount } from '#contract/basics/figures.ts'
import type { ListedPart } from '#contract/parts/parts.ts'
import { lowStockWords as words } from '#app/words/low-stock.ts'

/** Under the stock of a part in the desk's list: the next delivery, or a late one. */
export function AwaitedDelivery({ part: { awaited } }: { part: ListedPart }) {
  if (!awaited) return null
  const day = weekdayText(awaited.date)
  return (
    <span className={`block text-xs whitespace-nowrap ${awaited.isLate ? 'text-danger' : 'text-soft'}`} title={awaited.date}>
      {awaited.isLate ? words.lateSince(day) : words.onDay(day, formatCount(awaited.pieces))}
    </span>
  )
}
