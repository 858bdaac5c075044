/*
 * Tables as in RFC 4180, for files that spreadsheets open, written by the server and by the browser.
 */

/** The beginning of a file in UTF-8, by which spreadsheets know it. */
export const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** Spreadsheets evaluate cells that begin like this, also after spaces and in full-width characters. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/**
 * The same within a cell, after a character that some spreadsheets take for the end of a column or row: a spreadsheet set
 * to semicolons honours quotes only at the beginning of what it takes for a cell.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g

/** What `csvOf` puts in front of it. */
const GUARDED_WITHIN = /([;\t\r\n][\s"]*)'(?=[=+\-@＝＋－＠])/g

export type Cell = string | number | null

/** Rows with their line ends. A text that a spreadsheet would evaluate gets an apostrophe in front. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => row.map(cellOf).join(',') + LINE_END).join('')

/** A cell as it was before `csvOf` made it harmless. */
export const withoutGuard = (cell: string): string =>
  (FORMULA.test(cell.slice(1)) ? cell.replace(/^'/, '') : cell).replace(GUARDED_WITHIN, '$1')

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const within = value.replace(FORMULA_WITHIN, "$1'")
  const harmless = FORMULA.test(value) ? `'${within}` : within
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
