import { useEffect, useRef, useState } from 'react'
import { quoteWords as words } from '#app/words/quote.ts'
import { linesOfTable } from './lines-of-table.ts'
import type { Table } from './lines.ts'
import type { QuoteSheet } from './quote-sheet.ts'
import { readWrittenLine } from './read-written-line.ts'
import { recogniseColumns, type Columns } from './recognise-columns.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** State of an import. */
export type ListState =
  | { kind: 'none' }
  | { kind: 'reading'; name: string }
  /** The buyer must choose the columns. */
  | { kind: 'columns'; table: Table; goal: Goal }
  | { kind: 'told'; tone: 'success' | 'danger'; text: string }

/** The target of the rows: the line that they were pasted into, if any, and a callback after the import. */
type Goal = { at?: number; onAdded?: () => void }

export type List = {
  state: ListState
  /** Ids of the lines added last, for undo. */
  added: readonly number[]
  readFile: (file: File) => void
  readText: (text: string, goal: Goal) => void
  chooseColumns: (columns: Columns) => void
  /** Cancels the reading, or the choice of columns. */
  stop: () => void
}

/** Imports pasted lists and files into the sheet: all of their rows or none, with a report. */
export function useList(sheet: QuoteSheet): List {
  const [state, setState] = useState<ListState>({ kind: 'none' })
  const [added, setAdded] = useState<readonly number[]>([])
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const tellProblem = (text: string) => setState({ kind: 'told', tone: 'danger', text })

  function addTable(table: Table, columns: Columns, { at, onAdded }: Goal): void {
    const { lines, blank, header, cut } = linesOfTable(table, columns)
    const room = sheet.room()
    const ids = sheet.add(lines, at)
    if (!ids) return tellProblem(words.tooMany(lines.length, room))
    setAdded(ids)
    setState({
      kind: 'told',
      tone: 'success',
      text: words.report({ read: lines.length + blank + header, added: lines.length, blank, header, cut }),
    })
    onAdded?.()
  }

  function takeTable(table: Table, goal: Goal): void {
    if (table.rows.length === 0) return tellProblem(words.problems.empty)
    const columns = recogniseColumns(table.rows)
    if (columns) addTable(table, columns, goal)
    else setState({ kind: 'columns', table, goal })
  }

  /** Starts a reading and cancels an earlier one. */
  async function read(name: string, work: (signal: AbortSignal) => Promise<Table>, goal: Goal = {}): Promise<void> {
    reading.current?.abort()
    const stop = new AbortController()
    reading.current = stop
    setState({ kind: 'reading', name })
    try {
      const table = await work(stop.signal)
      if (!stop.signal.aborted) takeTable(table, goal)
    } catch (error) {
      if (stop.signal.aborted) return
      tellProblem(error instanceof UnreadableFile ? words.problems[error.problem] : words.notRead)
    }
  }

  return {
    state,
    added,
    readFile: (file) => void read(file.name, async (signal) => (await import('./read-in-worker.ts')).readInWorker(file, signal)),
    readText: (text, goal) => void read(words.pasteLabel, async () => (await import('./read-text.ts')).readText(text), goal),
    chooseColumns: (columns) => {
      if (state.kind === 'columns') addTable(state.table, columns, state.goal)
    },
    stop: () => {
      reading.current?.abort()
      setState({ kind: 'none' })
    },
  }
}

/** Whether a pasted text is a list of lines, or a part with a quantity, and not just the name of a part. */
export const isList = (text: string): boolean => /[\t\r\n]/.test(text.trim()) || readWrittenLine(text).quantity !== ''
