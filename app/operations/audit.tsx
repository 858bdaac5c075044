import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AUDIT_PAGE_SIZE, operationsCalls, type AuditEntry } from '#contract/operations.ts'
import { LoadFailed } from '#app/failure.tsx'
import { AdminOnly } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { askedPage } from '#app/ui/asked-page.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { auditWords as words } from '#app/words/audit.ts'

export const meta = pageMeta(words.title)

/** The audit log, for admins. */
export default function Audit() {
  return (
    <AdminOnly>
      <Entries />
    </AdminOnly>
  )
}

function Entries() {
  const [search] = useSearchParams()
  const page = askedPage(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...readOf(operationsCalls.audit, { query: { page } }),
    placeholderData: keepPreviousData,
  })

  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <Spinner />
  return (
    <section className="grid grid-cols-1 gap-6" aria-busy={isPlaceholderData || undefined}>
      <div>
        <h2 className="text-xl">{words.title}</h2>
        <p className="mt-2 max-w-prose text-soft">{words.lead}</p>
      </div>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data.count === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <Table wide caption={words.title} columns={columns} rows={data.entries} rowKey={({ position }) => position} />
      )}
      {data.count > AUDIT_PAGE_SIZE && (
        <Pager page={data.page} pages={Math.ceil(data.count / AUDIT_PAGE_SIZE)} href={paths.auditPage} label={words.pages} />
      )}
    </section>
  )
}

const columns: Column<AuditEntry>[] = [
  { title: words.columns.at, cell: ({ at }) => <Time value={at} /> },
  { title: words.columns.actor, cell: ({ actor }) => (actor === null ? words.shopItself : <EmailText>{actor}</EmailText>) },
  { title: words.columns.action, cell: ({ action }) => words.actions[action] ?? action },
  { title: words.columns.subject, cell: ({ subject }) => <span className="text-sm wrap-anywhere">{subject}</span> },
  { title: words.columns.detail, cell: ({ detail }) => <span className="figures">{describe(detail)}</span> },
]

const describe = (detail: AuditEntry['detail']) =>
  Object.entries(detail)
    .map(([name, value]) => `${words.figures[name] ?? name} ${value}`)
    .join(', ')
