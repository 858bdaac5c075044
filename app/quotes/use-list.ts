import { useEffect, useRef, useState } from 'react'
import { quoteWords as words } from '#app/words/quote.ts'
import { requestOf, type Table } from '#readers/lists/lines.ts'
import { priceLines } from './quote-calls.ts'
import type { QuoteSheet } from './quote-sheet.ts'
import type { AskShop, NotRead } from '#readers/lists/read-list.ts'
import { readFront, readWrittenLine } from '#readers/lists/read-written-line.ts'
import type { Columns } from '#readers/lists/recognise-columns.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'

/** State of an import. */
export type ListState =
  | { kind: 'none' }
  | { kind: 'reading'; name: string }
  /** The buyer chooses the columns, starting with those `before`; the lines of `replaced` are removed for the new ones. */
  | { kind: 'columns'; table: Table; goal: Goal; before?: Columns; replaced: readonly number[] }
  | { kind: 'report'; tone: 'success' | 'danger'; text: string; columns?: ColumnsRead | undefined; notRead?: readonly NotRead[] }

/** The columns that lines were read from, which the buyer can change. */
type ColumnsRead = { table: Table; columns: Columns; isCounted: boolean; goal: Goal; ids: readonly number[] }

/** The target of the rows: the line that they were pasted into, if any, a callback after the import, and the file that they come from. */
type Goal = { at?: number; onAdded?: () => void; file?: File }

export type List = {
  state: ListState
  /** Ids of the lines added last, for undo. */
  added: readonly number[]
  readFile: (file: File) => void
  readText: (text: string, goal: Goal) => void
  chooseColumns: (columns: Columns) => void
  /** Asks for other columns than those that were read. */
  changeColumns: () => void
  /** Reads another sheet of the file instead. */
  chooseSheet: (name: string) => void
  /** Adds a row that was not read as a line. */
  addNotRead: (row: NotRead) => void
  /** Cancels the reading, or the choice of columns. */
  stop: () => void
}

/** Imports pasted lists and files into the sheet: all of their rows or none, with a report. */
export function useList(sheet: QuoteSheet): List {
  const [state, setState] = useState<ListState>({ kind: 'none' })
  const [added, setAdded] = useState<readonly number[]>([])
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const reportProblem = (text: string) => setState({ kind: 'report', tone: 'danger', text })

  async function addTable(
    table: Table,
    columns: Columns,
    goal: Goal,
    signal: AbortSignal,
    replaced: readonly number[] = [],
  ): Promise<void> {
    const [{ readList }, listWords] = await Promise.all([import('#readers/lists/read-list.ts'), loadListWords()])
    const { lines, notRead, blank, header, isCounted, cut } = await readList(table, columns, (texts) => askShop(texts, signal))
    if (signal.aborted) return
    const room = sheet.room()
    const putBack = sheet.remove(...replaced)
    const ids = sheet.add(lines, goal.at)
    if (!ids) {
      putBack()
      return reportProblem(listWords.tooMany(lines.length, room))
    }
    setAdded(ids)
    setState({
      kind: 'report',
      tone: 'success',
      text: listWords.report({
        read: lines.length + notRead.length + blank + header,
        added: lines.length,
        notRead: notRead.length,
        blank,
        header,
        cut,
      }),
      notRead,
      columns: table.sheets || table.rows.some(({ length }) => length > 1) ? { table, columns, isCounted, goal, ids } : undefined,
    })
    goal.onAdded?.()
  }

  async function takeTable(table: Table, goal: Goal, signal: AbortSignal, replaced: readonly number[] = []): Promise<void> {
    if (signal.aborted) return undefined
    if (table.rows.length === 0) throw new UnreadableFile('empty')
    const [{ findColumns }, { rememberedColumns }] = await Promise.all([
      import('#readers/lists/find-columns.ts'),
      import('./remembered-columns.ts'),
    ])
    const columns =
      rememberedColumns(table.rows) ?? (await findColumns(table.rows, async (texts) => isKnown(texts, await askShop(texts, signal))))
    if (signal.aborted) return undefined
    if (columns) return addTable(table, columns, goal, signal, replaced)
    return setState({ kind: 'columns', table, goal, replaced })
  }

  /** Starts a reading and cancels an earlier one. */
  async function read(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    reading.current?.abort()
    const stop = new AbortController()
    reading.current = stop
    setState({ kind: 'reading', name })
    let problems: Awaited<ReturnType<typeof loadListWords>>['problems'] | undefined
    try {
      ;({ problems } = await loadListWords())
      await work(stop.signal)
    } catch (error) {
      if (stop.signal.aborted) return
      reportProblem(error instanceof UnreadableFile && problems ? problems[error.reason] : words.notRead)
    }
  }

  return {
    state,
    added,
    readFile: (file) =>
      void read(file.name, async (signal) => {
        const { readInWorker } = await import('./read-in-worker.ts')
        await takeTable(await readInWorker(file, signal), { file }, signal)
      }),
    readText: (text, goal) =>
      void read(words.pasteLabel, async (signal) => takeTable((await import('#readers/lists/read-text.ts')).readText(text), goal, signal)),
    chooseColumns: (columns) => {
      if (state.kind !== 'columns') return
      const { table, goal, replaced } = state
      void import('./remembered-columns.ts').then(({ rememberColumns }) => rememberColumns(table.rows, columns))
      void read(words.pasteLabel, (signal) => addTable(table, columns, goal, signal, replaced))
    },
    changeColumns: () => {
      if (state.kind !== 'report' || !state.columns) return
      const { table, goal, columns, ids } = state.columns
      setState({ kind: 'columns', table, goal, before: columns, replaced: ids })
    },
    chooseSheet: (name) => {
      const goal = state.kind === 'columns' ? state.goal : state.kind === 'report' ? state.columns?.goal : undefined
      const replaced = state.kind === 'columns' ? state.replaced : state.kind === 'report' ? (state.columns?.ids ?? []) : []
      const file = goal?.file
      if (!goal || !file) return
      void read(file.name, async (signal) => {
        const { readInWorker } = await import('./read-in-worker.ts')
        await takeTable(await readInWorker(file, signal, name), goal, signal, replaced)
      })
    },
    addNotRead: (row) => {
      const ids = sheet.add([row.line], added[row.after - 1])
      if (!ids) return void loadListWords().then(({ tooMany }) => reportProblem(tooMany(1, sheet.room())))
      return setState((now) => (now.kind === 'report' ? { ...now, notRead: now.notRead?.filter((other) => other !== row) ?? [] } : now))
    },
    stop: () => {
      reading.current?.abort()
      setState({ kind: 'none' })
    },
  }
}

const loadListWords = async () => (await import('#app/words/quote-lists.ts')).quoteListWords

const askShop = async (texts: string[], signal: AbortSignal): ReturnType<AskShop> => {
  try {
    const answers = await priceLines(
      texts.map((text) => requestOf({ text, quantity: '' })),
      signal,
    )
    return answers.map(({ status }) => status)
  } catch {
    return undefined
  }
}

/** A list can also be read without the shop: by its titles. */
const isKnown = (texts: string[], answers: Awaited<ReturnType<AskShop>>): boolean[] =>
  texts.map((_, place) => answers?.[place] === 'matched')

/** Whether a pasted text is a list of lines, or a part with a quantity, and not just the name of a part. */
export function isList(text: string): boolean {
  const line = readWrittenLine(text)
  return /[\t\r\n]/.test(text.trim()) || line.quantity !== '' || readFront(line) !== undefined
}
