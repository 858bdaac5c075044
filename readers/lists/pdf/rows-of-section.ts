import { countDesignators, isDesignatorTitle } from '../designators.ts'
import { hasForm } from '../doubt-rows.ts'
import { isNumberTitle, isPositionTitle, isQuantityTitle } from '../recognise-columns.ts'
import { isAmount } from '../is-amount.ts'
import { textOf, type Piece, type TextLine } from './text-lines.ts'
import { fitsZone, zoneOf, type Zone } from './zones.ts'

/** An item of a table: its cells by column, and texts below it that have a label, such as 'Manufacturer part no.: TCB-5512-4K'. */
export type ItemRow = { kind: 'item'; cells: string[]; labelled: Map<string, string> }
/** A line that belongs to no item. */
export type AsideRow = { kind: 'aside'; text: string }
export type PlacedRow = ItemRow | AsideRow

/** The columns of an item; `below` are those of its second line, if it has one. */
export type Zones = { zones: Zone[]; below: Zone[] }

/** Maximum distance of lines of one item, in font sizes. */
const CLOSE = 1.7
/** A line above an item is a part of it when it is this much closer than to the item before. */
const CLOSER = 0.8
const LABELLED = /^(?<label>\p{L}[^:]{1,39}):\s*(?<value>\S.*)$/u

/** An item during parsing. */
type Open = ItemRow & { page: number; lastY: number; hasBelow: boolean; pieces: (Piece | undefined)[] }

/** The items of a table from its titles on, in order, and the lines between and below them. */
export function rowsOfSection(lines: readonly TextLine[], { zones, below }: Zones): PlacedRow[] {
  const rows: PlacedRow[] = []
  let open: Open | undefined
  let above: TextLine[] = []
  const far = widestOf(lines, zones)

  const putAside = (line: TextLine) => {
    rows.push({ kind: 'aside', text: textOf(line) })
    open = undefined
  }
  for (const [place, line] of lines.entries()) {
    if (hasForm(textOf(line))) {
      putAside(line)
      continue
    }
    const cells = cellsOf(line, zones)
    if (isItem(line, cells, { zones, below })) {
      open = {
        kind: 'item',
        cells: [...cells.map((piece) => piece?.text ?? ''), ...below.map(() => '')],
        labelled: new Map(),
        page: line.page,
        lastY: line.y,
        hasBelow: false,
        pieces: cells,
      }
      for (const part of above) wrap(open, part, zones, 'before')
      above = []
      rows.push(open)
      continue
    }
    const gap = open && open.page === line.page ? line.y - open.lastY : Infinity
    const next = lines[place + 1]
    if (isOfNext(line, next, gap, zones, below)) {
      above.push(line)
      continue
    }
    if (open === undefined || gap > CLOSE * line.size || !addTo(open, line, { zones, below }, far)) putAside(line)
    else open.lastY = line.y
  }
  return rows
}

/** The pieces of a line by column; those of one column are one text. */
function cellsOf({ pieces }: TextLine, zones: readonly Zone[]): (Piece | undefined)[] {
  const cells: (Piece | undefined)[] = zones.map(() => undefined)
  for (const piece of pieces) {
    const zone = zoneOf(piece, zones)
    const cell = cells[zone]
    cells[zone] = cell ? { left: cell.left, right: piece.right, text: `${cell.text} ${piece.text}` } : piece
  }
  return cells
}

function isItem({ pieces }: TextLine, cells: readonly (Piece | undefined)[], { zones, below }: Zones): boolean {
  const filled = cells.filter(Boolean).length
  if (filled < 2) return false
  // The first line of an item begins left of its second one.
  if (below.length > 0) return pieces[0]!.left < below[0]!.left - 2 && !isSentence(pieces, zones)
  const quantity = zones.findIndex(({ title }) => isQuantityTitle(title))
  if (quantity >= 0 && isAmount(cells[quantity]?.text ?? '')) return true
  const places = zones.findIndex(({ title }) => isDesignatorTitle(title))
  if (quantity < 0 && places >= 0) return countDesignators(cells[places]?.text ?? '') !== undefined
  const position = zones.findIndex(({ title }) => isPositionTitle(title))
  if (position >= 0) return /^\d{1,6}[.)]?$/.test(cells[position]?.text ?? '')
  return quantity < 0
}

const isSentence = (pieces: readonly Piece[], zones: readonly Zone[]) =>
  pieces.some((piece) => !fitsZone(piece, zones[zoneOf(piece, zones)]!)) // covers all

/** Whether a line is above the item that it belongs to, as where cells are centred in the height of their row. */
function isOfNext(line: TextLine, next: TextLine | undefined, gap: number, zones: readonly Zone[], below: readonly Zone[]): boolean {
  if (below.length > 0 || !next || next.page !== line.page || isSentence(line.pieces, zones)) return false
  const distance = next.y - line.y
  return distance < gap * CLOSER && distance <= line.size && isItem(next, cellsOf(next, zones), { zones: [...zones], below: [] })
}

/** Adds a line to the item above; false if it is no part of it. */
function addTo(item: Open, line: TextLine, { zones, below }: Zones, far: readonly number[]): boolean {
  if (below.length > 0 && !item.hasBelow) {
    const cells = cellsOf(line, below)
    const quantity = below.findIndex(({ title }) => isQuantityTitle(title))
    if (isAmount(cells[quantity]?.text ?? '')) {
      item.hasBelow = true
      for (const [column, piece] of cells.entries()) item.cells[zones.length + column] = piece?.text ?? ''
      return true
    }
  }
  const { label, value } = LABELLED.exec(textOf(line))?.groups ?? {}
  if (label !== undefined && value !== undefined && !item.labelled.has(label)) {
    item.labelled.set(label, value.trim())
    return true
  }
  if (isSentence(line.pieces, zones) || !isWrapped(item, line, zones, far)) return false
  wrap(item, line, zones, 'after')
  return true
}

/** Whether a line continues the cells above it: no number ends without a hyphen, and no word would have fitted there. */
function isWrapped(item: Open, line: TextLine, zones: readonly Zone[], far: readonly number[]): boolean {
  const hasNumbers = zones.some(({ title }) => isNumberTitle(title))
  return line.pieces.every((piece) => {
    const zone = zoneOf(piece, zones)
    const { title } = zones[zone]! // covers all
    const above = item.pieces[zone]
    if (isPositionTitle(title) || isQuantityTitle(title)) return false
    if (isNumberTitle(title)) return /[-–/_.]$/.test(above?.text ?? '')
    if (hasNumbers || !above) return true
    const [word = ''] = piece.text.split(' ')
    return above.right + ((piece.right - piece.left) / piece.text.length) * (word.length + 1) > far[zone]!
  })
}

/** The right edge of the widest text of each column. */
function widestOf(lines: readonly TextLine[], zones: readonly Zone[]): number[] {
  const far = zones.map(() => 0)
  for (const piece of lines.flatMap(({ pieces }) => pieces)) {
    const zone = zoneOf(piece, zones)
    if (fitsZone(piece, zones[zone]!)) far[zone] = Math.max(far[zone]!, piece.right) // covers all
  }
  return far
}

function wrap(item: Open, line: TextLine, zones: readonly Zone[], where: 'before' | 'after'): void {
  for (const piece of line.pieces) {
    const zone = zoneOf(piece, zones)
    const [first, second] = where === 'before' ? [piece.text, item.cells[zone]!] : [item.cells[zone]!, piece.text] // one for each
    item.cells[zone] = first === '' || second === '' ? first + second : `${first}${/[-–/_]$/.test(first) ? '' : ' '}${second}`
    item.pieces[zone] = piece
  }
}
