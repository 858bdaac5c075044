import type { Piece, TextLine } from './text-lines.ts'

/** A column of a page: its title, and its edges in points. */
export type Zone = { title: string; left: number; right: number }

/** A line of one text this wide, in points, is a sentence and no cell. */
const SENTENCE = 260

/**
 * The columns below titles. Two are divided where the fewest texts cross, which holds for texts at the left, in the middle and at
 * the right of their column.
 */
export function zonesOf(titles: readonly Piece[], lines: readonly TextLine[]): Zone[] {
  const cells = lines
    .filter(({ pieces }) => pieces.length > 1 || pieces[0]!.right - pieces[0]!.left < SENTENCE)
    .flatMap(({ pieces }) => pieces)
  const all = [...titles, ...cells]
  const edges = titles.slice(1).map((title, index) => edgeBetween(centre(titles[index]!), centre(title), all)) // the one before
  return titles.map(({ text }, index) => ({
    title: text,
    left: index === 0 ? -Infinity : edges[index - 1]!, // after the first
    right: index === titles.length - 1 ? Infinity : edges[index]!, // before the last
  }))
}

const centre = ({ left, right }: Piece) => (left + right) / 2

/** The middle of the widest strip between two places that the fewest pieces cross. */
function edgeBetween(from: number, to: number, pieces: readonly Piece[]): number {
  const changes = pieces
    .filter(({ left, right }) => left < to && right > from)
    .flatMap(({ left, right }): [at: number, by: number][] => [
      [Math.max(left, from), 1],
      [Math.min(right, to), -1],
    ])
    .toSorted(([one], [other]) => one - other)
  let crossing = 0
  let at = from
  let best = { crossing: Infinity, width: 0, middle: (from + to) / 2 }
  const look = (until: number) => {
    const width = until - at
    if (width > 0 && (crossing < best.crossing || (crossing === best.crossing && width > best.width))) {
      best = { crossing, width, middle: (at + until) / 2 }
    }
    at = until
  }
  for (const [place, by] of changes) {
    look(place)
    crossing += by
  }
  look(to)
  return best.middle
}

/** The column of a piece, by its middle. */
export const zoneOf = (piece: Piece, zones: readonly Zone[]): number => {
  const middle = centre(piece)
  return zones.findIndex(({ left, right }) => middle >= left && middle < right)
}

/** How far a piece may reach into the next column, in points. */
const OVERHANG = 3

/** Whether a piece is within one column. */
export const fitsZone = (piece: Piece, { left, right }: Zone): boolean => piece.left >= left - OVERHANG && piece.right <= right + OVERHANG
