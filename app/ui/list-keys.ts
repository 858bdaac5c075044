import { useEffect } from 'react'

const ROWS = '[data-list] tbody > tr'
/** What takes keys itself. A box of a row is no text. */
const TYPED_IN = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=application]'

/** What Enter presses in a row. The box of a row stands before it. */
const entryOf = (row: Element) => row.querySelector<HTMLElement>('.row-link') ?? row.querySelector<HTMLElement>('td a, td button, td input')

/** Heads of groups with nothing to press, and rows that are not drawn, are stepped over. */
function focusFirstOf(rows: Element[]): boolean {
  const entry = rows.map(entryOf).find((one) => one !== null)
  entry?.focus()
  return entry !== undefined
}

/** @returns whether there is a row. */
export const focusFirstRow = (): boolean => focusFirstOf([...document.querySelectorAll(ROWS)])

/**
 * Keys of every list: j and k, in a row also the arrow keys, go from row to row, where Enter opens; x selects; / goes to the search. Not
 * while somebody types, in a dialog, in a menu, or with another key held.
 */
export function useListKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  // Many keyboards have the slash above another sign.
  if (event.shiftKey && event.key !== '/') return
  if (event.target instanceof Element && event.target.closest(TYPED_IN)) return
  if (document.querySelector('dialog[open], :popover-open')) return
  const done = event.key === '/' ? focusSearch() : event.key === 'x' ? selectRow() : walk(event.key)
  if (done) event.preventDefault()
}

const rowInFocus = () => document.activeElement?.closest(ROWS)

function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>('.list-search input')
  search?.focus()
  return search !== null
}

function selectRow(): boolean {
  const box = rowInFocus()?.querySelector<HTMLElement>('.select-box')
  box?.click()
  return box !== undefined && box !== null
}

/** The arrow keys scroll the page outside of rows. */
function walk(key: string): boolean {
  const step = steps[key]
  const row = rowInFocus()
  if (step === undefined || (!row && key.startsWith('Arrow'))) return false
  const rows = [...document.querySelectorAll(ROWS)]
  if (!row) return focusFirstOf(rows)
  const at = rows.indexOf(row)
  return focusFirstOf(step === 1 ? rows.slice(at + 1) : rows.slice(0, at).toReversed())
}
