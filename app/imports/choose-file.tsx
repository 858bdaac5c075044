import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '#contract/basics/figures.ts'
import {
  importCalls,
  IMPORT_ROWS_AT_ONCE,
  MAXIMUM_IMPORT_ROWS,
  importMessages,
  type DecimalMarks,
  type ImportCells,
} from '#contract/parts/imports.ts'
import { importFields } from '#contract/parts/part-fields.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { readAgain } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { WorkProgress } from '#app/ui/work-progress.tsx'
import { importWords as words } from '#app/words/imports.ts'
import { FileToRead, isDamagedZip } from './file-to-read.tsx'
import { readInWorker } from './read-in-worker.ts'
import {
  priceDoubtOf,
  recognisePartColumns,
  rememberColumns,
  rememberedColumns,
  type PartColumns,
} from '#readers/parts/recognise-part-columns.ts'
import { marksOf, marksOfJson } from '#readers/parts/number-columns.ts'
import { picturesOf, withPictures } from './picture-cells.ts'
import { fetchPictures, isWebAddress, UnclearPictures, uploadPictures } from './upload-pictures.ts'

const EXAMPLES = 3
const EXAMPLE_LENGTH = 40

type Chosen = { fileName: string; rows: string[][] }

/** A file of parts: chosen, its columns mapped, and sent to be compared. */
export function ChooseFile() {
  const [chosen, setChosen] = useState<Chosen>()

  const read = async (file: File) => {
    try {
      const rows = await readInWorker(file)
      if (rows.length > MAXIMUM_IMPORT_ROWS + 1) return importMessages.tooManyRows
      setChosen({ fileName: file.name.slice(0, 200), rows })
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      return words.problems[error.reason]
    }
  }

  if (chosen) return <MapColumns {...chosen} onCancel={() => setChosen(undefined)} />
  return (
    <FileToRead
      label={words.file}
      hint={words.fileHint}
      reading={words.reading}
      accept=".csv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,.json"
      read={read}
    />
  )
}

type ShownColumn = { place: number; title: string; examples: string; field: string; choose: (field: string) => void }

