import { orderCan, type OrderInFull } from '#contract/orders/orders.ts'
import { useSession } from '#app/identity/session.tsx'
import { PaysFor } from '#app/orders/pays-for.tsx'
import { Time } from '#app/ui/time.tsx'
import { deadlineWords as words } from '#app/words/deadlines.ts'

/** Until when an unpaid order is held, and what its payment pays for. Of one that is partly paid a person decides whether it ends then. */
export function OrderDeadline({ order }: { order: OrderInFull }) {
  const { identity } = useSession()
  if (!orderCan.pay(order)) return null
  const isBuyer = identity?.email === order.email
  const isPartPaid = (order.transfer?.received ?? 0) > 0
  const until = isBuyer ? words.payBy : words.buyerPaysBy
  const orCancelled = order.groupId ? words.orAllCancelled : words.orCancelled
  const restUntil = isBuyer ? words.restBy : words.buyerPaysRestBy
  return (
    <p className="figures flex flex-wrap gap-x-5 gap-y-1">
      {order.payBy && (
        <span>
          <span>{`${isPartPaid ? restUntil : until} `}</span>
          <Time value={order.payBy} />
          <span>{`${isPartPaid ? words.thenDecided : orCancelled} ${words.held}`}</span>
        </span>
      )}
      {order.groupId && <PaysFor groupId={order.groupId} />}
    </p>
  )
}
