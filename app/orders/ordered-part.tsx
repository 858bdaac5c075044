import type { Order } from '#contract/orders.ts'
import { myOrdersWords as words } from '#app/words/my-orders.ts'

/** Displayed characters of a group's id, enough to distinguish the groups on a screen. */
const MARK_LENGTH = 6

/** Name of an ordered part; below it the group's mark, for orders that are paid together. */
export function OrderedPart({ order: { name, groupId } }: { order: Order }) {
  if (!groupId) return <span>{name}</span>
  return (
    <span>
      {name} <span className="figures font-normal text-soft">{words.together(groupId.slice(0, MARK_LENGTH).toUpperCase())}</span>
    </span>
  )
}
