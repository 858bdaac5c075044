import Papa from 'papaparse'
import type { Table } from './lines.ts'
import { recogniseColumns, widthOf } from './recognise-columns.ts'

/** A number with groups of three after commas: such commas do not separate columns. */
const GROUPED_TAIL = /,\s*\d{1,3}(?:,\d{3})+\s*(?:\p{L}+\.?)?\s*$/u
/** Excel's first line that names the separator. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i

/**
 * Parses pasted text or the text of a CSV file into rows of cells. Columns are separated by tab, semicolon or comma,
 * whichever the text uses; a text without them has one column. No row is lost.
 */
export function readText(text: string): Table {
  const whole = text.replace(/^\uFEFF/, '')
  const said = SEPARATOR_LINE.exec(whole)
  if (said) return withoutBlank(splitRows(whole.slice(said[0].length), said[1]!))

  const written = whole.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  if (written.some((line) => line.includes('\t'))) return withoutBlank(splitRows(whole, '\t'))
  if (written.filter((line) => line.includes(';')).length * 2 > written.length) return withoutBlank(splitRows(whole, ';'))
  if (written.some((line) => line.includes(','))) {
    const table = withoutBlank(splitRows(whole, ','))
    if (isTableByCommas(table.rows, written)) return table
  }
  return withoutBlank(whole.split(/\r\n|\r|\n/).map((line) => [line]))
}

/** Commas separate columns if there is a header, or the same number of them in every row. */
function isTableByCommas(rows: string[][], written: string[]): boolean {
  const width = widthOf(rows)
  // Every comma is inside quotes.
  if (width < 2) return true
  if (recogniseColumns(rows)?.header === true) return true
  return rows.every((row) => row.length === width) && !written.some((line) => GROUPED_TAIL.test(line))
}

/** An unclosed quote would swallow the following rows; then quotes are treated as plain characters. */
function splitRows(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  if (!errors.some(({ type }) => type === 'Quotes')) return data
  return text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter))
}

/** Removes rows without visible content, and counts them. */
export function withoutBlank(all: readonly string[][]): Table {
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  return { rows, blank: all.length - rows.length - (isBlank(all.at(-1)) ? 1 : 0) }
}

/** The line break at the end does not start another row. */
const isBlank = (row: readonly string[] | undefined) => row !== undefined && row.length <= 1 && (row[0] ?? '') === ''
