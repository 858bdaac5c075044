import Papa from 'papaparse'
import type { Table } from './lines.ts'
import { recogniseColumns, widthOf } from './recognise-columns.ts'

/** A number in groups of three behind a comma: the commas of such a line do not part columns. */
const GROUPED_TAIL = /,\s*\d{1,3}(?:,\d{3})+\s*(?:\p{L}+\.?)?\s*$/u
/** What Excel writes first to say how the columns are parted. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i

/**
 * Reads pasted text or the text of a CSV file into rows of cells. Columns are parted by tab, semicolon or comma,
 * whichever the text uses; a text that uses none has one column, each line as it was written. No row is lost.
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

/** Commas part columns when a header or the same number of them in every row says so. */
function isTableByCommas(rows: string[][], written: string[]): boolean {
  const width = widthOf(rows)
  // Every comma stands inside quotes.
  if (width < 2) return true
  if (recogniseColumns(rows)?.header === true) return true
  return rows.every((row) => row.length === width) && !written.some((line) => GROUPED_TAIL.test(line))
}

/** A quote that is opened and never closed would swallow the rows behind it, so then quotes are plain characters. */
function splitRows(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  if (!errors.some(({ type }) => type === 'Quotes')) return data
  return text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter))
}

/** Cells that hold something to see; rows that hold none are counted. */
export function withoutBlank(all: readonly string[][]): Table {
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  return { rows, blank: all.length - rows.length - (isBlank(all.at(-1)) ? 1 : 0) }
}

/** The end of the last line is no row of its own. */
const isBlank = (row: readonly string[] | undefined) => row !== undefined && row.length <= 1 && (row[0] ?? '') === ''
