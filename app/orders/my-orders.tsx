import { Suspense, useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reportCalls } from '#contract/shop/reports.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { dueOf } from '#contract/payments/tax.ts'
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
import { OrderGroupHead, PayBy } from '#app/orders/order-group-head.tsx'
import { PaysFor } from '#app/orders/pays-for.tsx'
import { UnreadOrders } from '#app/orders/unread-orders.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Loading } from '#app/ui/failure.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { freightWords } from '#app/words/freight.ts'
import { myOrdersWords as words } from '#app/words/my-orders.ts'
import { orderStateWords } from '#app/words/order-states.ts'
import { taxWords } from '#app/words/tax.ts'

export const meta = pageMeta(words.title)

const Overview = lazyPart(async () => (await import('#app/reports/overview.tsx')).Overview)

/** Admins see the overview, and below it their own orders, if they have any. While the rights are unknown, only the orders are shown. */
export default function FirstScreen() {
  const { isAdmin, adminCheck } = useSession()
  const may = useMay()
  if (isAdmin === undefined && !adminCheck.error) return <Loading query={adminCheck} skeleton={overviewPlace} />
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

  // Of a group of which only one order is listed, that order says what is paid with it.
  const shared = useMemo(() => sharedGroups(orders.data ?? []), [orders.data])
  const columns = useMemo(() => columnsBeside(shared), [shared])

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
      columns={columns}
      groups={{ of: shared.groupOf, renderHead: (together) => <OrderGroupHead orders={together} /> }}
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
    <span className="flex gap-x-2 leading-4 not-print:@max-[80rem]:flex-col">
      {number}
      <span className="truncate max-w-24 text-soft not-print:@min-[44rem]:@max-[64rem]:max-w-16" title={reference}>
        {reference}
      </span>
    </span>
  )
}

type Shared = { groupOf: (order: Order) => string | undefined }

/** Groups of which several orders are listed. */
function sharedGroups(orders: readonly Order[]): Shared {
  const counts = new Map<string | null, number>()
  for (const { groupId } of orders) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  return { groupOf: ({ groupId }) => (groupId && counts.get(groupId)! > 1 ? groupId : undefined) }
}

const columnsBeside = ({ groupOf }: Shared): Column<Order>[] => [
  // On a card the place in the list says nothing beside the order's number.
  { title: words.columns.number, card: 'head', cell: (_, index) => <span className="not-print:@max-[44rem]:hidden">{index + 1}</span> },
  { title: words.orderColumn, card: 'head', sort: ({ number }) => number, cell: (order) => <NumberAndReference order={order} /> },
  {
    title: words.columns.partName,
    card: 'name',
    sort: ({ name }) => name,
    cell: (order) => <OrderedPart order={order} inGroup={groupOf(order) !== undefined} />,
  },
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
    cell: (order) => <GoodsAndMore order={order} />,
  },
  {
    title: words.orderedColumn,
    card: 'head',
    spare: true,
    sort: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Day value={createdAt} />,
  },
  {
    title: words.stateColumn,
    card: 'state',
    sort: (order) => orderStateWords[stateOf(order)],
    cell: (order) => <OrderStatus order={order} />,
  },
  {
    title: words.columns.paymentStatus,
    card: 'plain',
    cell: (order) => <PaymentStatus order={order} isPaidAbove={groupOf(order) !== undefined} />,
  },
  { title: words.columns.cancel, card: 'action', screenOnly: true, cell: (order) => <CancelOrder order={order} /> },
]

/** The price of the goods, and that freight and tax come on top; all that is due is its title. */
function GoodsAndMore({ order }: { order: Order }) {
  const hasFreight = (order.freight?.amount ?? 0) > 0
  const more = [...(hasFreight ? [freightWords.plusFreight] : []), ...(order.tax ? [taxWords.plusTax] : [])]
  const counted = !hasFreight ? taxWords.withTax : order.tax ? freightWords.withFreightAndTax : freightWords.withFreight
  return (
    <span className="whitespace-nowrap">
      {formatAmount(order.totalPrice)}
      {more.length > 0 && (
        <span className="text-soft not-print:@min-[44rem]:@max-[56rem]:hidden" title={`${formatAmount(dueOf(order))} ${counted}`}>
          {` ${more.join(' ')}`}
        </span>
      )}
    </span>
  )
}

/** @param isPaidAbove the line of its group has what pays for it. */
function PaymentStatus({ order, isPaidAbove }: { order: Order; isPaidAbove: boolean }) {
  if (orderCan.pay(order)) {
    if (isPaidAbove) return null
    return (
      <span className="inline-flex items-center gap-3">
        <ButtonLink to={paths.payment(order._id)} className="whitespace-nowrap">
          {words.payNow}
        </ButtonLink>
        <span className="grid max-w-40 text-[0.75rem]/4 text-soft not-print:@min-[44rem]:@max-[68rem]:hidden">
          {order.payBy && <PayBy day={order.payBy} />}
          {order.groupId && <PaysFor groupId={order.groupId} />}
        </span>
      </span>
    )
  }
  if (!order.paid) return null
  if (order.paidBy === 'account') return <span>{words.onAccount}</span>
  return (
    <span
      title={order.transactionId}
      className="block max-w-[clamp(5.5rem,calc(36cqi-13rem),14rem)] not-print:@max-[44rem]:max-w-none truncate whole-on-paper"
    >
      {words.transaction(shortTransactionId(order.transactionId))}
      {order.paidBy === 'transfer' && <span className="block text-[0.75rem]/4 text-soft">{words.byTransfer}</span>}
    </span>
  )
}
