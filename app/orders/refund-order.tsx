import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { centsToDollars, formatDollars, type Cents } from '#contract/money.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { refundCalls } from '#contract/refunds.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { paymentWords } from '#app/words/payment.ts'
import { refundWords as words } from '#app/words/refunds.ts'

/** The button that cancels a paid order and gives its price back, and the question behind it. For admins. */
export function RefundOrder({ order }: { order: Order }) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const mutationKey = ['refund order', order._id]

  const refund = useMutation({
    mutationKey,
    mutationFn: () => callApi(refundCalls.order, { params: { id: order._id }, body: { reason } }),
    onSuccess: ({ modifiedCount, order: refunded }) => {
      queryClient.setQueriesData<Order[]>({ queryKey: keyOf(orderCalls.all) }, (orders) =>
        orders?.map((one) => (one._id === refunded._id ? refunded : one)),
      )
      if (modifiedCount === 1) toast.success(words.done(order.name))
      else toast.error(words.nothingLeft)
    },
    onError: (error) => toastFailure(error, () => refund.mutate()),
    onSettled: () => {
      setAsks(false)
      for (const list of [orderCalls.all, orderCalls.ofCustomer]) void queryClient.invalidateQueries({ queryKey: keyOf(list) })
    },
  })

  const confirm = () => {
    if (reason.trim() === '') setProblem(messages.refundReasonRequired)
    else if (queryClient.isMutating({ mutationKey }) === 0) refund.mutate()
  }

  if (!orderCan.refund(order)) return null
  const pieces = paymentWords.pieces(order.orderQuantity)
  const leftCents = Math.round((order.totalPrice - order.refundedTotal) * 100) as Cents
  return (
    <>
      <Button variant="ghost" aria-label={words.refundOf(order.name)} onClick={() => setAsks(true)}>
        {words.refund}
      </Button>
      {asks && (
        <ConfirmModal question={words.question(order.name)} busy={refund.isPending} onConfirm={confirm} onCancel={() => setAsks(false)}>
          <p>
            {order.dispute === 'lost'
              ? words.endsWithoutMoney(pieces)
              : words.consequences(formatDollars(centsToDollars(leftCents)), pieces)}
          </p>
          <TextField
            className="mt-4"
            label={words.reason}
            hint={words.reasonHint}
            error={problem}
            value={reason}
            maxLength={TEXT_LIMITS.refundReason}
            readOnly={refund.isPending}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value)
              setProblem(undefined)
            }}
          />
        </ConfirmModal>
      )}
    </>
  )
}
