import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#contract/basics/figures.ts'
import { dueOf } from '#contract/payments/tax.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { readOf } from '#app/api/queries.ts'
import { deadlineWords as words } from '#app/words/deadlines.ts'

/** The orders that 'Pay Now' beside one order of a group pays. Nothing while that is unknown, or for this order alone. */
export function PaysFor({ groupId }: { groupId: string }) {
  const { data: group } = useQuery(readOf(quoteCalls.group, { params: { id: groupId } }))
  if (!group || group.orders.length < 2) return null
  return <span className="text-soft">{words.paysFor(group.orders.length, group.quoteNumber, formatAmount(dueOf(group)))}</span>
}
