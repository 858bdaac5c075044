import type { Order } from '#contract/orders/orders.ts'
import { myOrdersWords as words } from '#app/words/my-orders.ts'

/** Displayed characters of a group's id, enough to distinguish the groups on a screen. */
const MARK_LENGTH = 6

export const markOfGroup = (groupId: string) => words.together(groupId.slice(0, MARK_LENGTH).toUpperCase())

/** Name of an ordered part; below it the group's mark, unless the line above has it, and the lead time that was offered. */
export function OrderedPart({ order: { name, groupId, leadDays }, inGroup = false }: { order: Order; inGroup?: boolean }) {
  const mark = groupId && !inGroup ? [markOfGroup(groupId)] : []
  const notes = [...mark, ...(leadDays === undefined ? [] : [words.leadTime(leadDays)])]
  if (notes.length === 0) return <span>{name}</span>
  return (
    <span>
      {name} <span className="figures font-normal text-soft">{notes.join(' · ')}</span>
    </span>
  )
}
