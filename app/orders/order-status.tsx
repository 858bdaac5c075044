import type { ReactNode } from 'react'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import type { OrderState } from '#contract/orders/order-states.ts'
import { hasFailedRefund, piecesToSend, stateOf, type Order } from '#contract/orders/orders.ts'
import { Status, type Tone } from '#app/ui/status.tsx'
import { orderStateWords } from '#app/words/order-states.ts'
import { parcelWords } from '#app/words/parcels.ts'
import { sampleWords } from '#app/words/samples.ts'
import { refundWords as words } from '#app/words/refunds.ts'

const tones: Record<OrderState, Tone> = {
  unpaid: 'danger',
  cancelling: 'danger',
  cancelled: 'neutral',
  paid: 'warning',
  shipped: 'success',
  refunded: 'neutral',
}

type OrderStatusProps = {
  order: Order
  /** Replaces the state of an order that is paid and not shipped. */
  toShip?: ReactNode
}

/** State, parcels, refunds and disputes of an order. */
export function OrderStatus({ order, toShip }: OrderStatusProps) {
  const state = stateOf(order)
  const money = moneyState(order)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {order.sample && <Status tone="neutral">{sampleWords.sample}</Status>}
      {state === 'paid' && toShip}
      {state !== 'refunded' && !(state === 'paid' && toShip) && (
        <Status tone={tones[state]}>{order.delivered ? parcelWords.delivered : orderStateWords[state]}</Status>
      )}
      {state === 'paid' && order.parceledPieces > 0 && (
        <Status tone="neutral">{parcelWords.partlyShipped(formatCount(order.parceledPieces), formatCount(piecesToSend(order)))}</Status>
      )}
      {order.withdrawnPieces > 0 && state !== 'refunded' && (
        <Status tone="neutral">{parcelWords.withdrawnPieces(formatCount(order.withdrawnPieces))}</Status>
      )}
      {money && <Status tone={money.tone}>{money.text}</Status>}
    </span>
  )
}

function moneyState(order: Order): { tone: Tone; text: string } | undefined {
  const { refunded, refundedTotal, dispute } = order
  if (hasFailedRefund(order)) return { tone: 'danger', text: words.refundFailed }
  if (refunded) return { tone: 'neutral', text: dispute === 'lost' && refundedTotal === 0 ? words.chargedBack : orderStateWords.refunded }
  if (dispute === 'open') return { tone: 'danger', text: words.disputed }
  if (dispute === 'lost') return { tone: 'danger', text: words.disputeLost }
  return refundedTotal > 0 ? { tone: 'warning', text: words.partRefunded(formatAmount(refundedTotal)) } : undefined
}
