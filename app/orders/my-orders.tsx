import { Suspense } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reportCalls } from '#contract/shop/reports.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { orderCalls, orderCan, shortTransactionId, stateOf, type Order } from '#contract/orders/orders.ts'
import { useMay } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { OrderFiles } from '#app/orders/order-files.tsx'
import { countShown, OrderFilterBar, useOrderFilter, wordsOfNone } from '#app/orders/order-filter.tsx'
import { OrderAgain } from '#app/orders/order-again.tsx'
import { OrderStatus } from '#app/orders/order-status.tsx'
import { OrderedPart } from '#app/orders/ordered-part.tsx'
import { PaysFor } from '#app/orders/pays-for.tsx'
import { UnreadOrders } from '#app/orders/unread-orders.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { myOrdersWords as words } from '#app/words/my-orders.ts'
import { orderStateWords } from '#app/words/order-states.ts'
import { taxWords } from '#app/words/tax.ts'

export const meta = pageMeta(words.title)

const Overview = lazyPart(async () => (await import('#app/reports/overview.tsx')).Overview)

/** Admins see the overview, and below it their own orders, if they have any. While the rights are unknown, only the orders are shown. */
export default function FirstScreen() {
  const { isAdmin, adminCheck } = useSession()
  const may = useMay()
  if (isAdmin === undefined && !adminCheck.error) return overviewPlace
  if (!may(reportCalls.sales)) return <MyOrders />
  return (
    <>
      <Suspense fallback={overviewPlace}>
        <Overview />
      </Suspense>
      <OwnOrders />
    </>
  )
}

const overviewPlace = (
  <div className="min-h-dvh">
    <Skeleton />
  </div>
)

function OwnOrders() {
  const customer = useSession().identity?.email ?? ''
  const { data } = useQuery(readOf(orderCalls.ofCustomer, { query: { customer } }))
  return data && data.length > 0 && <MyOrders />
}

/** The newest first. Specification section 2, "My Order". */
function MyOrders() {
  const { identity } = useSession()
  const customer = identity?.email ?? ''
  const page = usePage()
  const shown = useOrderFilter()
  const { searched, filter, isFiltered } = shown
  // All of them by the specified call; filtered ones by pages, newest first.
  const paged = { page, size: ORDERS_PAGE_SIZE, newestFirst: true, ...filter }
  const orders = useQuery({
    ...readOf(orderCalls.ofCustomer, { query: { customer, ...(isFiltered && paged) } }),
    placeholderData: keepPreviousData,
    select: (read) => (isFiltered ? read : read.toReversed()),
  })
  const counts = useList(orderCalls.countOwnByState, { query: { customer, ...searched } })

  const total = (isFiltered ? counts.data && countShown(shown, counts.data) : orders.data?.length) ?? 0
  const hasNone = !isFiltered && orders.data?.length === 0
  return (
    <ListScreen
      list={orders.data && !counts.data ? counts : orders}
      rows={counts.data && orders.data}
      paging={isFiltered ? { count: total } : undefined}
      rowKey={({ _id }) => _id}
      href={({ _id }) => paths.order(_id)}
      size={ORDERS_PAGE_SIZE}
      words={{ ...words, ...wordsOfNone(shown) }}
      title={words.heading(total)}
      search={!hasNone && words.searchLabel}
      isFiltered={isFiltered}
      actions={!hasNone && <OrderFiles of="ofCustomer" filter={{ customer, ...filter }} />}
      hides="my-orders"
      wide
      columns={columns}
      filters={
        <>
          {counts.data && !hasNone && <OrderFilterBar filter={shown} counts={counts.data} />}
          <UnreadOrders />
        </>
      }
      start={<ButtonLink to={paths.inventory}>{words.seeAllParts}</ButtonLink>}
      select={{
        nameOf: ({ number, name }) => `${number}, ${name}`,
        renderActions: (selected) => <OrderAgain orders={selected} />,
      }}
    />
  )
}

/** The shop's number, followed by the buyer's own, which is cut if it is long. */
function NumberAndReference({ order: { number, reference } }: { order: Order }) {
  if (reference === '') return number
  return (
    <span className="flex gap-2 not-print:@max-[56rem]:flex-col not-print:@max-[56rem]:gap-0">
      {number}
      <span className="truncate max-w-24 text-soft" title={reference}>
        {reference}
      </span>
    </span>
  )
}

const columns: Column<Order>[] = [
  // On a card the place in the list says nothing beside the order's number.
  { title: words.columns.number, card: 'head', cell: (_, index) => <span className="not-print:@max-[56rem]:hidden">{index + 1}</span> },
  { title: words.orderColumn, card: 'head', sort: ({ number }) => number, cell: (order) => <NumberAndReference order={order} /> },
  { title: words.columns.partName, card: 'name', sort: ({ name }) => name, cell: (order) => <OrderedPart order={order} /> },
  {
    title: words.columns.quantity,
    card: 'count',
    align: 'end',
    sort: ({ orderQuantity }) => orderQuantity,
    cell: ({ orderQuantity }) => formatCount(orderQuantity),
  },
  {
    title: words.columns.price,
    card: 'amount',
    align: 'end',
    sort: ({ totalPrice }) => totalPrice,
    cell: ({ totalPrice, tax }) => (
      <>
        <span>{formatAmount(totalPrice)}</span>
        {tax && (
          <span className="text-sm text-soft">
            <span className="block">{formatAmount(tax.due)}</span>
            <span className="block">{taxWords.withTax}</span>
          </span>
        )}
      </>
    ),
  },
  { title: words.orderedColumn, card: 'head', sort: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Day value={createdAt} /> },
  {
    title: words.stateColumn,
    card: 'state',
    sort: (order) => orderStateWords[stateOf(order)],
    cell: (order) => <OrderStatus order={order} />,
  },
  { title: words.columns.paymentStatus, card: 'plain', cell: (order) => <PaymentStatus order={order} /> },
  { title: words.columns.cancel, card: 'action', screenOnly: true, cell: (order) => <CancelOrder order={order} /> },
]

function PaymentStatus({ order }: { order: Order }) {
  if (orderCan.pay(order)) {
    return (
      <span className="inline-flex items-center gap-3">
        <ButtonLink to={paths.payment(order._id)} className="whitespace-nowrap">
          {words.payNow}
        </ButtonLink>
        <span className="grid text-[0.75rem]/4 text-soft">
          {order.payBy && (
            <span>
              {words.payBy} <Day value={order.payBy} />
            </span>
          )}
          {order.groupId && <PaysFor groupId={order.groupId} />}
        </span>
      </span>
    )
  }
  if (!order.paid) return null
  if (order.paidBy === 'account') return <span>{words.onAccount}</span>
  return (
    <span title={order.transactionId} className="whole-on-paper">
      {words.transaction(shortTransactionId(order.transactionId))}
      {order.paidBy === 'transfer' && <span className="block text-[0.75rem]/4 text-soft">{words.byTransfer}</span>}
    </span>
  )
}
