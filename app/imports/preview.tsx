import { useRef, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { dayText } from '#contract/basics/day-text.ts'
import { importCalls, type ImportCells, type ImportPreview, type ImportProblem, type ImportRow } from '#contract/parts/imports.ts'
import type { ImportField } from '#contract/parts/part-fields.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { LoadFailed } from '#app/ui/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { readAgain, readOf } from '#app/api/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice, Refusal } from '#app/ui/notice.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { LoadingList } from '#app/ui/loading-list.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { importWords as words } from '#app/words/imports.ts'
import { priceChangeWords } from '#app/words/price-changes.ts'
import { LONG_WORK_MS, Progress } from './progress.tsx'

const shows = ['wrong', 'unusual', 'changed', 'new', 'same', 'missing'] as const

/** The changes of an import, row by row; wrong rows are corrected in place. */
export function Preview({ id }: { id: string }) {
  const [search] = useSearchParams()
  const show = shows.find((one) => one === search.get('show'))
  const list = useQuery({
    ...readOf(importCalls.preview, { params: { id }, query: { page: usePage(), ...(show && { show }) } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = list
  if (!data) return <LoadingList query={list} title={words.title} columns={columnsOf(id)} />
  const counts = { ...data.counts, unusual: data.unusual }
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.previewTitle(data.fileName)}>
        <ButtonLink to={data.percent === null ? dashboardPaths.imports : dashboardPaths.priceChanges} variant="secondary">
          {data.percent === null ? words.title : priceChangeWords.list}
        </ButtonLink>
      </ListHead>
      <Stage preview={data} />
      <div className="list-filters">
        <FilterChips
          label={words.filter}
          name="show"
          chosen={data.show}
          chips={shows
            .filter((value) => value !== 'unusual' || data.unusual > 0)
            .map((value) => ({ value, label: words.states[value], count: counts[value] }))}
        />
      </div>
      {error && <LoadFailed query={list} />}
      <Rows preview={data} />
      <ListPager page={data.page} count={counts[data.show]} size={ORDERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

/** The state of the import, and its actions. */
function Stage({ preview }: { preview: ImportPreview }) {
  if (preview.state === 'open') return <Steps preview={preview} />
  if (preview.state === 'planned') return <Planned preview={preview} />
  return <Notice>{preview.state === 'written' ? words.isWritten : words.isUndone}</Notice>
}

function Planned({ preview: { _id: id, plannedFor } }: { preview: ImportPreview }) {
  const unplan = useAction({
    send: () => callApi(importCalls.unplan, { params: { id } }),
    onDone: () => toast.success(words.unplanned),
    changes: [importCalls.preview, importCalls.all],
  })
  return (
    <>
      <Notice>{words.isPlanned(dayText(plannedFor ?? ''))}</Notice>
      <Allowed call={importCalls.unplan}>
        <Button variant="secondary" className="justify-self-start" busy={unplan.isRunning} onClick={() => unplan.run()}>
          {words.unplan}
        </Button>
      </Allowed>
    </>
  )
}

function Rows({ preview: { _id, state, show, rows, missing, repeated } }: { preview: ImportPreview }) {
  if (rows.length + missing.length === 0) return <EmptyState title={words.noRows} />
  if (show !== 'missing')
    return (
      <Table
        caption={words.rowsCaption}
        columns={columnsOf(_id, state === 'open' ? repeated : undefined)}
        rows={rows}
        rowKey={({ row }) => row}
      />
    )
  return (
    <>
      <p className="text-soft">{words.missingLead}</p>
      <Table caption={words.missingCaption} columns={missingColumns} rows={missing} rowKey={({ _id: partId }) => partId} />
    </>
  )
}

const missingColumns: Column<ImportPreview['missing'][number]>[] = [
  { title: words.rowColumns.number, card: 'plain', cell: ({ partNumber }) => partNumber },
  { title: words.rowColumns.name, card: 'name', fills: true, cell: ({ name }) => name },
]

/** @param repeated problems of more than one row, while rows can be corrected */
const columnsOf = (importId: string, repeated?: ImportPreview['repeated']): Column<ImportRow>[] => [
  { title: words.rowColumns.row, card: 'plain', cell: ({ row }) => row },
  { title: words.rowColumns.number, card: 'plain', cell: ({ cells }) => cells.partNumber },
  { title: words.rowColumns.name, card: 'name', cell: ({ cells }) => cells.name },
  {
    title: words.rowColumns.what,
    fills: true,
    multiline: true,
    form: true,
    cell: (row) =>
      row.state === 'wrong' && repeated ? <MendRow key={row.row} importId={importId} row={row} repeated={repeated} /> : <What row={row} />,
  },
]

function What({ row: { state, numbers, changes, problems } }: { row: ImportRow }) {
  if (state === 'same') return <span className="text-soft">{words.nothing}</span>
  const sentences = {
    new: () => numbers.map(({ field, value }) => words.number(field, value)),
    wrong: () => problems.map(({ field, problem }) => words.problem(field, problem)),
    changed: () => changes.map(({ field, before, after }) => words.change(field, before, after)),
  }[state]()
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  )
}

type MendRowProps = { importId: string; row: ImportRow; repeated: ImportPreview['repeated'] }

/** The wrong cells of a row, to be typed again, for this row or for all with the same problem. */
function MendRow({ importId, row: { row, cells, problems }, repeated }: MendRowProps) {
  const wrong = [...new Map(problems.map(({ field, problem }) => [field, problem]))]
  const [typed, setTyped] = useState<Partial<Record<ImportField, string>>>({})
  const asked = useRef<ImportCells>(undefined)
  const save = useAction({
    // What is entered while the row is saved is saved after it.
    send: async () => {
      for (let sent = asked.current; sent; sent = asked.current) {
        asked.current = undefined
        await callApi(importCalls.addRows, { params: { id: importId }, body: { rows: [{ row, cells: sent }] } })
        await readAgain(importCalls.preview)
      }
    },
    onDone: () => toast.success(words.mended(row)),
  })
  const submit = () => {
    asked.current = { ...(cells as ImportCells), ...typed }
    save.run()
  }
  const mendAll = useAction({
    send: (body: ImportProblem & { value: string }) => callApi(importCalls.mendAll, { params: { id: importId }, body }),
    onDone: ({ modifiedCount }) => toast.success(words.mendedAll(modifiedCount)),
    changes: [importCalls.preview],
  })
  /** One value does not fit all cells with two readings; their column is asked about above. */
  const rowsWith = (field: ImportField, problem: ImportProblem['problem']) =>
    problem === 'unclear' ? 1 : (repeated.find((one) => one.field === field && one.problem === problem)?.count ?? 1)
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {wrong.map(([field, problem]) => (
        <div key={field} className="grid min-w-0 grow justify-items-start gap-1">
          <label className="grid w-full gap-1">
            <span className="text-danger">{words.problem(field, problem)}</span>
            <MendCell
              field={field}
              label={words.mendLabel(field, row)}
              value={typed[field] ?? cells[field] ?? ''}
              onType={(value) => setTyped({ ...typed, [field]: value })}
              onSubmit={submit}
            />
          </label>
          {rowsWith(field, problem) > 1 && (
            <Button
              variant="secondary"
              aria-label={words.mendAllOf(field, rowsWith(field, problem), row)}
              busy={mendAll.isRunning}
              disabled={(typed[field] ?? '').trim() === ''}
              onClick={() => mendAll.run({ field, problem, value: typed[field]! })}
            >
              {words.mendAll(rowsWith(field, problem))}
            </Button>
          )}
        </div>
      ))}
      <Button type="submit" variant="secondary" aria-label={words.mendOf(row)} busy={save.isRunning}>
        {words.mend}
      </Button>
    </form>
  )
}

/** Cells that may have several lines; Enter adds one. */
const ofLines: ReadonlySet<ImportField> = new Set(['description', 'pictures', 'substitutes', 'accessories'])

type MendCellProps = { field: ImportField; label: string; value: string; onType: (value: string) => void; onSubmit: () => void }

function MendCell({ field, label, value, onType, onSubmit }: MendCellProps) {
  const control = { className: 'control', 'aria-label': label, value }
  if (ofLines.has(field)) return <textarea {...control} rows={3} onChange={({ target }) => onType(target.value)} />
  return (
    <input
      {...control}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => {
        // A browser does not submit a form whose button is disabled, as it is while the row is saved.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}

/** Leaves out the wrong rows, or writes the right ones, now or on a given day. */
function Steps({ preview: { _id: id, counts, falls, unusual, fingerprint, show, unclear } }: { preview: ImportPreview }) {
  const [confirmed, setConfirmed] = useState('')
  const isUnconfirmed = unusual > 0 && confirmed !== fingerprint
  const [asks, setAsks] = useState(false)
  const [trouble, setTrouble] = useState<string[]>([])
  const [date, setDate] = useState('')
  const seen = { fingerprint, refuseUnusual: true, ...(falls + unusual > 0 && { confirmed: true }) }
  const start = {
    onStart: () => {
      setAsks(false)
      setTrouble([])
    },
    onRefused: (error: unknown) => setTrouble(sentencesOf(error)),
  }
  const write = useAction({
    ...start,
    send: () => callApi(importCalls.write, { params: { id }, body: seen, patienceMs: LONG_WORK_MS }),
    onDone: ({ modifiedCount }) => toast.success(words.written(modifiedCount)),
    changes: [importCalls.preview, importCalls.all, ...partReads],
  })
  const plan = useAction({
    ...start,
    send: () => callApi(importCalls.plan, { params: { id }, body: { ...seen, date } }),
    onDone: ({ plannedFor }) => toast.success(words.plannedFor(dayText(plannedFor))),
    changes: [importCalls.preview, importCalls.all],
  })
  const total = counts.new + counts.changed
  const isPlanned = date !== ''
  return (
    <>
      {unclear.map((column) => (
        <TwoReadings key={column.field} id={id} {...column} />
      ))}
      {unusual > 0 && (
        <Notice
          tone="warning"
          action={
            show !== 'unusual' ? (
              <ButtonLink to={dashboardPaths.importOne(id, 'unusual')} variant="secondary">
                {words.showUnusual(unusual)}
              </ButtonLink>
            ) : (
              isUnconfirmed && (
                <Button variant="secondary" onClick={() => setConfirmed(fingerprint)}>
                  {words.confirmUnusual(unusual)}
                </Button>
              )
            )
          }
        >
          {words.unusual(unusual)}
        </Notice>
      )}
      {falls > 0 && <Notice tone="warning">{words.falls(falls)}</Notice>}
      <Refusal sentences={trouble} />
      <div className="flex flex-wrap items-end gap-3" data-screen-only>
        <Allowed call={importCalls.write}>
          <Button
            busy={write.isRunning || plan.isRunning}
            disabled={counts.wrong > 0 || total === 0 || isUnconfirmed}
            onClick={() => setAsks(true)}
          >
            {isPlanned ? words.plan(dayText(date)) : words.write(counts.new, counts.changed)}
          </Button>
          <TextField type="date" label={words.from} hint={words.fromHint} value={date} onChange={({ target }) => setDate(target.value)} />
        </Allowed>
        {counts.wrong > 0 && (
          <Allowed call={importCalls.leaveOutWrong}>
            <LeaveOut id={id} count={counts.wrong} />
          </Allowed>
        )}
      </div>
      {write.isRunning && <Progress id={id} of={total} label={words.writing} />}
      {asks && (
        <ConfirmModal
          tone="primary"
          question={isPlanned ? words.planQuestion(dayText(date)) : words.writeQuestion(counts.new, counts.changed)}
          onConfirm={() => (isPlanned ? plan.run() : write.run())}
          onCancel={() => setAsks(false)}
        >
          <p>{words.writeLead}</p>
          {falls > 0 && <p className="mt-2">{words.falls(falls)}</p>}
        </ConfirmModal>
      )}
    </>
  )
}

/** Asks once for a column with numbers of two readings. */
function TwoReadings({ id, field, count, example, point, comma }: { id: string } & ImportPreview['unclear'][number]) {
  const answer = useAction({
    send: (mark: '.' | ',') => callApi(importCalls.decimals, { params: { id }, body: { field, mark } }),
    onDone: ({ modifiedCount }) => toast.success(words.mendedAll(modifiedCount)),
    changes: [importCalls.preview],
  })
  const choice = (mark: '.' | ',', value: string) => (
    <Button variant="secondary" aria-label={words.isReadOf(field, example, value)} busy={answer.isRunning} onClick={() => answer.run(mark)}>
      {words.isRead(example, value)}
    </Button>
  )
  return (
    <Notice
      tone="warning"
      action={
        <Allowed call={importCalls.decimals}>
          {choice('.', point)}
          {choice(',', comma)}
        </Allowed>
      }
    >
      {words.unclear(field, example, count)}
    </Notice>
  )
}

const LeaveOut = ({ id, count }: { id: string; count: number }) => (
  <ConfirmedAction
    button={words.leaveOut(count)}
    question={words.leaveOutQuestion(count)}
    send={() => callApi(importCalls.leaveOutWrong, { params: { id } })}
    onDone={({ modifiedCount }) => toast.success(words.leftOut(modifiedCount))}
    changes={[importCalls.preview]}
  >
    {words.leaveOutLead}
  </ConfirmedAction>
)
