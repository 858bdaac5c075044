import { useSearchParams } from 'react-router'
import { AUDIT_PAGE_SIZE, operationsCalls, type AuditEntry, type AuditFilter } from '#contract/shop/operations.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { AuditSheet } from '#app/operations/audit-sheet.tsx'
import { AuditSubject, describeDetail } from '#app/operations/audit-texts.tsx'
import { SaveFile } from '#app/ui/save-files.tsx'
import { DateRange, useDateRange } from '#app/ui/date-range.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { FirstLine } from '#app/ui/first-line.tsx'
import { withChoices } from '#app/ui/list-choices.ts'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { auditWords as words } from '#app/words/audit.ts'

export const meta = pageMeta(words.title)

/** The audit log, for admins. */
export default function Audit() {
  const [search, setSearch] = useSearchParams()
  const actor = search.get('person') ?? ''
  const { page, ...text } = useListQuery()
  const filter = { ...useDateRange(), ...text, ...(actor !== '' && { actor }) }
  const list = useList(operationsCalls.audit, { query: { page, ...filter } })
  return (
    <ListScreen
      list={list}
      rows={list.data?.entries}
      paging={list.data}
      rowKey={({ position }) => position}
      size={AUDIT_PAGE_SIZE}
      words={words}
      search={words.searchLabel}
      isFiltered={Object.keys(filter).length > 0}
      actions={<AuditFile filter={filter} />}
      hides="audit"
      wide
      columns={columns}
      filters={
        <div className="list-filters">
          <DateRange label={words.days} />
          <select
            data-screen-only
            className="control w-auto min-w-0"
            aria-label={words.person}
            value={actor}
            onChange={({ target }) => setSearch(withChoices(search, { person: target.value }))}
          >
            <option value="">{words.everybody}</option>
            {list.data?.actors.map((email) => (
              <option key={email}>{email}</option>
            ))}
          </select>
        </div>
      }
      renderSheet={({ row, onClose }) => <AuditSheet entry={row} onClose={onClose} />}
    />
  )
}

/** Saves the entries that the list shows, on all of its pages. */
function AuditFile({ filter }: { filter: AuditFilter }) {
  const path = `${operationsCalls.auditFile.path}?${new URLSearchParams(filter)}`
  return (
    <SaveFile file={{ path, name: words.fileName }} aria-label={words.saveFile}>
      {words.csv}
    </SaveFile>
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
    cell: ({ detail }) => describeDetail(detail) && <FirstLine text={describeDetail(detail)} />,
  },
]
