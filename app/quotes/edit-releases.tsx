import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { weekdayText } from '#contract/basics/day-text.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import {
  FEWEST_RELEASES,
  MAXIMUM_RELEASES,
  piecesOfReleases,
  planReleases,
  releaseProblems,
  rhythms,
  type Release,
  type Rhythm,
} from '#contract/promises/releases.ts'
import { quoteCalls, type Quote, type QuoteChange, type QuoteLine } from '#contract/quotes/quotes.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { queryClient, readOf } from '#app/api/queries.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { useShopCalendar } from '#app/parts/ship-day.tsx'
import { paths } from '#app/paths.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.ts'
import { releaseWords as words } from '#app/words/releases.ts'
import { requestOf } from '#readers/lists/lines.ts'
import { draftLine } from './kept-draft.ts'

/** Spreads a line of a saved quote over several days, as its next version. */
export function EditReleases({ quote }: { quote: Quote }) {
  const lines = quote.lines.filter(({ status, quantity }) => status === 'matched' && quantity !== null)
  if (lines.length === 0) return null
  return (
    <DialogButton renderDialog={(onClose) => <ChooseLine quote={quote} lines={lines} onClose={onClose} />}>{words.several}</DialogButton>
  )
}

function ChooseLine({ quote, lines, onClose }: { quote: Quote; lines: QuoteLine[]; onClose: () => void }) {
  const [row, setRow] = useState(() => (lines.find(({ releases }) => releases) ?? lines[0]!).row) // there are some
  const line = lines.find((one) => one.row === row)!
  const options = lines.map((one) => [one.row, words.lineOf(one.row, one.name ?? one.text, one.quantity ?? 0)] as const)
  return (
    <ReleasesDialog
      key={row}
      quote={quote}
      line={line}
      choice={
        lines.length > 1 && (
          <SelectField label={words.line} value={row} options={options} onChange={({ target }) => setRow(Number(target.value))} />
        )
      }
      onClose={onClose}
    />
  )
}

/** A delivery as it is typed. */
type Row = { id: number; pieces: string; day: string; movedFrom?: string | undefined }

let lastId = 0
const rowOf = (pieces: string, day: string, movedFrom?: string): Row => ({ id: ++lastId, pieces, day, movedFrom })

type ReleasesDialogProps = { quote: Quote; line: QuoteLine; choice: ReactNode; onClose: () => void }

