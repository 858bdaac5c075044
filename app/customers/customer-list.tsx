import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { customerCalls, type Customer } from '#contract/customers.ts'
import { formatAmount, formatCount } from '#contract/figures.ts'
import { CUSTOMERS_PAGE_SIZE } from '#contract/limits.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { readOf } from '#app/queries.ts'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Day, Time } from '#app/ui/time.tsx'
import { customerWords as words } from '#app/words/customers.ts'

/** All accounts, the newest first, searched by name and email. */
export function CustomerList() {
  const q = useListSearch()
  const list = useQuery({
    ...readOf(customerCalls.page, { query: { page: usePage(), ...(q !== '' && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const chosen = useColumns('customers', columns)
  const { data, error, isPlaceholderData } = list

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={q === '' ? words.heading(data.count) : words.found(data.count, q)}>
        <ListSearch label={words.searchLabel} />
        <ColumnMenu of={chosen} />
      </ListHead>
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={q === '' ? words.none : words.noneFound}>{q === '' && words.noneMore}</EmptyState>
      ) : (
        <Table
          wide
          caption={words.caption}
          columns={chosen.columns}
          rows={data.customers}
          rowKey={({ _id }) => _id}
          href={({ _id }) => dashboardPaths.customer(_id)}
        />
      )}
      <ListPager page={data.page} count={data.count} size={CUSTOMERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<Customer>[] = [
  { title: words.columns.email, card: 'name', cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.name, card: 'plain', fills: true, cell: ({ displayName }) => displayName },
  { title: words.columns.orders, align: 'end', cell: ({ orders }) => formatCount(orders) },
  { title: words.columns.turnover, card: 'amount', align: 'end', cell: ({ turnover }) => formatAmount(turnover) },
  { title: words.columns.lastSeen, cell: ({ lastSeenAt }) => (lastSeenAt ? <Time value={lastSeenAt} /> : words.never) },
  { title: words.columns.registered, cell: ({ createdAt }) => <Day value={createdAt} /> },
  { title: words.columns.state, card: 'state', cell: (customer) => <CustomerState customer={customer} /> },
]

export function CustomerState({ customer: { blocked, role } }: { customer: Customer }) {
  if (blocked) return <Status tone="danger">{words.blocked}</Status>
  if (role === 'admin') return <Status tone="neutral">{words.admin}</Status>
  return <Status tone="success">{words.active}</Status>
}
