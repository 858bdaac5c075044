import { useSyncExternalStore } from 'react'
import { browserStorage } from '#app/identity/browser-storage.ts'

/** Rows of 40 px, or of 56 px. */
export type RowHeight = 'compact' | 'tall'

const KEY = 'tableRows'
const readers = new Set<() => void>()
let chosen: RowHeight | undefined

const read = (): RowHeight => (chosen ??= browserStorage.getItem(KEY) === 'tall' ? 'tall' : 'compact')

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => void readers.delete(reader)
}

/** Height of the rows of all tables; the choice is kept in the browser. */
export function useRowHeight() {
  const rowHeight = useSyncExternalStore(subscribe, read, () => 'compact' as const)
  const choose = (height: RowHeight) => {
    chosen = height
    browserStorage.setItem(KEY, height)
    for (const reader of readers) reader()
  }
  return { rowHeight, choose }
}
