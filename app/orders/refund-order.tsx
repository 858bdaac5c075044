import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { formatAmount } from '#contract/figures.ts'
import { orderEventCalls } from '#contract/order-events.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { refundCalls } from '#contract/refunds.ts'
import { useMay } from '#app/identity/may.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { callApi } from '#app/api.ts'
import { ConfirmedAction } from '#app/confirmed-action.tsx'
import { updateRead } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { paymentWords } from '#app/words/payment.ts'
import { refundWords as words } from '#app/words/refunds.ts'

/** Cancels a paid order and refunds its price. For admins. */
export function RefundOrder({ order }: { order: Order }) {
  if (!useMay()(refundCalls.order) || !orderCan.refund(order)) return null
  const pieces = paymentWords.pieces(order.orderQuantity)
  const left = Number((order.totalPrice - order.refundedTotal).toFixed(2))
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <Button variant="ghost" aria-label={words.refundOf(order.name)} onClick={ask}>
          {words.refund}
        </Button>
      )}
      question={words.question(order.name)}
      reason={{
        label: words.reason,
        hint: words.reasonHint,
        maxLength: TEXT_LIMITS.refundReason,
        missing: messages.refundReasonRequired,
      }}
      send={(reason) => callApi(refundCalls.order, { params: { id: order._id }, body: { reason } })}
      onDone={({ modifiedCount, order: refunded }) => {
        updateRead(orderCalls.all, (orders) => orders.map((one) => (one._id === refunded._id ? refunded : one)))
        if (modifiedCount === 1) toast.success(words.done(order.name))
        else toast.error(words.nothingLeft)
      }}
      changes={[...orderLists, orderCalls.one, orderEventCalls.ofOrder]}
    >
      <p>{order.dispute === 'lost' ? words.endsWithoutMoney(pieces) : words.consequences(formatAmount(left), pieces)}</p>
    </ConfirmedAction>
  )
}
