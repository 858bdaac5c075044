import { headerPlace, recogniseColumns } from './recognise-columns.ts'

/** A line with titles is looked for among the first ones. */
const LINES_ABOVE = 20
/** A line of dashes. */
const RULE = /^\s*[-_=+*][-_=+*\s]*$/
/** Characters of a line whose places are compared. */
const WIDTH = 2_000

/**
 * Rows of a text whose columns are aligned with spaces, as in a parts list of Eagle; undefined for any other text. Columns begin and
 * end where the titles and all lines below them, up to an empty one or a last rule, have a space. Lines above and after that are rows of
 * one cell.
 */
export function splitByPlace(lines: readonly string[]): string[][] | undefined {
  const empty = placesOf(lines, (line) => line.trim() === '')
  const rules = new Set(placesOf(lines, (line) => RULE.test(line)))
  for (const [above, titles] of lines.slice(0, LINES_ABOVE).entries()) {
    if (!/\S {2,}\S/.test(titles)) continue
    const below = empty.find((place) => place > above) ?? lines.length
    const end = [...rules].findLast((place) => place > above + 1 && place < below) ?? below
    const block = lines.slice(above, end)
    const columns = columnsOf(
      titles,
      block.slice(1).filter((_, place) => !rules.has(above + 1 + place)),
    )
    if (block.length < 2 || columns.length < 2) continue
    const cellsOf = (line: string) => columns.map(([start, next]) => line.slice(start, next).trim())
    // Two columns need titles: a long text would be split for each line that could have them.
    if (columns.length < 3 && headerPlace(block.slice(0, LINES_ABOVE).map(cellsOf)) === undefined) continue
    const rows = block.map(cellsOf)
    if (isTable(rows)) return lines.map((line, place) => (place < above || place >= end ? [line] : rows[place - above]!)) // it is in the block
  }
  return undefined
}

const placesOf = (lines: readonly string[], fits: (line: string) => boolean) => lines.flatMap((line, place) => (fits(line) ? [place] : []))

/** Known titles, or at least three rows with three cells in each. */
const isTable = (rows: string[][]) =>
  recogniseColumns(rows)?.header === true || (rows.length >= 3 && rows.every((row) => row.filter((cell) => cell !== '').length >= 3))

/**
 * Where each column starts, and where the next one does. Text without a title belongs to the column before it, and so does a word of
 * the titles after one blank and above nothing: 'Order qty.'.
 */
function columnsOf(titles: string, below: readonly string[]): [number, number | undefined][] {
  const isFilled = Array<boolean>(WIDTH).fill(false)
  for (const line of below) for (let place = 0; place < line.length && place < WIDTH; place++) isFilled[place] ||= line[place] !== ' '
  const isTaken = isFilled.map((filled, place) => filled || (titles[place] ?? ' ') !== ' ')
  const starts = isTaken.flatMap((taken, place) => (taken && !isTaken[place - 1] ? [place] : []))
  const titled = starts.filter((start, column) => {
    const next = starts[column + 1]
    const isWord = (titles[start - 2] ?? ' ') !== ' ' && !isFilled.slice(start, next).includes(true)
    return titles.slice(start, next).trim() !== '' && !isWord
  })
  return titled.map((start, column) => [column === 0 ? 0 : start, titled[column + 1]])
}
