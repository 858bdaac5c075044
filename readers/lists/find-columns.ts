import { areDesignators, countDesignators, isDesignatorTitle } from './designators.ts'
import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import {
  arePositions,
  hasQuantityWord,
  headerPlace,
  isPartTitle,
  isPositionTitle,
  isQuantityTitle,
  plainTitle,
  recogniseColumns,
  widthOf,
  type Columns,
} from './recognise-columns.ts'
import { isAmount } from './is-amount.ts'
import { areQuantities, isVague, isWrittenQuantity } from './written-quantity.ts'

/** Whether the shop has a part with exactly this number or name, for each text. */
export type Knows = (texts: string[]) => Promise<readonly boolean[]>

/** Different cells of a column that the shop is asked about first; where it does not know most of one, about all that one question may have. */
const ASKED_OF_COLUMN = 20
const ASKED_COLUMNS = 12
/** Rows sampled to find the quantities. */
const LOOKED_AT = 200

/** Titles of other whole numbers than pieces. */
const OTHER_NUMBER =
  /price|preis|prix|precio|prezzo|cena|cost|kosten|total|summe|montant|importe|importo|wert|wartość|value|stock|lager|available|backorder|minimum|moq|mult|year|jahr|rev|sheet|page|date|datum|week|weight|gewicht|voltage|tolerance|footprint|package|dnp/

/**
 * Finds the columns of parts and quantities by the parts of the catalogue, in any language and under any title; of a list without a
 * known part, by titles and content.
 * @returns undefined if it is uncertain and the buyer must choose.
 */
export async function findColumns(rows: readonly string[][], knows: Knows): Promise<Columns | undefined> {
  const usual = recogniseColumns(rows)
  if (widthOf(rows) <= 1) return usual
  const known = await bestKnown(rows, knows)
  // A meaningless title may still be that of the quantities.
  if (known === undefined && (usual === undefined || usual.quantity !== undefined)) return usual
  const part = known?.column ?? usual!.part // one of them
  const above = headerPlace(rows) ?? titlesBelowLines(rows, part)
  const quantity = findQuantity(rows.slice(above ?? 0), part, above !== undefined ? 'all' : known?.inFirstRow ? 'none' : 'some')
  if (quantity === 'unclear') return undefined
  const titled = known?.inFirstRow !== true && (isPartTitle(rows[0]?.[part]) || (quantity !== undefined && isTitle(rows[0]?.[quantity])))
  const header = above !== undefined || titled
  // Rows whose cell is empty there are read from the column that has the title of a part.
  const name = usual?.header && usual.part !== part && !isPositionTitle(rows[above ?? 0]?.[usual.part]) ? usual.part : usual?.name
  return { header, above, part, name: name === quantity ? undefined : name, quantity: quantity === part ? undefined : quantity }
}

/** The first row of a table that has lines of text above it, if it names the column of parts. */
function titlesBelowLines(rows: readonly string[][], part: number): number | undefined {
  const place = rows.findIndex(({ length }) => length > 1)
  return place > 0 && isPartTitle(rows[place]![part]) ? place : undefined // found
}

type Known = { column: number; hits: number; inFirstRow: boolean }

/** The column with the most known parts, and whether its first cell is one, so that it is no title; undefined without a known part. */
async function bestKnown(rows: readonly string[][], knows: Knows): Promise<Known | undefined> {
  const columns = Array.from({ length: Math.min(widthOf(rows), ASKED_COLUMNS) }, (_, column) => cellsToAsk(rows, column))
  const best = await bestOf(rows, columns, ASKED_OF_COLUMN, knows)
  const isSure = best !== undefined && best.hits * 2 > Math.min(ASKED_OF_COLUMN, columns[best.column]!.length) // it is one of them
  if (isSure || columns.every(({ length }) => length <= ASKED_OF_COLUMN)) return best
  return bestOf(rows, columns, Math.floor(MAXIMUM_QUOTE_LINES / ASKED_COLUMNS), knows)
}

async function bestOf(rows: readonly string[][], columns: readonly string[][], asked: number, knows: Knows): Promise<Known | undefined> {
  const samples = columns.map((cells) => sampleOf(cells, asked))
  const known = await knows(samples.flat())
  let start = 0
  let best: Known | undefined
  for (const [column, sample] of samples.entries()) {
    const found = sample.filter((_, place) => known[start + place])
    start += sample.length
    if (found.length > (best?.hits ?? 0)) {
      best = { column, hits: found.length, inFirstRow: found.includes((rows[0]?.[column] ?? '').trim()) }
    }
  }
  return best
}

