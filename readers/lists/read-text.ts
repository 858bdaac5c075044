import { withoutGuard } from '#contract/basics/csv.ts'
import { splitByPlace } from './columns-by-place.ts'
import type { Table } from './lines.ts'
import { BULLET } from './read-written-line.ts'
import { headerPlace, recogniseColumns, widthOf } from './recognise-columns.ts'
import { saidSeparator, splitRows } from './split-rows.ts'

/** A number with groups of three after commas: such commas do not separate columns. */
const GROUPED_TAIL = /,\s*\d{1,3}(?:,\d{3})+\s*(?:\p{L}+\.?)?\s*$/u

/** What may separate titles; of two that fit, the first does. */
const SEPARATORS = ['\t', ';', '|', ',']

/**
 * Parses pasted text or the text of a CSV file into rows of cells. Columns are separated by tab, semicolon, bar or comma, whichever
 * separates the titles, otherwise whichever the text uses, or aligned; a text without them has one column. No row is lost.
 */
export function readText(text: string): Table {
  const { rows, blank } = rowsOf(text)
  return { rows: rows.map((row) => row.map(withoutGuard)), blank }
}

function rowsOf(text: string): Table {
  const whole = text.replace(/^\uFEFF/, '')
  const said = saidSeparator(whole)
  if (said) return withoutBlank(splitRows(said.rest, said.separator))

  const all = whole.split(/\r\n|\r|\n/)
  const written = all.filter((line) => line.trim() !== '')
  const first = written[0] ?? ''
  const titled = SEPARATORS.find((separator) => areTitles(splitRows(first, separator)[0]!)) // a text has a row
  if (titled !== undefined) return withoutBlank(splitRows(whole, titled).map(titled === '|' ? trimmed : (row) => row))
  // A bar between two words is a way to write a line; lists with several in each row are tables.
  if (mostOf(written, (line) => line.split('|').length > 3)) return withoutBlank(splitRows(whole, '|').map(trimmed))
  for (const delimiter of ['\t', ';']) {
    // One tab in a letter makes no table.
    if (mostOf(written, (line) => line.includes(delimiter))) return withoutBlank(withoutMarkers(splitRows(whole, delimiter)))
  }
  const placed = splitByPlace(all)
  if (placed) return withoutBlank(placed)
  if (written.some((line) => line.includes(','))) {
    const table = withoutBlank(withoutMarkers(splitRows(whole, ',')))
    if (isTableByCommas(table.rows, written)) return table
  }
  return withoutBlank(all.map((line) => [unquoted(line)]))
}

/** A line that is one quoted cell, as in a file of one column. */
const unquoted = (line: string) => (/^"(?:[^"]|"")*"$/.test(line.trim()) ? line.trim().slice(1, -1).replaceAll('""', '"') : line)
const mostOf = (lines: string[], fits: (line: string) => boolean) => lines.filter(fits).length * 2 > lines.length
const areTitles = (row: string[]) => row.length > 1 && headerPlace([row]) !== undefined
const trimmed = (row: string[]) => row.map((cell) => cell.trim())

/** Rows without the bullets or numbers that most of them begin with. */
function withoutMarkers(rows: string[][]): string[][] {
  const isMarked = mostOf(
    rows.map(([first = '']) => first).filter((first) => first.trim() !== ''),
    (first) => BULLET.test(first.trim()),
  )
  return isMarked ? rows.map(([first = '', ...others]) => [first.trim().replace(BULLET, ''), ...others]) : rows
}

/** Commas separate columns if there is a header, or the same number of them in every row. */
function isTableByCommas(rows: string[][], written: string[]): boolean {
  const width = widthOf(rows)
  // Every comma is inside quotes.
  if (width < 2) return true
  if (recogniseColumns(rows)?.header === true) return true
  return rows.every((row) => row.length === width) && !written.some((line) => GROUPED_TAIL.test(line))
}

/** Invisible characters without meaning in a list: marks of direction, zero-width spaces, soft hyphens. Joiners may be part of a letter. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Removes rows without visible content, and counts them. */
export function withoutBlank(written: readonly string[][]): Table {
  const all = written.map((row) => row.map((cell) => cell.replace(INVISIBLE, '')))
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  return { rows, blank: all.length - rows.length - (isBlank(all.at(-1)) ? 1 : 0) }
}

/** The line break at the end does not start another row. */
const isBlank = (row: readonly string[] | undefined) => row !== undefined && row.length <= 1 && (row[0] ?? '') === ''