function ReleasesDialog({ quote, line, choice, onClose }: ReleasesDialogProps) {
  const calendar = useShopCalendar()
  const navigate = useNavigate()
  const sender = useIdempotentSender<QuoteChange>()
  const [rows, setRows] = useState<Row[]>(() => line.releases?.map(({ pieces, wishedOn }) => rowOf(String(pieces), wishedOn)) ?? [])
  const [wasSent, setWasSent] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())

  const releases = rows.map(({ pieces, day }): Release => ({ pieces: piecesIn(pieces) ?? 0, wishedOn: day }))
  const problems = new Map([...refused, ...problemsOf(rows, releases, calendar)])
  const sum = piecesOfReleases(releases)

  const save = useFormAction({
    send: (wanted: Release[] | undefined) => {
      const lines = quote.lines.map((one) => {
        const given = requestOf(draftLine(one))
        if (one.row !== line.row) return given
        const { text, partsId, quantity = String(one.quantity) } = given
        return { text, ...(partsId && { partsId }), ...(wanted ? { releases: wanted } : { quantity }) }
      })
      return sender({ version: quote.newestVersion, lines }, (request) =>
        callApi(quoteCalls.change, { params: { id: quote._id }, ...request }),
      )
    },
    refused: (error) => {
      const found = refusalsOf(error, line.row)
      setRefused(found)
      return found.get('') ?? (found.size > 0 ? undefined : sentenceOf(error))
    },
    onDone: (changed) => {
      queryClient.setQueryData(readOf(quoteCalls.one, { params: { id: quote._id }, query: {} }).queryKey, changed)
      toast.success(words.saved)
      void navigate(paths.quoteOne(quote._id), { replace: true, preventScrollReset: true })
    },
    onClose,
    changes: [quoteCalls.one, quoteCalls.mine],
  })
  const change = (id: number, changed: Partial<Row>) => {
    setRefused(new Map())
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...changed } : row)))
  }
  const submit = () => {
    setWasSent(true)
    if (problemsOf(rows, releases, calendar).size === 0) save.run(releases)
  }
  const problemAt = (field: string) => (wasSent || refused.size > 0 ? problems.get(field) : undefined)

  return (
    <FormDialog
      title={words.title(line.name ?? line.text)}
      lead={words.lead}
      submit={words.save}
      action={{ ...save, refusal: save.refusal ?? problemAt('') }}
      wide
      asksBeforeClosing={rows.length > 0 && line.releases === undefined}
      actions={
        line.releases && (
          <Button variant="secondary" disabled={save.isRunning} onClick={() => save.run(undefined)}>
            {words.one}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {choice}
      <Plan
        line={line}
        onPlan={(planned) => {
          setWasSent(false)
          setRefused(new Map())
          setRows(planned)
        }}
      />
      {rows.length > 0 && (
        <ol aria-label={words.caption} className="grid gap-3">
          {rows.map((row, index) => (
            <li key={row.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3">
              <span className="pt-2.5 text-sm text-soft figures">{index + 1}.</span>
              <TextField
                label={<span className="sr-only">{words.piecesOf(index + 1)}</span>}
                inputMode="numeric"
                maxLength={14}
                value={row.pieces}
                error={problemAt(`${index + 1}.pieces`)}
                onChange={({ target }) => change(row.id, { pieces: target.value })}
              />
              <TextField
                label={<span className="sr-only">{words.dayOf(index + 1)}</span>}
                type="date"
                min={calendar.today}
                value={row.day}
                error={problemAt(`${index + 1}.wishedOn`)}
                hint={row.movedFrom && words.moved(weekdayText(row.movedFrom))}
                onChange={({ target }) => change(row.id, { day: target.value, movedFrom: undefined })}
              />
              <IconButton
                label={words.remove(index + 1)}
                icon={<TrashIcon />}
                onClick={() => setRows((before) => before.filter(({ id }) => id !== row.id))}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="ghost"
          disabled={rows.length >= MAXIMUM_RELEASES}
          onClick={() => setRows((before) => [...before, rowOf(before.at(-1)?.pieces ?? '', '')])}
        >
          {words.add}
        </Button>
        <p role="status" className="flex flex-wrap gap-x-1 text-sm figures">
          {rows.length > 0 && <span>{words.sum(rows.length, sum)}</span>}
          {sum > 0 && sum !== line.quantity && <span>{words.otherSum(line.quantity ?? 0)}</span>}
        </p>
      </div>
    </FormDialog>
  )
}

/** So many pieces each time, from a day, in a rhythm: fills the rows in. */
function Plan({ line, onPlan }: { line: QuoteLine; onPlan: (rows: Row[]) => void }) {
  const calendar = useShopCalendar()
  const [pieces, setPieces] = useState('')
  const [first, setFirst] = useState('')
  const [every, setEvery] = useState<Rhythm>('month')
  const [times, setTimes] = useState('3')
  const count = /^\d{1,2}$/.test(times.trim()) ? Number(times) : 0
  const timesFit = count >= FEWEST_RELEASES && count <= MAXIMUM_RELEASES
  const each = pieces.trim() === '' ? Math.floor((line.quantity ?? 0) / Math.max(count, 1)) : piecesIn(pieces)
  const fill = () => {
    if (!timesFit || !each || first === '') return
    const planned = planReleases({ pieces: each, first, every, times: count }, calendar)
    onPlan(planned.map(({ wishedOn, movedFrom }) => rowOf(String(each), wishedOn, movedFrom)))
  }
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1.2fr_1fr_0.8fr_auto]">
      <legend className="mb-2 font-semibold">{words.plan}</legend>
      <TextField
        label={words.each}
        inputMode="numeric"
        maxLength={14}
        placeholder={each ? String(each) : undefined}
        value={pieces}
        error={each === undefined ? words.unreadPieces : undefined}
        onChange={({ target }) => setPieces(target.value)}
      />
      <TextField label={words.first} type="date" min={calendar.today} value={first} onChange={({ target }) => setFirst(target.value)} />
      <SelectField
        label={words.every}
        value={every}
        options={rhythms.map((rhythm) => [rhythm, words.rhythms[rhythm]] as const)}
        onChange={({ target }) => setEvery(rhythms.find((rhythm) => rhythm === target.value) ?? 'month')}
      />
      <TextField
        label={words.times}
        inputMode="numeric"
        maxLength={2}
        value={times}
        error={timesFit ? undefined : words.unreadTimes}
        onChange={({ target }) => setTimes(target.value)}
      />
      <Button variant="secondary" className="self-end" disabled={!timesFit || !each || first === ''} onClick={fill}>
        {words.fill}
      </Button>
    </fieldset>
  )
}

const piecesIn = (text: string): number | undefined => (text.trim() === '' ? undefined : readQuantity(text))

/** What is wrong with the typed rows; the rule of the part is the server's. */
function problemsOf(rows: readonly Row[], releases: readonly Release[], calendar: ReturnType<typeof useShopCalendar>): Map<string, string> {
  const unread = rows.flatMap(({ pieces, day }, index) => [
    ...(piecesIn(pieces) === undefined ? [[`${index + 1}.pieces`, words.unreadPieces] as const] : []),
    ...(day === '' ? [[`${index + 1}.wishedOn`, words.dayMissing] as const] : []),
  ])
  if (unread.length > 0) return new Map(unread)
  const found = releaseProblems(releases, { quantity: undefined, rule: undefined }, calendar)
  return new Map(found.map(({ field, message }) => [field, message]))
}

/** The sentences of a refusal by the fields of this line; '' is the line. */
function refusalsOf(error: unknown, row: number): Map<string, string> {
  const named = error instanceof ApiError ? (error.fields ?? []) : []
  const prefix = `lines.${row}.releases`
  return new Map(
    named.flatMap(({ field, message }) => (field.startsWith(prefix) ? [[field.slice(prefix.length + 1), message] as const] : [])),
  )
}
