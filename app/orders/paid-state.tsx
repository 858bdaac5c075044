import { formatAmount } from '#contract/figures.ts'
import { hasFailedRefund, stateOf, type Order } from '#contract/orders.ts'
import { orderStateWords } from '#app/words/order-states.ts'
import { refundWords as words } from '#app/words/refunds.ts'

/** State, refunds and disputes of a paid order. Empty for most orders. */
export function PaidState({ order }: { order: Order }) {
  const state = stateOf(order)
  const money = moneyState(order)
  return (
    <>
      {state !== 'paid' && state !== 'refunded' && <span className="font-semibold text-success">{orderStateWords[state]}</span>}{' '}
      {money && <span className={`font-semibold whitespace-nowrap ${money.tone}`}>{money.text}</span>}
    </>
  )
}

function moneyState(order: Order): { tone: string; text: string } | undefined {
  const { refunded, refundedTotal, dispute } = order
  if (hasFailedRefund(order)) return { tone: 'text-danger', text: words.refundFailed }
  if (refunded) return { tone: 'text-soft', text: dispute === 'lost' && refundedTotal === 0 ? words.chargedBack : orderStateWords.refunded }
  if (dispute === 'open') return { tone: 'text-danger', text: words.disputed }
  if (dispute === 'lost') return { tone: 'text-danger', text: words.disputeLost }
  return refundedTotal > 0 ? { tone: 'text-warning', text: words.partRefunded(formatAmount(refundedTotal)) } : undefined
}
