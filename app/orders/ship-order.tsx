import { messages } from '#contract/messages.ts'
import { formatAmount } from '#contract/figures.ts'
import { orderEventCalls } from '#contract/order-events.ts'
import { orderCalls, shippingDoubts, type Order } from '#contract/orders.ts'
import { callApi } from '#app/api.ts'
import { ConfirmedAction } from '#app/confirmed-action.tsx'
import { updateRead } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { orderStateWords } from '#app/words/order-states.ts'
import { refundWords } from '#app/words/refunds.ts'

/** The 'Pending Shipping' button of a paid order. The question names what speaks against shipping it. */
export function ShipOrder({ order }: { order: Order }) {
  const doubts = shippingDoubts(order)
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <Button variant="secondary" className="whitespace-nowrap" onClick={ask}>
          {orderStateWords.paid}
        </Button>
      )}
      question={dialogWords.shippingQuestion(order.name)}
      tone="primary"
      send={() => callApi(orderCalls.ship, { params: { id: order._id }, body: doubts.length > 0 ? { despite: doubts } : undefined })}
      onDone={({ modifiedCount, heldBackBy }) => {
        if (modifiedCount !== 1) return toast.error(heldBackBy ? refundWords.heldBack : messages.tryAgainLater)
        updateRead(orderCalls.all, (orders) => orders.map((one) => (one._id === order._id ? { ...one, shipped: true } : one)))
        toast.success(messages.partShipped)
      }}
      changes={[orderCalls.all, orderCalls.ofCustomer, orderCalls.one, orderEventCalls.ofOrder]}
    >
      {doubts.length > 0 && (
        <Notice tone="warning">
          <ShippingWarning order={order} />
        </Notice>
      )}
    </ConfirmedAction>
  )
}

function ShippingWarning({ order: { dispute, refundedTotal } }: { order: Order }) {
  return (
    <>
      {dispute === 'open' && <p>{refundWords.shipDisputed}</p>}
      {dispute === 'lost' && <p>{refundWords.shipLost}</p>}
      {refundedTotal > 0 && <p>{refundWords.shipPartRefunded(formatAmount(refundedTotal))}</p>}
    </>
  )
}