function MapColumns({ fileName, rows, onCancel }: Chosen & { onCancel: () => void }) {
  const [columns, setColumns] = useState<PartColumns>(() => rememberedColumns(rows) ?? recognisePartColumns(rows))
  const [setsStock, setSetsStock] = useState(false)
  const [zip, setZip] = useState<File>()
  const sending = useSending()
  const body = columns.header ? rows.slice(1) : rows
  const priceDoubt = useMemo(() => priceDoubtOf(rows), [rows])
  const twice = importFields.find((field) => columns.fields.filter((one) => one === field).length > 1)
  const shown = columns.fields.map((field, place): ShownColumn => ({
    place,
    title: (columns.header && rows[0]?.[place]) || words.columnOf(place + 1),
    examples: body
      .slice(0, EXAMPLES)
      .map((row) => startOf(row[place] ?? '', EXAMPLE_LENGTH))
      .filter((cell) => cell !== '')
      .join(' · '),
    field: field ?? '',
    choose: (wanted) =>
      setColumns({
        ...columns,
        fields: columns.fields.with(
          place,
          importFields.find((one) => one === wanted),
        ),
      }),
  }))
  const hasPictures = columns.fields.includes('img') || columns.fields.includes('pictures')
  const send = () => {
    rememberColumns(rows, columns)
    sending.send({ fileName, setsStock, cells: body.map((row) => cellsOf(row, columns)), zip: hasPictures ? zip : undefined })
  }

  return (
    <Panel className="grid grid-cols-1 gap-4">
      <div>
        <h3 className="text-lg">{words.columnsTitle}</h3>
        <p className="text-soft">{words.columnsLead}</p>
      </div>
      <Table caption={words.columnsCaption} columns={mapColumns} rows={shown} rowKey={({ place }) => place} />
      {twice && <Notice tone="warning">{words.twice(words.fields[twice])}</Notice>}
      {priceDoubt !== undefined && <Notice tone="warning">{words.priceDoubt(priceDoubt)}</Notice>}
      {!columns.fields.includes('partNumber') && <Notice tone="warning">{words.noNumber}</Notice>}
      <CheckField
        label={words.header}
        checked={columns.header}
        onChange={({ target }) => setColumns({ ...columns, header: target.checked })}
      />
      {columns.fields.includes('available') && (
        <CheckField label={words.setsStock} checked={setsStock} onChange={({ target }) => setSetsStock(target.checked)} />
      )}
      {hasPictures && (
        <Field label={words.zip} hint={words.zipHint}>
          {(control) => (
            <input {...control} type="file" className="control" accept=".zip" onChange={({ target }) => setZip(target.files?.[0])} />
          )}
        </Field>
      )}
      {sending.progress && <WorkProgress {...sending.progress} />}
      {sending.trouble && <Notice tone="danger">{sending.trouble}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button busy={sending.isSending} disabled={twice !== undefined || body.length === 0} onClick={send}>
          {words.compare(body.length)}
        </Button>
        <Button variant="secondary" onClick={sending.isSending ? sending.stop : onCancel}>
          {sending.isSending ? words.stop : words.cancel}
        </Button>
      </div>
    </Panel>
  )
}

const mapColumns: Column<ShownColumn>[] = [
  { title: words.columns.title, card: 'name', cell: ({ title }) => title },
  { title: words.columns.examples, fills: true, cell: ({ examples }) => <span className="text-soft">{examples}</span> },
  {
    title: words.columns.field,
    form: true,
    cell: ({ title, field, choose }) => (
      <select className="control min-w-44" aria-label={words.fieldOf(title)} value={field} onChange={({ target }) => choose(target.value)}>
        <option value="">{words.notImported}</option>
        {importFields.map((one) => (
          <option key={one} value={one}>
            {words.fields[one]}
          </option>
        ))}
      </select>
    ),
  },
]

const cellsOf = (row: string[], { fields }: PartColumns): ImportCells =>
  Object.fromEntries(fields.flatMap((field, place) => (field && row[place] ? [[field, row[place]]] : [])))

type Sent = { fileName: string; setsStock: boolean; cells: ImportCells[]; zip: File | undefined }

/** Uploads and fetches pictures, then sends the rows in batches, and opens the preview. */
function useSending() {
  const navigate = useNavigate()
  const [progress, setProgress] = useState<{ text: string; done: number; of: number }>()
  const [trouble, setTrouble] = useState<string>()
  const controller = useRef<AbortController>(null)

  async function sendAll({ fileName, setsStock, cells, zip }: Sent, signal: AbortSignal): Promise<void> {
    const uploaded = zip ? await uploadAll(zip, cells, signal) : new Map<string, string>()
    const fetched = await fetchAll(cells, signal)
    const { _id: id } = await callApi(importCalls.begin, { body: { fileName, setsStock } })
    const decimals: DecimalMarks = { ...marksOf(cells), ...(/\.json$/i.test(fileName) && marksOfJson(cells)) }
    const rows = cells.map((one, index) => ({
      row: index + 1,
      cells: withPictures(one, (img) => fetched.get(img) ?? uploaded.get(img)),
    }))
    for (let done = 0; done < rows.length; done += IMPORT_ROWS_AT_ONCE) {
      signal.throwIfAborted()
      setProgress({ text: words.sending(formatCount(done), formatCount(rows.length)), done, of: rows.length })
      await callApi(importCalls.addRows, { params: { id }, body: { rows: rows.slice(done, done + IMPORT_ROWS_AT_ONCE), decimals }, signal })
    }
    await readAgain(importCalls.all)
    await navigate(dashboardPaths.importOne(id))
  }
  const uploadAll = (zip: File, cells: ImportCells[], signal: AbortSignal) =>
    uploadPictures(zip, new Set(cells.flatMap(picturesOf)), {
      onProgress: (done, of) => setProgress({ text: words.uploading(formatCount(done), formatCount(of)), done, of }),
      signal,
    })
  const fetchAll = (cells: ImportCells[], signal: AbortSignal) =>
    fetchPictures(new Set(cells.flatMap(picturesOf).filter(isWebAddress)), {
      onProgress: (done, of) => setProgress({ text: words.fetching(formatCount(done), formatCount(of)), done, of }),
      signal,
    })

  const send = async (sent: Sent) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setTrouble(undefined)
    setProgress({ text: words.sending(formatCount(0), formatCount(sent.cells.length)), done: 0, of: sent.cells.length })
    try {
      await sendAll(sent, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof UnclearPictures) setTrouble(words.unclearPictures(error.names))
      else setTrouble(isDamagedZip(error) ? words.zipUnreadable : sentenceOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return {
    progress,
    trouble,
    isSending: progress !== undefined,
    send: (sent: Sent) => void send(sent),
    stop: () => controller.current?.abort(),
  }
}
