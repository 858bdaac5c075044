import { formatCount } from '#contract/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { orderCalls, orderCan, stateOf, type Order } from '#contract/orders.ts'
import { Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { OrderedPart } from '#app/orders/ordered-part.tsx'
import { PaidState } from '#app/orders/paid-state.tsx'
import { RefundOrder } from '#app/orders/refund-order.tsx'
import { ShipOrder } from '#app/orders/ship-order.tsx'
import { readOf } from '#app/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { allOrdersWords as words } from '#app/words/all-orders.ts'
import { orderStateWords } from '#app/words/order-states.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "All Order". */
export default function AllOrders() {
  const page = usePage()
  const count = useQuery(readOf(orderCalls.count))
  const orders = useQuery({ ...readOf(orderCalls.all, { query: { page, size: ORDERS_PAGE_SIZE } }), placeholderData: keepPreviousData })
  const heading = useKeptFocus<HTMLHeadingElement>(orders.data?.length ?? 0)
  const missing = orders.data ? count : orders

  if (!orders.data || !count.data) {
    return <Loading query={missing} />
  }
  const total = count.data.count
  return (
    <section className="grid grid-cols-1 gap-6" aria-busy={orders.isPlaceholderData || undefined}>
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {words.heading(total)}
      </h2>
      {total === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <Table wide caption={words.caption} columns={columnsFrom(page * ORDERS_PAGE_SIZE)} rows={orders.data} rowKey={({ _id }) => _id} />
      )}
      <ListPager page={page} count={total} size={ORDERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

/** @param earlier orders on the pages before this one. */
const columnsFrom = (earlier: number): Column<Order>[] => [
  { title: words.columns.number, cell: (_, index) => earlier + index + 1 },
  { title: words.columns.email, cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.partName, cell: (order) => <OrderedPart order={order} /> },
  { title: words.columns.quantity, align: 'end', cell: ({ orderQuantity }) => formatCount(orderQuantity) },
  { title: words.columns.status, cell: (order) => <Status order={order} /> },
  { title: words.columns.cancel, screenOnly: true, cell: (order) => <CancelOrder order={order} /> },
  { title: words.columns.refund, screenOnly: true, cell: (order) => <RefundOrder order={order} /> },
]

function Status({ order }: { order: Order }) {
  if (!order.paid) return <span className="font-semibold whitespace-nowrap text-danger">{orderStateWords[stateOf(order)]}</span>
  return (
    <>
      {orderCan.ship(order) && <ShipOrder order={order} />}
      <PaidState order={order} />
    </>
  )
}
