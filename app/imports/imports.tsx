import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { dayText } from '#contract/basics/day-text.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { importCalls, type ListedImport } from '#contract/parts/imports.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { LoadingList } from '#app/ui/loading-list.tsx'
import { Time } from '#app/ui/time.tsx'
import { importWords as words } from '#app/words/imports.ts'
import { ChooseFile } from './choose-file.tsx'
import { Preview } from './preview.tsx'
import { UndoImport } from './undo-import.tsx'

export const meta = pageMeta(words.title)

/** Files of parts: a new one, the preview of one, and earlier ones to undo. */
export default function Imports() {
  const { id } = useParams()
  return id === undefined ? <Begin /> : <Preview key={id} id={id} />
}

function Begin() {
  const list = useQuery(readOf(importCalls.all))
  // Those that change prices by a percentage are listed with the other changes of prices.
  const imports = list.data?.filter(({ percent }) => percent === null)
  return (
    <section className="grid grid-cols-1 gap-5">
      <ListHead title={words.title} lead={words.lead}>
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      </ListHead>
      <Allowed call={importCalls.begin}>
        <ChooseFile />
      </Allowed>
      <h3 className="text-lg">{words.history}</h3>
      {!imports && <LoadingList query={list} columns={columns} />}
      {imports?.length === 0 && <EmptyState title={words.none} />}
      {imports && imports.length > 0 && (
        <Table
          caption={words.history}
          columns={columns}
          rows={imports}
          rowKey={({ _id }) => _id}
          href={({ _id, state }) => dashboardPaths.importOne(_id, state === 'open' || state === 'planned' ? undefined : 'changed')}
        />
      )}
    </section>
  )
}

const columns: Column<ListedImport>[] = [
  { title: words.listColumns.at, card: 'plain', cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: words.listColumns.file, card: 'name', cell: ({ fileName }) => fileName },
  { title: words.listColumns.parts, align: 'end', cell: ({ writtenRows }) => formatCount(writtenRows) },
  { title: words.listColumns.by, fills: true, cell: ({ by }) => <EmailText>{by}</EmailText> },
  {
    title: words.listColumns.state,
    card: 'state',
    cell: ({ state, plannedFor }) => (plannedFor && state === 'planned' ? words.plannedFor(dayText(plannedFor)) : words.listStates[state]),
  },
  {
    title: words.listColumns.undo,
    card: 'action',
    screenOnly: true,
    cell: (one) =>
      one.state === 'written' && (
        <Allowed call={importCalls.undo}>
          <UndoImport of={one} />
        </Allowed>
      ),
  },
]
