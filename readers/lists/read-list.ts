import type { QuoteLineStatus } from '#contract/quotes/quotes.ts'
import { hasDecimalCommas, settleQuantities } from './settle-quantities.ts'
import type { Doubt } from './doubt-rows.ts'
import { linesOfTable, type RowRead } from './lines-of-table.ts'
import type { GivenLine, Table } from './lines.ts'
import type { Columns } from './recognise-columns.ts'

/** The shop's answer to each text as a part; undefined if it cannot be asked. */
export type AskShop = (texts: string[]) => Promise<readonly QuoteLineStatus[] | undefined>

/** A row that is no line, with its whole text, and the line that it would be. */
export type NotRead = {
  /** Its place among the rows of the list, without blank ones and the header. */
  row: number
  /** Lines above it. */
  after: number
  whole: string
  why: Doubt
  line: GivenLine
}

/** The rows of a list: each is a line, not read, blank or the header. */
export type ListRead = {
  lines: GivenLine[]
  notRead: NotRead[]
  blank: number
  /** Header rows: 0 or 1, and the repeated ones of a document. */
  header: number
  /** Whether the quantities are counts of places on a board. */
  isCounted: boolean
  /** Lines that were truncated to the maximum length. */
  cut: number
}

/**
 * The lines of a list, without other rows: greetings, headings, totals. Rows with a known part are never left out, and no row is if
 * the shop cannot be asked.
 */
export async function readList(table: Table, columns: Columns, ask: AskShop): Promise<ListRead> {
  const { lines: rows, blank, header, isCounted } = linesOfTable(table, columns)
  const texts = [
    ...new Set(
      rows.flatMap(({ doubt, cells, name, front }) => [...(doubt === undefined ? [] : cells()), name ?? [], front?.text ?? []].flat()),
    ),
  ]
  const answers = texts.length === 0 ? [] : await ask(texts)
  const known = answers && new Map(texts.map((text, place) => [text, answers[place]!]))

  const areInFront = known !== undefined && writeInFront(rows, known)
  const lines: RowRead[] = []
  const notRead: NotRead[] = []
  for (const [place, row] of rows.entries()) {
    const line = known ? asKnown(row, known, areInFront) : row
    if (line) lines.push(line)
    else notRead.push({ row: place, after: lines.length, whole: row.whole(), why: row.doubt ?? 'prose', line: asLine(row) })
  }
  const settled = settleQuantities(lines.map(lineOf), hasDecimalCommas(table.rows, columns))
  return { lines: settled, notRead, blank, header, isCounted, cut: lines.filter(({ wasCut }) => wasCut).length }
}

type Known = ReadonlyMap<string, QuoteLineStatus>

/** Whether all lines of a list have their quantities in front of the parts, of which two at least are certain. */
function writeInFront(rows: readonly RowRead[], known: Known): boolean {
  if (!rows.some(({ front }) => front)) return false
  const lines = rows.filter(({ doubt }) => doubt === undefined)
  const isCertain = ({ front, quantity, whole }: RowRead) =>
    front ? known.get(front.text) === 'matched' : quantity !== '' && whole().startsWith(quantity)
  return lines.filter(isCertain).length >= 2 && lines.every((line) => line.front !== undefined || isCertain(line))
}

/** The row with the part that the shop knows; undefined if it may be no line and the shop does not know it. */
function asKnown(row: RowRead, known: Known, areInFront: boolean): RowRead | undefined {
  const isPart = (text: string | undefined) => text !== undefined && known.get(text) === 'matched'
  if (isPart(row.name)) return { ...row, text: row.name!, quantity: '' } // it is one
  if (row.front && (isPart(row.front.text) || (areInFront && row.doubt === undefined))) return { ...row, ...row.front }
  if (row.doubt === undefined) return row
  const text = row.cells().find(isPart)
  if (text !== undefined) return { ...row, text }
  return row.doubt === 'prose' && known.get(row.text) === 'ambiguous' && /\d|\p{L}\s+\S*\p{L}/u.test(row.text) ? row : undefined
}

/** The line of a row that was left out: without a part, its first words are used. */
const asLine = ({ text, cells, whole, quantity }: RowRead): GivenLine => ({ text: text === '' ? (cells()[0] ?? whole()) : text, quantity })

const lineOf = ({ text, quantity }: GivenLine): GivenLine => ({ text, quantity })
