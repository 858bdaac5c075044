import { orderCan, type Order } from '#contract/orders/orders.ts'
import { useSession } from '#app/identity/session.tsx'
import { PaysFor } from '#app/orders/pays-for.tsx'
import { Time } from '#app/ui/time.tsx'
import { deadlineWords as words } from '#app/words/deadlines.ts'

/** Until when an unpaid order is held, and what its payment pays for. */
export function OrderDeadline({ order }: { order: Order }) {
  const { identity } = useSession()
  if (!orderCan.pay(order)) return null
  const isBuyer = identity?.email === order.email
  return (
    <p className="figures flex flex-wrap gap-x-5 gap-y-1">
      {order.payBy && (
        <span>
          <span>{isBuyer ? words.payBy : words.buyerPaysBy} </span>
          <Time value={order.payBy} />
          <span>
            {order.groupId ? words.orAllCancelled : words.orCancelled} {words.held}
          </span>
        </span>
      )}
      {order.groupId && <PaysFor groupId={order.groupId} />}
    </p>
  )
}
