import { useQuery } from '@tanstack/react-query'
import { orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { LoadFailed } from '#app/failure.tsx'
import { AdminOnly } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { ShipOrder } from '#app/orders/ship-order.tsx'
import { readOf } from '#app/queries.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { allOrdersWords as words } from '#app/words/all-orders.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "All Order". */
export default function AllOrders() {
  return <AdminOnly><Orders /></AdminOnly>
}

function Orders() {
  const orders = useQuery(readOf(orderCalls.all))
  const heading = useKeptFocus<HTMLHeadingElement>(orders.data?.length ?? 0)

  if (!orders.data) {
    return orders.error ? (
      <LoadFailed error={orders.error} onRetry={() => void orders.refetch()} busy={orders.isFetching} />
    ) : (
      <Spinner />
    )
  }
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-6 text-xl">{words.heading(orders.data.length)}</h2>
      {orders.data.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <Table wide caption={words.caption} columns={columns} rows={orders.data} rowKey={({ _id }) => _id} />
      )}
    </section>
  )
}

const columns: Column<Order>[] = [
  { title: words.columns.number, cell: (_, index) => index + 1 },
  { title: words.columns.email, cell: ({ email }) => email },
  { title: words.columns.partName, cell: ({ name }) => name },
  { title: words.columns.quantity, align: 'end', cell: ({ orderQuantity }) => orderQuantity },
  { title: words.columns.status, cell: (order) => <Status order={order} /> },
  { title: words.columns.cancel, screenOnly: true, cell: (order) => <CancelOrder order={order} /> },
]

function Status({ order }: { order: Order }) {
  if (orderCan.ship(order)) return <ShipOrder order={order} />
  return order.shipped ? (
    <span className="font-semibold text-success">{words.shipped}</span>
  ) : (
    <span className="font-semibold whitespace-nowrap text-danger">{words.pendingPayment}</span>
  )
}
