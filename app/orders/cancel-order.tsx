import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { quoteCalls } from '#contract/quotes.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { IconButton } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { myOrdersWords } from '#app/words/my-orders.ts'

const LISTS = [orderCalls.ofCustomer, orderCalls.all]

/** The trash icon of an order and the question behind it; cannot be pressed once the order is paid. */
export function CancelOrder({ order }: { order: Order }) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const mutationKey = ['cancel order', order._id]

  const cancel = useMutation({
    mutationKey,
    mutationFn: () => callApi(orderCalls.cancel, { params: { id: order._id } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount === 1) {
        for (const list of LISTS) {
          queryClient.setQueriesData<Order[]>({ queryKey: keyOf(list) }, (orders) => orders?.filter(({ _id }) => _id !== order._id))
        }
        toast.success(messages.orderRemoved(order.name))
      } else {
        toast.error(messages.tryAgainLater)
      }
    },
    onError: (error) => toastFailure(error, () => cancel.mutate()),
    onSettled: () => {
      setAsks(false)
      for (const read of [...LISTS, orderCalls.count, quoteCalls.group]) void queryClient.invalidateQueries({ queryKey: keyOf(read) })
    },
  })

  return (
    <>
      <IconButton
        label={myOrdersWords.cancelOrder(order.name)}
        icon={<TrashIcon />}
        disabled={!orderCan.cancel(order)}
        onClick={() => setAsks(true)}
      />
      {asks && (
        <ConfirmModal
          question={dialogWords.deleteQuestion(order.name)}
          busy={cancel.isPending}
          onConfirm={() => {
            if (queryClient.isMutating({ mutationKey }) === 0) cancel.mutate()
          }}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  )
}
