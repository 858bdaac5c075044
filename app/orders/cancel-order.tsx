import { messages } from '#contract/basics/messages.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders/orders.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { useMay } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { updateRead } from '#app/api/queries.ts'
import { IconButton } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { releaseWords } from '#app/words/releases.ts'
import { myOrdersWords } from '#app/words/my-orders.ts'

/** The deliveries of one line of a quote end together. */
const endsWith = (one: Order, { _id, groupId, release }: Order) =>
  one._id === _id || (groupId !== null && one.groupId === groupId && release !== undefined && one.release?.line === release.line)

/** Cancels an unpaid order. */
export function CancelOrder({ order }: { order: Order }) {
  const { identity } = useSession()
  const may = useMay()
  if (order.email !== identity?.email && !may(orderCalls.cancel)) return null
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <IconButton label={myOrdersWords.cancelOrder(order.name)} icon={<TrashIcon />} disabled={!orderCan.cancel(order)} onClick={ask} />
      )}
      question={order.release ? releaseWords.cancelQuestion(order.name) : dialogWords.deleteQuestion(order.name)}
      send={() => callApi(orderCalls.cancel, { params: { id: order._id } })}
      onDone={({ deletedCount }) => {
        if (deletedCount !== 1) return toast.error(messages.tryAgainLater)
        for (const list of [orderCalls.ofCustomer, orderCalls.all])
          updateRead(list, (orders) => orders.filter((one) => !endsWith(one, order)))
        toast.success(messages.orderRemoved(order.name))
      }}
      changes={[...orderLists, orderCalls.count, quoteCalls.group, orderCalls.one, orderEventCalls.ofOrder]}
    />
  )
}
