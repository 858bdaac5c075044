import { formatDollars } from '#contract/money.ts'
import { hasFailedRefund, type Order } from '#contract/orders.ts'
import { refundWords as words } from '#app/words/refunds.ts'

/** What has become of a paid order's money since: refunds and disputes. Nothing for most orders. */
export function MoneyState({ order }: { order: Order }) {
  const { tone, text } = stateOf(order) ?? {}
  if (!text) return null
  return <span className={`font-semibold whitespace-nowrap ${tone}`}>{text}</span>
}

function stateOf(order: Order): { tone: string; text: string } | undefined {
  const { refunded, refundedTotal, dispute } = order
  if (hasFailedRefund(order)) return { tone: 'text-danger', text: words.refundFailed }
  if (refunded) return { tone: 'text-soft', text: dispute === 'lost' && refundedTotal === 0 ? words.chargedBack : words.refunded }
  if (dispute === 'open') return { tone: 'text-danger', text: words.disputed }
  if (dispute === 'lost') return { tone: 'text-danger', text: words.disputeLost }
  return refundedTotal > 0 ? { tone: 'text-warning', text: words.partRefunded(formatDollars(refundedTotal)) } : undefined
}
