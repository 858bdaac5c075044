import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatAmount, formatCount } from '#contract/figures.ts'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { countShown, NoOrdersFound, OrderFilterBar, useOrderFilter } from '#app/orders/order-filter.tsx'
import { OrderFiles } from '#app/orders/order-files.tsx'
import { OrderSheet } from '#app/orders/order-sheet.tsx'
import { OrderStatus } from '#app/orders/order-status.tsx'
import { OrderedPart } from '#app/orders/ordered-part.tsx'
import { RefundOrder } from '#app/orders/refund-order.tsx'
import { ShipOrder } from '#app/orders/ship-order.tsx'
import { nameOfOrder, ShipOrders } from '#app/orders/ship-orders.tsx'
import { ShippingPapers } from '#app/parcels/shipping-papers.tsx'
import { UnreadOrders } from '#app/orders/unread-orders.tsx'
import { readOf } from '#app/queries.ts'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch } from '#app/ui/list-search.tsx'
import { SelectionBar } from '#app/ui/select-box.tsx'
import { useSelection } from '#app/ui/selection.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Day } from '#app/ui/time.tsx'
import { useOpened } from '#app/ui/use-opened.ts'
import { allOrdersWords as words } from '#app/words/all-orders.ts'

export const meta = pageMeta(words.title)

/** The newest first, filtered by state, by a text and by the days of ordering. Specification section 2, "All Order". */
export default function AllOrders() {
  const page = usePage()
  const shown = useOrderFilter()
  const { searched, filter, isFiltered } = shown
  const query = { page, size: ORDERS_PAGE_SIZE, newestFirst: true, ...filter }
  const counts = useQuery({ ...readOf(orderCalls.countByState, { query: searched }), placeholderData: keepPreviousData })
  const orders = useQuery({ ...readOf(orderCalls.all, { query }), placeholderData: keepPreviousData })
  const selection = useSelection({ rows: orders.data, rowKey: idOf, nameOf: nameOfOrder, isSelectable: orderCan.ship })
  const chosen = useColumns(
    'all-orders',
    useMemo(() => columnsFrom(page * ORDERS_PAGE_SIZE), [page]),
  )
  const { openedId, hrefOf, close } = useOpened()
  const heading = useKeptFocus<HTMLHeadingElement>(orders.data?.length ?? 0)

  if (!orders.data || !counts.data)
    return <Loading query={orders.data ? counts : orders} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  const total = countShown(shown, counts.data)
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={orders.isPlaceholderData || undefined}>
      <ListHead ref={heading} title={words.heading(total)}>
        <ListSearch label={words.searchLabel} />
        <OrderFiles of="all" filter={filter} />
        <ColumnMenu of={chosen} />
      </ListHead>
      <OrderFilterBar filter={shown} counts={counts.data} />
      <UnreadOrders />
      {orders.error && <LoadFailed query={orders} />}
      <SelectionBar selection={selection}>
        <ShippingPapers orders={selection.selected} />
        <ShipOrders orders={selection.selected} />
      </SelectionBar>
      {total === 0 && (isFiltered ? <NoOrdersFound filter={shown} /> : <EmptyState title={words.none}>{words.noneMore}</EmptyState>)}
      {total > 0 && (
        <Table
          wide
          caption={words.caption}
          columns={chosen.columns}
          rows={orders.data}
          rowKey={idOf}
          href={({ _id }) => hrefOf(_id)}
          selection={selection}
        />
      )}
      {openedId && <OrderSheet orderId={openedId} listed={orders.data.find(({ _id }) => _id === openedId)} onClose={close} />}
      <ListPager page={page} count={total} size={ORDERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const idOf = ({ _id }: Order) => _id

/** @param earlier orders on the pages before this one. */
const columnsFrom = (earlier: number): Column<Order>[] => [
  { title: words.columns.number, card: 'head', cell: (_, index) => <span className="row-index">{earlier + index + 1}</span> },
  { title: words.columns.order, card: 'head', cell: ({ number }) => number },
  { title: words.columns.ordered, card: 'head', cell: ({ createdAt }) => <Day value={createdAt} /> },
  { title: words.columns.email, card: 'plain', cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.partName, card: 'name', cell: (order) => <OrderedPart order={order} /> },
  { title: words.columns.quantity, card: 'count', align: 'end', cell: ({ orderQuantity }) => formatCount(orderQuantity) },
  { title: words.columns.total, card: 'amount', align: 'end', cell: ({ totalPrice }) => formatAmount(totalPrice) },
  {
    title: words.columns.status,
    card: 'state',
    cell: (order) => <OrderStatus order={order} toShip={orderCan.ship(order) && <ShipOrder order={order} />} />,
  },
  { title: words.columns.cancel, card: 'action', screenOnly: true, cell: (order) => <CancelOrder order={order} /> },
  { title: words.columns.refund, card: 'action', screenOnly: true, cell: (order) => <RefundOrder inList order={order} /> },
]
