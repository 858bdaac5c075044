import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dayText } from '#contract/basics/day-text.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { importCalls, type ListedImport } from '#contract/parts/imports.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { priceChangeCalls, type MadePriceChange } from '#contract/parts/price-changes.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { UndoImport } from '#app/imports/undo-import.tsx'
import { ChangeFound } from '#app/parts/change-found.tsx'
import { importWords } from '#app/words/imports.ts'
import { Allowed, useMay } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { priceChangeWords as words } from '#app/words/price-changes.ts'

export const meta = pageMeta(words.heading)

/** A change that was made at once, or one by way of an import, which can be planned. */
type Row = MadePriceChange & { import?: ListedImport }

const rowOf = (one: ListedImport & { percent: number }): Row => ({
  _id: one._id,
  percent: one.percent,
  parts: one.writtenRows,
  by: one.by,
  at: one.createdAt,
  undone: one.state === 'undone',
  import: one,
})

const isOfPrices = (one: ListedImport): one is ListedImport & { percent: number } => one.percent !== null

/** Changes of many prices, to undo them. */
export default function PriceChanges() {
  const may = useMay()
  const list = useQuery(readOf(priceChangeCalls.all))
  const seesImports = may(importCalls.all)
  const imports = useQuery({ ...readOf(importCalls.all), enabled: seesImports })
  const count = useQuery(readOf(partCalls.count)).data?.count ?? 0
  const rows = useMemo(
    () =>
      list.data &&
      (imports.data || !seesImports || imports.error) &&
      [...list.data, ...(imports.data ?? []).filter(isOfPrices).map(rowOf)].toSorted((one, other) => other.at.localeCompare(one.at)),
    [list.data, imports.data, imports.error, seesImports],
  )
  return (
    <ListScreen
      list={list.error ? list : imports}
      rows={rows || undefined}
      rowKey={({ _id }) => _id}
      words={{ caption: words.list, none: words.none }}
      title={words.heading}
      lead={words.listLead}
      actions={
        <>
          <ChangeFound filter={{}} count={count} />
          <ButtonLink to={paths.manageProduct} variant="secondary">
            {words.toParts}
          </ButtonLink>
        </>
      }
      columns={columns}
    />
  )
}

/** Sentences of a message that says why nothing was undone. */
const NAMED = 3

const columns: Column<Row>[] = [
  { title: words.listColumns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.listColumns.percent, card: 'name', fills: true, cell: (change) => <Change change={change} /> },
  { title: words.listColumns.parts, align: 'end', cell: ({ parts }) => formatCount(parts) },
  { title: words.listColumns.by, cell: ({ by }) => <EmailText>{by}</EmailText> },
  {
    title: words.listColumns.undo,
    card: 'action',
    screenOnly: true,
    cell: ({ import: one, ...change }) => {
      if (change.undone) return words.isUndone
      if (one && one.state !== 'written')
        return one.plannedFor ? importWords.plannedFor(dayText(one.plannedFor)) : importWords.listStates[one.state]
      return one ? (
        <Allowed call={importCalls.undo}>
          <UndoImport of={one} />
        </Allowed>
      ) : (
        <Allowed call={priceChangeCalls.undo}>
          <Undo change={change} />
        </Allowed>
      )
    },
  },
]

/** The percentage; of an import, which leads to its rows, also what else it changes. */
const Change = ({ change: { percent, import: one } }: { change: Row }) =>
  one ? (
    <Link
      to={dashboardPaths.importOne(one._id, one.state === 'written' || one.state === 'undone' ? 'changed' : undefined)}
      className="link"
    >
      {[words.percentOf(percent), ...one.fileName.split(', ').slice(1)].join(', ')}
    </Link>
  ) : (
    <span>{words.percentOf(percent)}</span>
  )

const Undo = ({ change: { _id, percent, parts } }: { change: MadePriceChange }) => (
  <ConfirmedAction
    button={words.undo}
    buttonLabel={words.undoOf(words.percentOf(percent), parts)}
    question={words.undoQuestion(words.percentOf(percent), parts)}
    send={() => callApi(priceChangeCalls.undo, { params: { id: _id } })}
    onDone={({ modifiedCount }) => toast.success(words.undone(modifiedCount))}
    onFailed={(error) => toast.error(sentencesOf(error).slice(0, NAMED).join(' '))}
    changes={[priceChangeCalls.all, ...partReads]}
  />
)
