import { useEffect, useRef, useState } from 'react'
import { quoteWords as words } from '#app/words/quote.ts'
import { linesOfTable } from './lines-of-table.ts'
import type { Table } from './lines.ts'
import type { QuoteSheet } from './quote-sheet.ts'
import { readWrittenLine } from './read-written-line.ts'
import { recogniseColumns, type Columns } from './recognise-columns.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Where a list stands on its way into the sheet. */
export type ListState =
  | { kind: 'none' }
  | { kind: 'reading'; name: string }
  /** The buyer has to say which column is which. */
  | { kind: 'columns'; table: Table; goal: Goal }
  | { kind: 'told'; tone: 'success' | 'danger'; text: string }

/** Where the rows go: the line that they were pasted into, if any; and who is told once they are there. */
type Goal = { at?: number; onAdded?: () => void }

export type List = {
  state: ListState
  /** Ids of the lines that came last, so that they can be taken back. */
  added: readonly number[]
  readFile: (file: File) => void
  readText: (text: string, goal: Goal) => void
  chooseColumns: (columns: Columns) => void
  /** Calls off the reading, or the question about the columns. */
  stop: () => void
}

/** Brings pasted lists and files into the sheet: all of their rows or none, and a word about every one of them. */
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
    setState({ kind: 'told', tone: 'success', text: words.report({ read: lines.length + blank + header, added: lines.length, blank, header, cut }) })
    onAdded?.()
  }

  function takeTable(table: Table, goal: Goal): void {
    if (table.rows.length === 0) return tellProblem(words.problems.empty)
    const columns = recogniseColumns(table.rows)
    if (columns) addTable(table, columns, goal)
    else setState({ kind: 'columns', table, goal })
  }

  /** Runs one reading; an earlier one that is still under way is called off. */
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

/** Whether a pasted text is a list of lines, or a part with its quantity, rather than the name of one part. */
export const isList = (text: string): boolean => /[\t\r\n]/.test(text.trim()) || readWrittenLine(text).quantity !== ''
