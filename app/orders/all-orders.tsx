import { useMemo } from 'react'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { orderAttentions, orderCalls, orderCan, type Order } from '#contract/orders/orders.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { countShown, OrderFilterBar, useOrderFilter, wordsOfNone } from '#app/orders/order-filter.tsx'
import { OrderFiles } from '#app/orders/order-files.tsx'
import { OrderSheet } from '#app/orders/order-sheet.tsx'
import { OrderStatus } from '#app/orders/order-status.tsx'
import { OrderedPart } from '#app/orders/ordered-part.tsx'
import { RefundOrder } from '#app/orders/refund-order.tsx'
import { SetStages } from '#app/orders/set-stages.tsx'
import { AskedToShip, ShipOrder } from '#app/orders/ship-order.tsx'
import { nameOfOrder, ShipOrders } from '#app/orders/ship-orders.tsx'
import { ShippingPapers } from '#app/parcels/shipping-papers.tsx'
import { UnreadOrders } from '#app/orders/unread-orders.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { allOrdersWords as words } from '#app/words/all-orders.ts'

export const meta = pageMeta(words.title)

/** The newest first, filtered by state, by a text and by the days of ordering. Specification section 2, "All Order". */
export default function AllOrders() {
  const page = usePage()
  const shown = useOrderFilter(orderAttentions)
  const { searched, filter, isFiltered } = shown
  const query = { page, size: ORDERS_PAGE_SIZE, newestFirst: true, ...filter }
  const counts = useList(orderCalls.countByState, { query: searched })
  const orders = useList(orderCalls.all, { query })
  const columns = useMemo(() => columnsFrom(page * ORDERS_PAGE_SIZE), [page])

  const total = counts.data ? countShown(shown, counts.data) : 0
  return (
    <ListScreen
      list={orders.data && !counts.data ? counts : orders}
      rows={counts.data && orders.data}
      paging={{ count: total }}
      rowKey={({ _id }) => _id}
      size={ORDERS_PAGE_SIZE}
      words={{ ...words, ...wordsOfNone(shown) }}
      title={words.heading(total)}
      search={words.searchLabel}
      isFiltered={isFiltered}
      actions={<OrderFiles of="all" filter={filter} />}
      hides="all-orders"
      wide
      columns={columns}
      filters={
        <>
          {counts.data && <OrderFilterBar filter={shown} counts={counts.data} />}
          <UnreadOrders />
        </>
      }
      select={{
        nameOf: nameOfOrder,
        isSelectable: orderCan.ship,
        renderActions: (selected) => (
          <>
            <ShippingPapers orders={selected} />
            <SetStages orders={selected} />
            <ShipOrders orders={selected} />
          </>
        ),
      }}
      renderSheet={({ id, row, onClose }) => <OrderSheet orderId={id} listed={row} onClose={onClose} />}
    >
      <AskedToShip orders={orders.data} />
    </ListScreen>
  )
}

/** @param earlier orders on the pages before this one. */
const columnsFrom = (earlier: number): Column<Order>[] => [
  // On a card the place in the list says nothing beside the order's number.
  {
    title: words.columns.number,
    card: 'head',
    cell: (_, index) => <span className="not-print:@max-[56rem]:hidden">{earlier + index + 1}</span>,
  },
  { title: words.columns.order, card: 'head', cell: ({ number }) => number },
  { title: words.columns.ordered, card: 'head', spare: true, cell: ({ createdAt }) => <Day value={createdAt} /> },
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
