import type { Order } from '#contract/orders/orders.ts'
import { myOrdersWords as words } from '#app/words/my-orders.ts'

/** Displayed characters of a group's id, enough to distinguish the groups on a screen. */
const MARK_LENGTH = 6

/** Name of an ordered part; below it the group's mark, for orders that are paid together, and the lead time that was offered. */
export function OrderedPart({ order: { name, groupId, leadDays } }: { order: Order }) {
  if (!groupId) return <span>{name}</span>
  const mark = words.together(groupId.slice(0, MARK_LENGTH).toUpperCase())
  return (
    <span>
      {name}{' '}
      <span className="figures font-normal text-soft">{leadDays === undefined ? mark : `${mark} · ${words.leadTime(leadDays)}`}</span>
    </span>
  )
}
