import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatAmount, formatCount } from '#contract/figures.ts'
import { ORDERS_PAGE_SIZE, TEXT_LIMITS } from '#contract/limits.ts'
import { listedStates, orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { OrderStatus } from '#app/orders/order-status.tsx'
import { OrderedPart } from '#app/orders/ordered-part.tsx'
import { RefundOrder } from '#app/orders/refund-order.tsx'
import { ShipOrder } from '#app/orders/ship-order.tsx'
import { readOf } from '#app/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { ShortId } from '#app/ui/short-id.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { allOrdersWords as words } from '#app/words/all-orders.ts'
import { orderStateWords } from '#app/words/order-states.ts'

export const meta = pageMeta(words.title)

/** The newest first, filtered by state and by the buyer's email. Specification section 2, "All Order". */
export default function AllOrders() {
  const page = usePage()
  const customer = useListSearch(TEXT_LIMITS.email)
  const [search] = useSearchParams()
  const state = listedStates.find((one) => one === search.get('state'))
  const filter = { ...(state && { state }), ...(customer !== '' && { customer }) }
  const query = { page, size: ORDERS_PAGE_SIZE, newestFirst: true, ...filter }
  const counts = useQuery({
    ...readOf(orderCalls.countByState, { query: customer === '' ? {} : { customer } }),
    placeholderData: keepPreviousData,
  })
  const orders = useQuery({ ...readOf(orderCalls.all, { query }), placeholderData: keepPreviousData })
  const heading = useKeptFocus<HTMLHeadingElement>(orders.data?.length ?? 0)

  if (!orders.data || !counts.data) return <Loading query={orders.data ? counts : orders} />
  const all = listedStates.reduce((sum, one) => sum + (counts.data?.[one] ?? 0), 0)
  const total = state ? counts.data[state] : all
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={orders.isPlaceholderData || undefined}>
      <ListHead ref={heading} title={words.heading(total)}>
        <ListSearch label={words.searchLabel} type="email" maxLength={TEXT_LIMITS.email} />
      </ListHead>
      <FilterChips
        label={words.filter}
        name="state"
        chips={[
          { value: '', label: words.allStates, count: all },
          ...listedStates.map((value) => ({ value, label: orderStateWords[value], count: counts.data[value] })),
        ]}
      />
      {orders.error && <LoadFailed query={orders} />}
      {total === 0 ? (
        <EmptyState title={state || customer ? words.noneFound : words.none} />
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
  { title: words.columns.order, card: 'none', cell: ({ _id }) => <ShortId id={_id} /> },
  { title: words.columns.ordered, card: 'plain', cell: ({ createdAt }) => <Day value={createdAt} /> },
  { title: words.columns.email, card: 'plain', cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.partName, card: 'name', cell: (order) => <OrderedPart order={order} /> },
  { title: words.columns.quantity, align: 'end', cell: ({ orderQuantity }) => formatCount(orderQuantity) },
  { title: words.columns.total, align: 'end', cell: ({ totalPrice }) => formatAmount(totalPrice) },
  {
    title: words.columns.status,
    card: 'state',
    cell: (order) => <OrderStatus order={order} toShip={orderCan.ship(order) && <ShipOrder order={order} />} />,
  },
  { title: words.columns.cancel, card: 'action', screenOnly: true, cell: (order) => <CancelOrder order={order} /> },
  { title: words.columns.refund, card: 'action', screenOnly: true, cell: (order) => <RefundOrder order={order} /> },
]
