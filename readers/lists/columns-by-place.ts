import { recogniseColumns } from './recognise-columns.ts'

/** A line with titles is looked for among the first ones. */
const LINES_ABOVE = 20
/** Characters of a line whose places are compared. */
const WIDTH = 2_000

/**
 * Rows of a text whose columns are aligned with spaces, as in a parts list of Eagle; undefined for any other text. Columns begin and
 * end where the titles and all lines below them, up to an empty one, have a space. Lines above and after that are rows of one cell.
 */
export function splitByPlace(lines: readonly string[]): string[][] | undefined {
  for (const [above, titles] of lines.slice(0, LINES_ABOVE).entries()) {
    if (!/\S {2,}\S/.test(titles)) continue
    const empty = lines.findIndex((line, place) => place > above && line.trim() === '')
    const end = empty < 0 ? lines.length : empty
    const block = lines.slice(above, end)
    const columns = columnsOf(titles, block)
    if (block.length < 2 || columns.length < 2) continue
    const rows = block.map((line) => columns.map(([start, next]) => line.slice(start, next).trim()))
    if (isTable(rows)) return lines.map((line, place) => (place < above || place >= end ? [line] : rows[place - above]!)) // it is in the block
  }
  return undefined
}

/** Known titles, or at least three rows with three cells in each. */
const isTable = (rows: string[][]) =>
  recogniseColumns(rows)?.header === true || (rows.length >= 3 && rows.every((row) => row.filter((cell) => cell !== '').length >= 3))

/** Where each column starts, and where the next one does. Text without a title belongs to the column before it. */
function columnsOf(titles: string, block: readonly string[]): [number, number | undefined][] {
  const isTaken = Array<boolean>(Math.min(Math.max(...block.map(({ length }) => length)), WIDTH)).fill(false)
  for (const line of block) for (let place = 0; place < line.length && place < WIDTH; place++) isTaken[place] ||= line[place] !== ' '
  const starts = isTaken.flatMap((taken, place) => (taken && !isTaken[place - 1] ? [place] : []))
  const titled = starts.filter((start, column) => titles.slice(start, starts[column + 1]).trim() !== '')
  return titled.map((start, column) => [column === 0 ? 0 : start, titled[column + 1]])
}
