import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AUDIT_PAGE_SIZE, operationsCalls, type AuditEntry } from '#contract/operations.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ShortId } from '#app/ui/short-id.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { auditWords as words } from '#app/words/audit.ts'

export const meta = pageMeta(words.title)

/** The audit log, for admins. */
export default function Audit() {
  const list = useQuery({ ...readOf(operationsCalls.audit, { query: { page: usePage() } }), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = list

  if (!data) return <Loading query={list} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.title} lead={words.lead} />
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <Table wide caption={words.title} columns={columns} rows={data.entries} rowKey={({ position }) => position} />
      )}
      <ListPager page={data.page} count={data.count} size={AUDIT_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<AuditEntry>[] = [
  { title: words.columns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.columns.actor, cell: ({ actor }) => (actor === null ? words.shopItself : <EmailText>{actor}</EmailText>) },
  { title: words.columns.action, card: 'name', cell: ({ action }) => words.actions[action] ?? action },
  { title: words.columns.subject, multiline: true, cell: (entry) => <Subject entry={entry} /> },
  { title: words.columns.detail, multiline: true, cell: ({ detail }) => <span className="figures">{describe(detail)}</span> },
]

/** The name of what was changed; for what no longer exists, or has no name, its id. */
function Subject({ entry: { subject, subjectName } }: { entry: AuditEntry }) {
  if (subjectName) return <span title={subject}>{subjectName}</span>
  return UUID.test(subject) ? <ShortId id={subject} /> : <span className="wrap-anywhere">{subject}</span>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const describe = (detail: AuditEntry['detail']) =>
  Object.entries(detail)
    .map(([name, value]) => `${words.figures[name] ?? name} ${value}`)
    .join(', ')
