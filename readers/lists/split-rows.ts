/** Maximum characters of a cell with several lines, and of one with a wrong quotation mark. */
const LONGEST_CELL = 10_000
const LONGEST_REPAIRED = 300

/** Excel's first line that names the separator. Programs that save the file again add separators to it. */
const SEPARATOR_LINE = /^"?sep=(.)"?[,;|\t]*(?:\r\n|\r|\n|$)/i

/** The separator that the first line names, and the text after that line, which is no row. */
export function saidSeparator(text: string): { separator: string; rest: string } | undefined {
  const said = SEPARATOR_LINE.exec(text)
  return said ? { separator: said[1]!, rest: text.slice(said[0].length) } : undefined
}

/** Reliability of a cell or row: its marks are right, or one in it is not closed, or its end was guessed. */
type Doubt = 'none' | 'mark' | 'end'
/** `doubt` is the worst of its cells. */
type Row = { cells: string[]; doubt: Doubt; whole: string }

/**
 * The cells of a text by RFC 4180. A quotation mark that is not closed, or is alone in a cell, such as that of 55", affects at most
 * its row: with another number of cells than the others it becomes one cell, as its columns are not known.
 */
export function splitRows(text: string, delimiter: string): string[][] {
  const rows: Row[] = []
  for (let at = 0; at <= text.length;) {
    const start = at
    const cells: string[] = []
    let doubt: Doubt = 'none'
    let lineEnd = endOfLine(text, at)
    for (;;) {
      const cell = readCell(text, at, { delimiter, lineEnd })
      cells.push(cell.value)
      if (doubt === 'none' || cell.doubt === 'end') doubt = cell.doubt
      at = cell.end
      if (at > lineEnd) lineEnd = endOfLine(text, at)
      if (!text.startsWith(delimiter, at)) break
      at += delimiter.length
    }
    rows.push({ cells, doubt, whole: text.slice(start, at) })
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  const usual = widthOfMost(rows.filter(({ doubt, whole }) => doubt === 'none' && whole.trim() !== '')) ?? widthOfMost(rows)!
  const isShifted = ({ cells, doubt }: Row) => (doubt === 'end' ? cells.length !== usual : doubt === 'mark' && cells.length > usual)
  return rows.map((row) => (isShifted(row) ? [row.whole] : row.cells))
}

function widthOfMost(rows: readonly Row[]): number | undefined {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return Array.from(counts).toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

type CellRead = { value: string; end: number; doubt: Doubt }

/** Reads a cell by RFC 4180, otherwise up to the first mark that could close it in its line, otherwise ignoring marks. */
function readCell(text: string, at: number, { delimiter, lineEnd }: { delimiter: string; lineEnd: number }): CellRead {
  const endsAt = (place: number) => place >= text.length || text.startsWith(delimiter, place) || '\r\n'.includes(text[place]!)
  if (text[at] === '"') {
    let mark = at + 1
    while ((mark = text.indexOf('"', mark)) >= 0 && mark - at < LONGEST_CELL && text[mark + 1] === '"') mark += 2
    if (mark >= 0 && mark - at < LONGEST_CELL && endsAt(mark + 1)) {
      return { value: text.slice(at + 1, mark).replaceAll('""', '"'), end: mark + 1, doubt: 'none' }
    }
    const last = Math.min(lineEnd, at + LONGEST_REPAIRED)
    for (let close = text.indexOf('"', at + 1); close >= 0 && close < last; close = text.indexOf('"', close + 1)) {
      if (endsAt(close + 1)) return { value: text.slice(at + 1, close).replaceAll('""', '"'), end: close + 1, doubt: 'end' }
    }
  }
  // Only in the line: a text without the delimiter would be searched to its end for each of its lines.
  const next = text.slice(at, lineEnd).indexOf(delimiter)
  const end = next >= 0 ? at + next : lineEnd
  const value = text.slice(at, end)
  return { value, end, doubt: value.startsWith('"') ? 'end' : value.includes('"') ? 'mark' : 'none' }
}

function endOfLine(text: string, at: number): number {
  for (let place = at; place < text.length; place += 1) if (text[place] === '\n' || text[place] === '\r') return place
  return text.length
}
