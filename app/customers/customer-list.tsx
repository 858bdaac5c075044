import { customerCalls, type Customer } from '#contract/people/customers.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { CUSTOMERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import { Status } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day, Time } from '#app/ui/time.tsx'
import { customerWords as words } from '#app/words/customers.ts'

/** All accounts, the newest first, searched by name and email. */
export function CustomerList() {
  const query = useListQuery()
  const list = useList(customerCalls.page, { query })
  const { data } = list
  const count = data?.count ?? 0
  return (
    <ListScreen
      list={list}
      rows={data?.customers}
      paging={data}
      rowKey={({ _id }) => _id}
      href={({ _id }) => dashboardPaths.customer(_id)}
      size={CUSTOMERS_PAGE_SIZE}
      words={words}
      title={query.q === undefined ? words.heading(count) : words.found(count, query.q)}
      search={words.searchLabel}
      isFiltered={query.q !== undefined}
      hides="customers"
      wide
      columns={columns}
    />
  )
}

const columns: Column<Customer>[] = [
  { title: words.columns.name, card: 'plain', fills: true, cell: ({ displayName }) => displayName },
  { title: words.columns.email, card: 'name', cell: ({ email }) => <EmailText>{email}</EmailText> },
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
