import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AUDIT_PAGE_SIZE, operationsCalls, type AuditEntry, type AuditFilter } from '#contract/operations.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { fetchFile } from '#app/fetch-file.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { AuditSheet } from '#app/operations/audit-sheet.tsx'
import { AuditSubject, describeDetail } from '#app/operations/audit-texts.tsx'
import { offerToSave } from '#app/offer-to-save.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { DateRange, useDateRange } from '#app/ui/date-range.tsx'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { withChoices } from '#app/ui/list-choices.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { useOpened } from '#app/ui/use-opened.ts'
import { useDownload } from '#app/use-download.ts'
import { auditWords as words } from '#app/words/audit.ts'

export const meta = pageMeta(words.title)

/** The audit log, for admins. */
export default function Audit() {
  const times = useDateRange()
  const q = useListSearch()
  const [search, setSearch] = useSearchParams()
  const actor = search.get('person') ?? ''
  const filter = { ...times, ...(q !== '' && { q }), ...(actor !== '' && { actor }) }
  const list = useQuery({
    ...readOf(operationsCalls.audit, { query: { page: usePage(), ...filter } }),
    placeholderData: keepPreviousData,
  })
  const chosen = useColumns('audit', columns)
  const { data, error, isPlaceholderData } = list
  const { openedId, hrefOf, close } = useOpened()

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.title} lead={words.lead}>
        <ListSearch label={words.searchLabel} />
        <AuditFile filter={filter} />
        <ColumnMenu of={chosen} />
      </ListHead>
      <div className="list-filters">
        <DateRange label={words.days} />
        <select
          data-screen-only
          className="control paper-choice"
          aria-label={words.person}
          value={actor}
          onChange={({ target }) => setSearch(withChoices(search, { person: target.value }))}
        >
          <option value="">{words.everybody}</option>
          {data.actors.map((email) => (
            <option key={email}>{email}</option>
          ))}
        </select>
      </div>
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        Object.keys(filter).length > 0 ? (
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

/** Saves the entries that the list shows, on all of its pages. */
function AuditFile({ filter }: { filter: AuditFilter }) {
  const { busy, download } = useDownload(async () => {
    offerToSave(await fetchFile({ path: `${operationsCalls.auditFile.path}?${new URLSearchParams(filter)}` }), words.fileName)
  })
  return (
    <Button variant="secondary" busy={busy !== undefined} aria-label={words.saveFile} onClick={() => download('csv')}>
      {words.csv}
    </Button>
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
