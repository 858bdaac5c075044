import { plainTitle } from './recognise-columns.ts'

/** One place on a board, C1 or C1A, or a run of them, C5-C9 or C5-9. */
const PLACE = /^(?<letters>\p{L}{1,4})(?<from>\d{1,5})(?:\p{L}?|\s?[-–…]\s?(?<again>\p{L}{0,4})(?<to>\d{1,5}))$/u
/** Maximum places that the runs of a cell may have together: no board has more. */
const MOST_PLACES = 20_000
/** Minimum share of them in a column. */
const MOSTLY = 0.8
const TITLE =
  /^(?:(?:part)?reference|references|referencedesignators?|refdes|refs?|designators?|parts?|location|locations|bauteil(?:e)?|bezeichner|repère|repères|designador(?:es)?|riferimenti?|oznaczeni[ea])$/

/** How many different places on a board a cell names: 'C1,C2,C5-C9' are 7; undefined if it names anything else. */
export function countDesignators(cell: string): number | undefined {
  const places = new Set<string>()
  let left = MOST_PLACES
  for (const word of cell.replace(/\s*([-–…])\s*/g, '$1').split(/[\s,;]+/)) {
    if (word === '') continue
    const { letters = '', from = '', again, to } = PLACE.exec(word)?.groups ?? {}
    if (letters === '' || (again !== undefined && again !== '' && again !== letters)) return undefined
    if (to === undefined) places.add(word)
    else if (Number(to) <= Number(from) || (left -= Number(to) - Number(from)) < 0) return undefined
    else for (let place = Number(from); place <= Number(to); place += 1) places.add(letters + place)
  }
  return places.size === 0 ? undefined : places.size
}

/** Whether the cells of a column are such places. */
export function areDesignators(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.filter((cell) => countDesignators(cell) !== undefined).length >= filled.length * MOSTLY
}

export const isDesignatorTitle = (cell: string | undefined): boolean => TITLE.test(plainTitle(cell))
