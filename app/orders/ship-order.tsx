import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import { orderCalls, shippingDoubts, type Order } from '#contract/orders.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { orderStateWords } from '#app/words/order-states.ts'
import { refundWords } from '#app/words/refunds.ts'

/** The 'Pending Shipping' button of a paid order and the question behind it, with what speaks against shipping it. */
export function ShipOrder({ order }: { order: Order }) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const mutationKey = ['ship order', order._id]
  const doubts = shippingDoubts(order)

  const ship = useMutation({
    mutationKey,
    mutationFn: () => callApi(orderCalls.ship, { params: { id: order._id }, body: doubts.length > 0 ? { despite: doubts } : undefined }),
    onSuccess: ({ modifiedCount, heldBackBy }) => {
      if (modifiedCount !== 1) return toast.error(heldBackBy ? refundWords.heldBack : messages.tryAgainLater)
      queryClient.setQueriesData<Order[]>({ queryKey: keyOf(orderCalls.all) }, (orders) =>
        orders?.map((one) => (one._id === order._id ? { ...one, shipped: true } : one)),
      )
      toast.success(messages.partShipped)
    },
    onError: (error) => toastFailure(error, () => ship.mutate()),
    onSettled: () => {
      setAsks(false)
      void queryClient.invalidateQueries({ queryKey: keyOf(orderCalls.all) })
      void queryClient.invalidateQueries({ queryKey: keyOf(orderCalls.ofCustomer) })
    },
  })

  return (
    <>
      <Button variant="secondary" className="whitespace-nowrap" onClick={() => setAsks(true)}>
        {orderStateWords.paid}
      </Button>
      {asks && (
        <ConfirmModal
          question={dialogWords.shippingQuestion(order.name)}
          tone="primary"
          busy={ship.isPending}
          onConfirm={() => {
            if (queryClient.isMutating({ mutationKey }) === 0) ship.mutate()
          }}
          onCancel={() => setAsks(false)}
        >
          {doubts.length > 0 && (
            <Notice tone="warning">
              <ShippingWarning order={order} />
            </Notice>
          )}
        </ConfirmModal>
      )}
    </>
  )
}

function ShippingWarning({ order: { dispute, refundedTotal } }: { order: Order }) {
  return (
    <>
      {dispute === 'open' && <p>{refundWords.shipDisputed}</p>}
      {dispute === 'lost' && <p>{refundWords.shipLost}</p>}
      {refundedTotal > 0 && <p>{refundWords.shipPartRefunded(formatDollars(refundedTotal))}</p>}
    </>
  )
}
