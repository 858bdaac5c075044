import { useState } from 'react'
import { formatCount } from '#contract/basics/figures.ts'
import { importCalls } from '#contract/parts/imports.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { stockReasons, type StockReason } from '#contract/parts/part-desk.ts'
import {
  MAXIMUM_SHEET_LINES,
  sheetProblems,
  stockSheetCalls,
  type SheetLine,
  type StockSheet as Sheet,
} from '#contract/parts/stock-sheets.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { SaveFile } from '#app/ui/save-files.tsx'
import { partReads } from '#app/parts/listed-parts.ts'
import { paths } from '#app/paths.ts'
import { readInWorker } from '#app/quotes/read-in-worker.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice, Refusal } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { partStockWords } from '#app/words/part-stock.ts'
import { quoteListWords } from '#app/words/quote-lists.ts'
import { stockSheetWords as words } from '#app/words/stock-sheet.ts'
import { sheetLines, type SheetLines } from './sheet-lines.ts'

type Change = Sheet['change']

export const meta = pageMeta(words.title)

/** A delivery note or a count: pasted or uploaded, compared, and booked as a whole. */
export default function StockSheet() {
  const [change, setChange] = useState<Change>('add')
  const [typed, setTyped] = useState('')
  const [compared, setCompared] = useState<SheetLine[]>()
  const [trouble, setTrouble] = useState<string[]>([])
  const compare = useAction({
    send: async (sheet: string) => {
      const read = await readTyped(sheet)
      const refusals = troubleOf(read)
      setTrouble(refusals)
      if (refusals.length > 0) return undefined
      return callApi(stockSheetCalls.compare, { body: { change, lines: read.lines } })
    },
    onDone: setCompared,
    onRefused: (error) => setTrouble(sentencesOf(error)),
  })
  const start = () => {
    setCompared(undefined)
    setTrouble([])
    compare.run(typed)
  }
  const chooseFile = async (file: File | undefined) => {
    if (!file) return
    try {
      const { rows, placed } = await readInWorker(file, new AbortController().signal)
      const lines = rows.filter((_, row) => !placed?.aside.has(row))
      setTyped(lines.map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n'))
      setTrouble([])
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setTrouble([quoteListWords.problems[error.reason]])
    }
  }
  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead title={words.title} lead={words.lead}>
        <EmptySheet />
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      </ListHead>
      <Panel>
        <form
          method="post"
          noValidate
          className="grid grid-cols-1 gap-4"
          data-screen-only
          onSubmit={(event) => {
            event.preventDefault()
            start()
          }}
        >
          <SelectField
            label={words.change}
            options={words.changes}
            value={change}
            onChange={({ target }) => {
              setChange(target.value === 'set' ? 'set' : 'add')
              setCompared(undefined)
            }}
          />
          <TextArea
            label={words.pasted}
            hint={words.pastedHint}
            rows={8}

            spellCheck={false}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setCompared(undefined)
            }}
          />
          <Field label={words.file} hint={words.fileHint}>
            {(control) => (
              <input
                {...control}
                type="file"
                className="control"
                accept=".csv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,.pdf"
                onChange={({ target }) => void chooseFile(target.files?.[0])}
              />
            )}
          </Field>
          <Button type="submit" className="justify-self-start" busy={compare.isRunning} disabled={typed.trim() === ''}>
            {words.compare}
          </Button>
        </form>
      </Panel>
      <Refusal sentences={trouble} />
      {compared && (
        <Book
          change={change}
          lines={compared}
          onBooked={() => {
            setTyped('')
            setCompared(undefined)
          }}
        />
      )}
    </section>
  )
}

/** Sentences about lines that cannot be read. */
const NAMED = 20

/** Reads the typed lines in a worker. */
async function readTyped(typed: string): Promise<SheetLines> {
  // Its first bytes, a byte order mark, tell that it is text.
  const file = new File([`\uFEFF${typed}`], 'sheet.txt', { type: 'text/plain' })
  try {
    return sheetLines(await readInWorker(file, new AbortController().signal))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { lines: [], unread: [quoteListWords.problems[error.reason]] }
  }
}

