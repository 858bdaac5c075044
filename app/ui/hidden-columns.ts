import { useMemo, useSyncExternalStore } from 'react'
import { browserStorage } from '#app/identity/browser-storage.ts'
import type { Column } from '#app/ui/table-row.tsx'

type Titles = readonly string[]

const NONE: Titles = []
const readers = new Set<() => void>()
const read = new Map<string, Titles>()

const keyOf = (table: string) => `tableColumns.${table}`

function hiddenIn(table: string | undefined): Titles {
  if (table === undefined) return NONE
  const known = read.get(table)
  if (known) return known
  const titles = titlesIn(browserStorage.getItem(keyOf(table)))
  read.set(table, titles)
  return titles
}

function titlesIn(text: string | null): Titles {
  try {
    const titles: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : NONE
  } catch {
    return NONE
  }
}

function hide(table: string | undefined, titles: Titles): void {
  if (table === undefined) return
  read.set(table, titles)
  if (titles.length === 0) browserStorage.removeItem(keyOf(table))
  else browserStorage.setItem(keyOf(table), JSON.stringify(titles))
  for (const reader of readers) reader()
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => void readers.delete(reader)
}

export type ChosenColumns<Row> = {
  /** The columns that are shown. */
  columns: Column<Row>[]
  /** Columns that can be hidden: all but the name's. */
  choices: { title: string; isShown: boolean }[]
  show: (title: string, isShown: boolean) => void
  showAll: () => void
}

/**
 * The columns of a table that the user has not hidden; at first all. The choice is kept in the browser.
 * @param table name of the table in the browser's storage; without it no column is hidden.
 */
export function useColumns<Row>(table: string | undefined, columns: Column<Row>[]): ChosenColumns<Row> {
  const hidden = useSyncExternalStore(
    subscribe,
    () => hiddenIn(table),
    () => NONE,
  )
  return useMemo(() => {
    const isShown = ({ card, title }: Column<Row>) => card === 'name' || !hidden.includes(title)
    return {
      columns: columns.filter(isShown),
      choices: columns.filter(({ card }) => card !== 'name').map((column) => ({ title: column.title, isShown: isShown(column) })),
      show: (title, shown) => hide(table, shown ? hidden.filter((one) => one !== title) : [...hidden, title]),
      showAll: () => hide(table, NONE),
    }
  }, [table, columns, hidden])
}
