import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { voidingCalls, type AdminQuote } from '#contract/quotes/voidings.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Loading } from '#app/ui/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { OrderStatus } from '#app/orders/order-status.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { allOrdersWords } from '#app/words/all-orders.ts'
import { allQuotesWords } from '#app/words/all-quotes.ts'
import { customerWords as words } from '#app/words/customers.ts'

const SHOWN = 10

export const NewestOrders = ({ email }: { email: string }) => (
  <Allowed call={orderCalls.all}>
    <Orders email={email} />
  </Allowed>
)

function Orders({ email }: { email: string }) {
  const query = useQuery(readOf(orderCalls.all, { query: { page: 0, size: SHOWN, newestFirst: true, customer: email } }))
  return (
    <Newest
      title={words.newestOrders}
      query={query}
      none={words.noOrders}
      all={`${paths.allOrder}?${new URLSearchParams({ q: email })}`}
      allLabel={words.allOrders}
      count={query.data?.length}
    >
      <Table
        caption={words.newestOrders}
        columns={orderColumns}
        rows={query.data ?? []}
        rowKey={({ _id }) => _id}
        href={({ _id }) => paths.order(_id)}
      />
    </Newest>
  )
}

export const NewestQuotes = ({ email }: { email: string }) => (
  <Allowed call={voidingCalls.all}>
    <Quotes email={email} />
  </Allowed>
)

function Quotes({ email }: { email: string }) {
  const query = useQuery(readOf(voidingCalls.all, { query: { page: 0, size: SHOWN, q: email } }))
  return (
    <Newest
      title={words.newestQuotes}
      query={query}
      none={words.noQuotes}
      all={`${dashboardPaths.allQuotes}?${new URLSearchParams({ q: email })}`}
      allLabel={words.allQuotes}
      count={query.data?.quotes.length}
    >
      <Table
        caption={words.newestQuotes}
        columns={quoteColumns}
        rows={query.data?.quotes ?? []}
        rowKey={({ _id }) => _id}
        href={({ _id }) => dashboardPaths.shopQuote(_id)}
      />
    </Newest>
  )
}

type NewestProps = {
  title: string
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean }
  /** Undefined until it is read. */
  count: number | undefined
  none: string
  all: string
  allLabel: string
  children: ReactNode
}

function Newest({ title, query, count, none, all, allLabel, children }: NewestProps) {
  return (
    <Panel>
      <h3 className="mb-2 text-base font-semibold">{title}</h3>
      {count === undefined && <Loading query={query} skeleton={<Skeleton rows={3} />} />}
      {count === 0 && <p className="text-soft">{none}</p>}
      {count !== undefined && count > 0 && <div className="contents">{children}</div>}
      {count === SHOWN && (
        <p className="mt-3">
          <Link to={all} className="link">
            {allLabel}
          </Link>
        </p>
      )}
    </Panel>
  )
}

const orderColumns: Column<Order>[] = [
  { title: allOrdersWords.columns.order, card: 'head', cell: ({ number }) => number },
  { title: allOrdersWords.columns.ordered, card: 'head', cell: ({ createdAt }) => <Day value={createdAt} /> },
  { title: allOrdersWords.columns.partName, card: 'name', fills: true, cell: ({ name }) => name },
  { title: allOrdersWords.columns.quantity, card: 'count', align: 'end', cell: ({ orderQuantity }) => formatCount(orderQuantity) },
  { title: allOrdersWords.columns.total, card: 'amount', align: 'end', cell: ({ totalPrice }) => formatAmount(totalPrice) },
  { title: allOrdersWords.columns.status, card: 'state', cell: (order) => <OrderStatus order={order} /> },
]

const quoteColumns: Column<AdminQuote>[] = [
  { title: allQuotesWords.columns.number, card: 'name', cell: ({ number }) => number },
  { title: allQuotesWords.columns.total, align: 'end', cell: ({ total }) => formatAmount(total) },
  { title: allQuotesWords.columns.validUntil, cell: ({ validUntil }) => <Day value={validUntil} /> },
  { title: allQuotesWords.columns.state, card: 'state', cell: ({ state }) => allQuotesWords.states[state] },
]