/** Why the lines cannot be compared; none if they can. */
function troubleOf({ lines, unread }: SheetLines): string[] {
  const more = unread.length - NAMED
  if (unread.length > 0) return [...unread.slice(0, NAMED), ...(more > 0 ? [words.moreNotRead(more)] : [])]
  if (lines.length === 0) return [words.noLines]
  return lines.length > MAXIMUM_SHEET_LINES ? [words.tooMany] : []
}

function EmptySheet() {
  const path = `${importCalls.file.path}?format=xlsx&columns=count`
  return (
    <Allowed call={importCalls.file}>
      <SaveFile file={{ path, name: words.countFile() }}>{words.countSheet}</SaveFile>
    </Allowed>
  )
}

function Book({ change, lines, onBooked }: { change: Change; lines: SheetLine[]; onBooked: () => void }) {
  const [reason, setReason] = useState<StockReason>(change === 'add' ? 'received' : 'counted')
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState<string[]>([])
  const sender = useIdempotentSender<Sheet>()
  const book = useAction({
    send: (sheet: Sheet) => sender(sheet, (request) => callApi(stockSheetCalls.book, request)),
    onStart: () => setTrouble([]),
    onDone: ({ modifiedCount }) => {
      toast.success(words.booked(modifiedCount))
      onBooked()
    },
    onRefused: (error) => setTrouble(sentencesOf(error)),
    changes: partReads,
  })
  const numbered = lines.map((line, place) => ({ ...line, place }))
  const wrong = numbered.filter(({ problem }) => problem !== null)
  const difference = lines.reduce((sum, line) => sum + differenceOf(line), 0)
  const submit = () =>
    book.run({
      change,
      reason,
      note: note.trim(),
      lines: lines.map(({ part, pieces }) => ({ partsId: part!._id, pieces, seen: part!.available })), // none is wrong
    })
  return (
    <>
      {wrong.length > 0 && <Notice tone="warning">{words.wrong(wrong.length)}</Notice>}
      <Table
        wide
        caption={words.caption}
        columns={columns}
        rows={[...wrong, ...numbered.filter(({ problem }) => problem === null)]}
        rowKey={({ place }) => place}
      />
      {wrong.length === 0 && (
        <Panel className="grid grid-cols-1 gap-4">
          <p className="figures font-semibold">{words.sum(lines.length, words.signed(difference))}</p>
          <div className="grid gap-4 sm:grid-cols-2" data-screen-only>
            <SelectField
              label={words.reason}
              options={stockReasons.map((one) => [one, partStockWords.reasons[one]])}
              value={reason}
              onChange={({ target }) => setReason(stockReasons.find((one) => one === target.value)!)} // one of them
            />
            <TextField
              label={words.note}
              hint={words.noteHint}
              maxLength={TEXT_LIMITS.stockNote}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </div>
          <Refusal sentences={trouble} />
          <Button className="justify-self-start" data-screen-only busy={book.isRunning} onClick={submit}>
            {words.book(lines.length)}
          </Button>
        </Panel>
      )}
    </>
  )
}

const differenceOf = ({ part, after }: SheetLine) => (part && after !== null ? after - part.available : 0)

const columns: Column<SheetLine>[] = [
  { title: words.columns.text, card: 'plain', cell: ({ text }) => text },
  { title: words.columns.part, card: 'name', fills: true, cell: ({ part }) => part?.name },
  {
    title: words.columns.before,
    align: 'end',
    sort: ({ part }) => part?.available ?? 0,
    cell: ({ part }) => part && formatCount(part.available),
  },
  { title: words.columns.pieces, align: 'end', sort: ({ pieces }) => pieces, cell: ({ pieces }) => formatCount(pieces) },
  { title: words.columns.after, align: 'end', cell: ({ after }) => after !== null && formatCount(after) },
  { title: words.columns.difference, align: 'end', sort: differenceOf, cell: (line) => words.signed(differenceOf(line)) },
  {
    title: words.columns.problem,
    multiline: true,
    cell: ({ problem }) => problem && <span className="text-danger">{sheetProblems[problem]}</span>,
  },
]
