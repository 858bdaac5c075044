import { isPartTitle, isPositionTitle, isQuantityTitle, plainTitle } from '../recognise-columns.ts'
import { isWrittenQuantity } from '../written-quantity.ts'
import { textOf, type Piece, type TextLine } from './text-lines.ts'

/** The titles of a table; `lines` are the indexes of their lines, one after another. */
export type Titles = {
  first: number
  lines: number
  /** From left to right. */
  titles: Piece[]
  /** Titles of a second line that each item has, as in orders of SAP. */
  below: Piece[]
}

/** Maximum distance of lines of titles, in font sizes. */
const CLOSE = 2.2
/** The same for the words of one title in two lines. */
const WRAPPED = 1.6
/** Lines below titles in which pieces are looked for. */
const LOOKED_AT = 12

/** All titles of tables in a document, each with the place of its first line. */
export function findTitles(lines: readonly TextLine[]): Titles[] {
  const found: Titles[] = []
  for (let place = 0; place < lines.length; place += 1) {
    const titles = titlesAt(lines, place)
    if (!titles) continue
    found.push(titles)
    place += titles.lines - 1
  }
  const counted = found.filter(({ titles, below }) => [...titles, ...below].some(({ text }) => isQuantityTitle(text)))
  // A letterhead has titles of numbers and names, too.
  return counted.length > 0 ? counted : found
}

function titlesAt(lines: readonly TextLine[], place: number): Titles | undefined {
  const line = lines[place]! // inside
  if (line.pieces.length < 2 || line.pieces.some(({ text }) => isWrittenQuantity(text))) return undefined
  const next = lines[place + 1]
  const isClose = (within: number) =>
    next !== undefined && next.page === line.page && next.y - line.y <= within * line.size && !/\d/.test(textOf(next))
  if (areTitles(line.pieces))
    return { first: place, lines: isClose(WRAPPED) && isInside(next!, line) ? 2 : 1, titles: line.pieces, below: [] } // close
  const isIndented = next !== undefined && next.pieces[0]!.left > line.pieces[0]!.left + 2 // both have pieces
  if (isIndented && isClose(CLOSE) && hasPart(line.pieces) && hasQuantity(next.pieces) && hasQuantityBelow(lines, place + 2, next)) {
    return { first: place, lines: 2, titles: line.pieces, below: next!.pieces }
  }
  if (isClose(WRAPPED)) {
    const titles = joined(line.pieces, next!.pieces)
    if (areTitles(titles)) return { first: place, lines: 2, titles, below: [] }
  }
  const isBoard = line.pieces.some(({ text }) => isPartTitle(text)) && line.pieces.filter(({ text }) => isPartTitle(text)).length > 1
  return isBoard ? { first: place, lines: 1, titles: line.pieces, below: [] } : undefined
}

const hasQuantity = (pieces: readonly Piece[]) => pieces.some(({ text }) => isQuantityTitle(text))
const hasPart = (pieces: readonly Piece[]) => pieces.some(({ text }) => isPartTitle(text) || isPositionTitle(text))
const areTitles = (pieces: readonly Piece[]) => hasQuantity(pieces) && (hasPart(pieces) || pieces.length > 2)

const doOverlap = (one: Piece, other: Piece) => one.left < other.right && other.left < one.right

/** Second lines of titles, such as units, are below them. */
const isInside = (line: TextLine, above: TextLine) => line.pieces.every((piece) => above.pieces.some((title) => doOverlap(piece, title)))

/** Titles with words in two lines. */
function joined(upper: readonly Piece[], lower: readonly Piece[]): Piece[] {
  const alone = lower.filter((piece) => !upper.some((title) => doOverlap(piece, title)))
  const both = upper.map((title) =>
    lower
      .filter((piece) => doOverlap(piece, title))
      .reduce(
        (sum, piece) => ({
          left: Math.min(sum.left, piece.left),
          right: Math.max(sum.right, piece.right),
          text: `${sum.text}${sum.text.endsWith('-') ? '' : ' '}${piece.text}`,
        }),
        title,
      ),
  )
  return [...both, ...alone].toSorted((one, other) => one.left - other.left)
}

/** Whether pieces are on separate lines below those of the parts, and not beside them. */
function hasQuantityBelow(lines: readonly TextLine[], from: number, { pieces: titles }: TextLine): boolean {
  const quantity = titles.find(({ text }) => isQuantityTitle(text))!
  const rows = lines
    .slice(from, from + LOOKED_AT)
    .filter(({ pieces }) => pieces.some((piece) => isWrittenQuantity(piece.text) && doOverlap(piece, quantity)))
  const leftmost = Math.min(...titles.map(({ left }) => left))
  return rows.length > 0 && rows.every(({ pieces }) => pieces[0]!.left >= leftmost - 2) // filled
}

/** Whether two titles are the same, in any position. */
export const sameTitles = (one: Titles, other: Titles): boolean =>
  [...one.titles, ...one.below].map(({ text }) => plainTitle(text)).join('|') ===
  [...other.titles, ...other.below].map(({ text }) => plainTitle(text)).join('|')
