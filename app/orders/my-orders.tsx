import { useQuery } from '@tanstack/react-query'
import { formatAmount, formatCount } from '#contract/figures.ts'
import { orderCalls, orderCan, shortTransactionId, type Order } from '#contract/orders.ts'
import { Loading } from '#app/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { OrderedPart } from '#app/orders/ordered-part.tsx'
import { PaidState } from '#app/orders/paid-state.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { myOrdersWords as words } from '#app/words/my-orders.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "My Order". */
export default function MyOrders() {
  const { identity } = useSession()
  const orders = useQuery(readOf(orderCalls.ofCustomer, { query: { customer: identity?.email ?? '' } }))
  const heading = useKeptFocus<HTMLHeadingElement>(orders.data?.length ?? 0)

  if (!orders.data) return <Loading query={orders} />
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-6 text-xl">
        {words.heading(orders.data.length)}
      </h2>
      {orders.data.length === 0 ? (
        <EmptyState title={words.none} action={<ButtonLink to={paths.inventory}>{words.seeAllParts}</ButtonLink>} />
      ) : (
        <Table caption={words.caption} columns={columns} rows={orders.data} rowKey={({ _id }) => _id} />
      )}
    </section>
  )
}

const columns: Column<Order>[] = [
  { title: words.columns.number, cell: (_, index) => index + 1 },
  { title: words.columns.partName, cell: (order) => <OrderedPart order={order} /> },
  { title: words.columns.quantity, align: 'end', cell: ({ orderQuantity }) => formatCount(orderQuantity) },
  { title: words.columns.price, align: 'end', cell: ({ totalPrice }) => formatAmount(totalPrice) },
  { title: words.columns.paymentStatus, cell: (order) => <PaymentStatus order={order} /> },
  { title: words.columns.cancel, screenOnly: true, cell: (order) => <CancelOrder order={order} /> },
]

function PaymentStatus({ order }: { order: Order }) {
  if (orderCan.pay(order)) {
    return (
      <span className="inline-grid gap-1">
        <ButtonLink to={paths.payment(order._id)} className="whitespace-nowrap">
          {words.payNow}
        </ButtonLink>
        {order.payBy && (
          <span className="label-text">
            {words.payBy} <Time value={order.payBy} />
          </span>
        )}
      </span>
    )
  }
  if (!order.paid) return null
  return (
    <span className="text-sm">
      <span title={order.transactionId} className="whole-on-paper">
        {words.transaction(shortTransactionId(order.transactionId))}
      </span>{' '}
      <PaidState order={order} />
    </span>
  )
}
