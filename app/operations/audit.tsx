import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AUDIT_PAGE_SIZE, operationsCalls, type AuditEntry } from '#contract/operations.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { AuditSheet } from '#app/operations/audit-sheet.tsx'
import { AuditSubject, describeDetail } from '#app/operations/audit-texts.tsx'
import { readOf } from '#app/queries.ts'
import { DateRange, useDateRange } from '#app/ui/date-range.tsx'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { useOpened } from '#app/ui/use-opened.ts'
import { auditWords as words } from '#app/words/audit.ts'

export const meta = pageMeta(words.title)

/** The audit log, for admins. */
export default function Audit() {
  const times = useDateRange()
  const list = useQuery({
    ...readOf(operationsCalls.audit, { query: { page: usePage(), ...times } }),
    placeholderData: keepPreviousData,
  })
  const chosen = useColumns('audit', columns)
  const { data, error, isPlaceholderData } = list
  const { openedId, hrefOf, close } = useOpened()

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.title} lead={words.lead}>
        <ColumnMenu of={chosen} />
      </ListHead>
      <div className="list-filters">
        <DateRange label={words.days} />
      </div>
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        times.from || times.to ? (
          <EmptyState title={words.noneFound}>{words.noneFoundMore}</EmptyState>
        ) : (
          <EmptyState title={words.none}>{words.noneMore}</EmptyState>
        )
      ) : (
        <Table
          wide
          caption={words.title}
          columns={chosen.columns}
          rows={data.entries}
          rowKey={({ position }) => position}
          href={({ position }) => hrefOf(String(position))}
        />
      )}
      {openedId && <AuditSheet entry={data.entries.find(({ position }) => String(position) === openedId)} onClose={close} />}
      <ListPager page={data.page} count={data.count} size={AUDIT_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<AuditEntry>[] = [
  { title: words.columns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.columns.actor, cell: ({ actor }) => (actor === null ? words.shopItself : <EmailText>{actor}</EmailText>) },
  { title: words.columns.action, card: 'name', cell: ({ action }) => words.actions[action] ?? action },
  { title: words.columns.subject, cell: (entry) => <AuditSubject entry={entry} /> },
  {
    title: words.columns.detail,
    fills: true,
    multiline: true,
    cell: ({ detail }) => describeDetail(detail) && <span className="figures">{describeDetail(detail)}</span>,
  },
]
