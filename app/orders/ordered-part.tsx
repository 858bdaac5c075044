import type { Order } from '#contract/orders.ts'
import { myOrdersWords as words } from '#app/words/my-orders.ts'

/** Characters of a group's id: enough to tell the groups on one screen apart. */
const MARK_LENGTH = 6

/** Name of an ordered part; below it, for orders that are paid together, the mark that they share. */
export function OrderedPart({ order: { name, groupId } }: { order: Order }) {
  if (!groupId) return name
  return (
    <>
      {name}
      <span className="figures block text-sm text-soft">{words.together(groupId.slice(0, MARK_LENGTH).toUpperCase())}</span>
    </>
  )
}