/** The different cells of a column that could name parts. */
function cellsToAsk(rows: readonly string[][], column: number): string[] {
  if (arePositions(rows.slice(1).flatMap((row) => row[column]?.trim() || []))) return []
  return [...new Set(rows.map((row) => (row[column] ?? '').trim()).filter((cell) => /[\p{L}\d]{2}/u.test(cell)))]
}

/** Cells from the whole length of a column, since lists are often sorted. */
function sampleOf(cells: readonly string[], asked: number): string[] {
  const step = Math.max(1, cells.length / asked)
  return Array.from({ length: Math.min(cells.length, asked) }, (_, index) => cells[Math.floor(index * step)]!)
}

/** The filled cells of a column below its title. */
type Column = { column: number; title: string | undefined; cells: string[] }

/**
 * The only column with the title of pieces, or else that of places on a board, which are counted, or else the only one that could
 * be pieces; undefined without any. The buyer is asked about a possible one: otherwise each line would get the minimum order.
 */
function findQuantity(rows: readonly string[][], part: number, titles: 'all' | 'some' | 'none'): number | 'unclear' | undefined {
  // One word above numbers, and the whole row has titles.
  const areTitles = rows[0]?.some((first, column) => isTitle(first) && areQuantities(cellsOf(rows.slice(1), column), true))
  const columns = Array.from({ length: widthOf(rows) }, (_, column): Column => {
    const first = rows[0]?.[column] ?? ''
    const title = titles === 'all' || (titles === 'some' && (areTitles || isTitle(first))) ? first : undefined
    return { column, title, cells: cellsOf(title === undefined ? rows : rows.slice(1), column) }
  }).filter(({ column, cells }) => column !== part && cells.length > 0)
  const exact = columns.filter(({ title }) => isQuantityTitle(title))
  const titled =
    exact.length > 0
      ? exact
      : columns.filter(({ title, cells }) => hasQuantityWord(title) && (areQuantities(cells, true) || cells.every(isAmount)))
  if (titled.length === 1) return titled[0]!.column
  const placed = titled.length > 0 ? undefined : columns.find(({ column, cells }) => arePlaces(rows[0]?.[column] ?? '', cells))
  if (placed) return placed.column
  const likely =
    titled.length > 0 ? titled : columns.filter(({ title }) => !isPositionTitle(title) && !OTHER_NUMBER.test(plainTitle(title)))
  const pieces = likely.filter(couldBePieces)
  if (pieces.length === 0) return likely.some(couldBeMeant) ? 'unclear' : undefined
  const counted = pieces.filter(({ cells }) => !arePositions(cells))
  if (counted.length === 0 && pieces.some(({ cells }) => cells.length > 2 && Number(cells[0]) === 1)) return 'unclear'
  const [only, ...others] = counted.length > 0 ? counted : pieces
  return others.every(({ cells }) => String(cells) === String(only!.cells)) ? only?.column : 'unclear' // others: after one
}

/** Supplier numbers such as A1 look like places, too: these need a title, or several of them in one cell. */
const arePlaces = (first: string, cells: readonly string[]) =>
  areDesignators(cells) &&
  (isDesignatorTitle(first) || [first, ...cells].some((cell) => (countDesignators(cell) ?? 0) > 1 && /[\s,;]/.test(cell.trim())))

const cellsOf = (rows: readonly string[][], column: number): string[] =>
  rows
    .slice(0, LOOKED_AT)
    .map((row) => row[column] ?? '')
    .filter((cell) => cell.trim() !== '')

/** Numbers of pieces, and no codes with leading zeros. */
const couldBePieces = ({ title, cells }: Column): boolean =>
  areQuantities(cells, title !== undefined) && !cells.some((cell) => /^0\d/.test(cell.trim()))

/** Below a title, numbers are meant as pieces, also with a unit that is not known; without one, also 'about 2000'. */
const couldBeMeant = ({ title, cells }: Column): boolean =>
  title === undefined ? cells.some(isVague) : cells.some(isWrittenQuantity) || cells.filter(isAmount).length * 2 >= cells.length

const isTitle = (cell = '') => isPositionTitle(cell) || (/\p{L}/u.test(cell) && !isVague(cell) && countDesignators(cell) === undefined)
