import { Tokenizer } from 'htmlparser2'
import type { Line } from './layers.ts'

type Flow = (Line | Table)[]
/** `isBelow`: the cell above reaches down into this row. */
type Cell = { flow: Flow; isBelow: boolean }
type Table = { rows: Cell[][]; depth: number }
/** `spans`: of each column, the cell that reaches down, and the last of its rows. */
type OpenTable = Table & { cell: Flow | undefined; spans: { cell: Flow; until: number }[] }

const BLOCKS = new Set(
  'address article aside blockquote body br center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(' '),
) // prettier-ignore
const UNSEEN = new Set(['script', 'style', 'title'])
/** Marks of what was answered or forwarded. */
const QUOTES = /(?:^|\s)(?:gmail_quote|yahoo_quoted|protonmail_quote)(?:\s|$)/
/** Tables inside of tables; columns and rows of a cell; columns whose cells may reach down. More are read as less. */
const LIMITS = { tables: 30, colspan: 20, rowspan: 10_000, columns: 60 }

/**
 * The lines of a mail's HTML as it is seen. A row of a table with rows and columns is a line, its cells have tabs between them: paragraphs
 * inside of a cell do not end it. Of nested tables, the innermost rows count; tables that only place things are not seen.
 */
export function linesOfHtml(html: string): Line[] {
  const root: Flow = []
  const tables: OpenTable[] = []
  const divisions: boolean[] = []
  const open = { quotes: 0, pre: 0, tables: 0, unseen: '' }
  const attributes = new Map<string, string>()
  let [written, tag, attribute, value] = ['', '', '', '']

  const flow = () => tables.findLast(({ cell }) => cell)?.cell ?? root

  const endLine = () => {
    const text = open.pre > 0 ? written : written.replace(/ +/g, ' ').replace(/^ /, '')
    if (text.trim() !== '') flow().push({ text: text.trim() === '--' ? text : text.trimEnd(), depth: open.quotes })
    written = ''
  }

  const say = (text: string) => {
    if (open.unseen !== '') return
    if (open.pre === 0) written += text.replace(/\s+/g, ' ')
    else
      for (const [place, line] of text.split(/\r\n|\r|\n/).entries()) {
        if (place > 0) endLine()
        written += line
      }
  }

  const openCell = (table: OpenTable) => {
    if (table.rows.length === 0) table.rows.push([])
    fillRow(table)
    const [row, rows] = [table.rows.at(-1)!, table.rows.length] // it has one now
    table.cell = []
    const spanned = (name: string, limit: number) => Math.min(limit, Math.max(1, Number.parseInt(attributes.get(name) ?? '1', 10) || 1))
    const until = rows + spanned('rowspan', LIMITS.rowspan) - 1
    const columns = spanned('colspan', LIMITS.colspan)
    for (let column = 0; column < columns; column += 1) {
      if (until > rows && row.length < LIMITS.columns) table.spans[row.length] = { cell: table.cell, until }
      row.push({ flow: column === 0 ? table.cell : [], isBelow: false })
    }
  }

  const onOpen = () => {
    if (UNSEEN.has(tag)) open.unseen = tag
    if (BLOCKS.has(tag)) endLine()
    const table = tables.at(-1)
    if (tag === 'blockquote') open.quotes += 1
    else if (tag === 'div') {
      const isQuote = QUOTES.test(attributes.get('class') ?? '')
      divisions.push(isQuote)
      if (isQuote) open.quotes += 1
    } else if (tag === 'pre') open.pre += 1
    else if (tag === 'table' && (open.tables += 1) <= LIMITS.tables) {
      const inner: OpenTable = { rows: [], depth: open.quotes, cell: undefined, spans: [] }
      flow().push(inner)
      tables.push(inner)
    } else if (tag === 'tr' && table) {
      fillRow(table)
      table.cell = undefined
      table.rows.push([])
    } else if ((tag === 'td' || tag === 'th') && table) openCell(table)
  }

  const onClose = () => {
    if (tag === open.unseen) open.unseen = ''
    if (BLOCKS.has(tag)) endLine()
    const table = tables.at(-1)
    if (tag === 'blockquote' || (tag === 'div' && divisions.pop() === true)) open.quotes = Math.max(0, open.quotes - 1)
    else if (tag === 'pre') open.pre = Math.max(0, open.pre - 1)
    else if (tag === 'table' && open.tables > 0) {
      if ((open.tables -= 1) < LIMITS.tables) fillRow(tables.pop())
    } else if ((tag === 'td' || tag === 'th' || tag === 'tr') && table) table.cell = undefined
  }

  const pass = () => undefined
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase()
        attributes.clear()
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => void (value += html.slice(start, end)),
      onattribentity: (code) => void (value += String.fromCodePoint(code)),
      onattribend: () => void attributes.set(attribute, value),
      onopentagend: onOpen,
      onselfclosingtag: onOpen,
      onclosetag: (start, end) => {
        tag = html.slice(start, end).toLowerCase()
        onClose()
      },
      ontext: (start, end) => say(html.slice(start, end)),
      ontextentity: (code) => say(String.fromCodePoint(code)),
      oncdata: pass,
      oncomment: pass,
      ondeclaration: pass,
      onprocessinginstruction: pass,
      onend: () => {
        endLine()
        tables.forEach(fillRow)
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return linesOf(root)
}

/** Adds the cells that reach down into the last row, where it has come to. */
function fillRow(table: OpenTable | undefined): void {
  const row = table?.rows.at(-1)
  if (!table || !row) return
  for (let span; (span = table.spans[row.length]) && span.until >= table.rows.length;) row.push({ flow: span.cell, isBelow: true })
}

function linesOf(root: Flow): Line[] {
  const lines: Line[] = []
  let count = 0
  const add = (flow: Flow) => {
    for (const item of flow) {
      if ('text' in item) {
        lines.push(item)
        continue
      }
      const table = isList(item) ? (count += 1) : undefined
      for (const row of item.rows) {
        if (table === undefined || holdsTable(row)) row.filter(({ isBelow }) => !isBelow).forEach((cell) => add(cell.flow))
        else lines.push({ text: row.map(textOfCell).join('\t'), depth: item.depth, table })
      }
    }
  }
  add(root)
  return lines.filter(({ text }) => text.trim() !== '')
}

const holdsTable = (row: Cell[]) => row.some(({ flow }) => flow.some((item) => !('text' in item)))
const filled = (row: Cell[]) => row.filter(({ flow, isBelow }) => !isBelow && flow.length > 0)

/** Whether a table has rows of several cells, or one row of cells of one line each. */
function isList({ rows }: Table): boolean {
  const listed = rows.filter((row) => !holdsTable(row) && filled(row).length > 1)
  return listed.length > 1 || (listed.length === 1 && filled(listed[0]!).every(({ flow }) => flow.length === 1))
}

/** A number that reaches down into other rows is asked there. */
function textOfCell({ flow, isBelow }: Cell): string {
  const text = flow
    .map((item) => ('text' in item ? item.text.trim() : ''))
    .join(' ')
    .replaceAll('\t', ' ')
  if (isBelow) return /^\d/.test(text) ? '?' : ''
  return text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
}
