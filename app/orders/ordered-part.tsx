import type { Order } from '#contract/orders/orders.ts'
import { useShipBy } from '#app/orders/ship-by.tsx'
import { myOrdersWords as words } from '#app/words/my-orders.ts'

/** Displayed characters of a group's id, enough to distinguish the groups on a screen. */
const MARK_LENGTH = 6

export const markOfGroup = (groupId: string) => words.together(groupId.slice(0, MARK_LENGTH).toUpperCase())

/** Name of an ordered part; below it the group's mark, unless the line above has it, and by which day an order of an offer ships, or one with more than was in stock. */
export function OrderedPart({ order, inGroup = false }: { order: Order; inGroup?: boolean }) {
  const { name, groupId, leadDays, promised } = order
  const mark = groupId && !inGroup ? [markOfGroup(groupId)] : []
  const ships = useShipBy(order)
  const notes = [...mark, ...(ships && (leadDays !== undefined || promised) ? [`${ships.title} ${ships.day}`] : [])]
  if (notes.length === 0) return <span>{name}</span>
  return (
    <span>
      {name} <span className="figures font-normal text-soft">{notes.join(' · ')}</span>
    </span>
  )
}
