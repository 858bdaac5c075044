import { importFields, type ImportField } from '#contract/parts/part-fields.ts'
import { doubtsPrice, fieldOfTitle, plainTitle, RANK_OF_ANSWERS, type Candidate } from './part-titles.ts'

/** The field of each column of a file; undefined for one that is not imported. */
export type PartColumns = { header: boolean; fields: (ImportField | undefined)[] }

const LOOKED_AT = 200
/** Share of the cells of a column that must look alike. */
const MOSTLY = 0.8

/** A question is answered by yes or no, as in 'In stock?'. */
const ANSWERS = /^(?:[01]|yes|no|y|n|true|false|ja|nein|oui|non|s[iíì]|nee)$/i
/** After every title. */
const CONTENT_RANK = 100

const contents: [ImportField, RegExp][] = [
  ['img', /\.(?:jpe?g|png|webp|avif)$|^\/images\//i],
  ['priceBreaks', /^(?:-|\d[\d,]*\s*:\s*\$?\d)/],
  ['price', /^\$?\s*\d+\.\d{1,4}$/],
]

/**
 * Finds the columns by the titles of the first row, and those without a title by their cells. The best title of a field names it, wherever
 * it stands; equal ones all do, so that one of them is chosen on the screen.
 */
export function recognisePartColumns(rows: readonly string[][]): PartColumns {
  const head = rows[0] ?? []
  const width = rows.slice(0, LOOKED_AT).reduce((widest, row) => Math.max(widest, row.length), 0)
  const places = Array.from({ length: width }, (_, place) => place)
  const header = head.some((title) => fieldOfTitle(title) !== undefined)
  const body = rows.slice(header ? 1 : 0, LOOKED_AT)
  const candidates = places.map((place): Candidate | undefined => {
    const cells = body.map((row) => (row[place] ?? '').trim()).filter((cell) => cell !== '')
    const title = header ? (head[place] ?? '').trim() : ''
    if (title === '') return candidateOfCells(cells)
    const found = fieldOfTitle(title)
    if (found?.field !== 'available' || found.rank !== RANK_OF_ANSWERS) return found
    const isAnswer = title.endsWith('?') || (cells.length > 0 && cells.every((cell) => ANSWERS.test(cell)))
    // Pieces that are available are another stock than those on hand.
    return isAnswer ? undefined : { ...found, rank: cells.some((cell) => /\d/.test(cell)) ? 1 : found.rank }
  })
  const best = new Map<ImportField, number>()
  for (const one of candidates) if (one) best.set(one.field, Math.min(one.rank, best.get(one.field) ?? one.rank))
  if (header && priceDoubtOf(rows) !== undefined) best.delete('price')
  return { header, fields: candidates.map((one) => (one && one.rank === best.get(one.field) ? one.field : undefined)) }
}

/** The title of a column by which prices are not in dollars for one piece, such as one of currencies or of a number of pieces. */
export function priceDoubtOf([head = [], ...body]: readonly string[][]): string | undefined {
  return head.find((title, place) => {
    const doubts = doubtsPrice(title)
    return doubts && body.some((row) => doubts((row[place] ?? '').trim()))
  })
}

function candidateOfCells(cells: string[]): Candidate | undefined {
  if (cells.length === 0) return undefined
  const found = contents.find(([, looks]) => cells.filter((cell) => looks.test(cell)).length >= cells.length * MOSTLY)
  return found && { field: found[0], rank: CONTENT_RANK }
}

const keyOf = (rows: readonly string[][]) => `import-columns:${(rows[0] ?? []).map(plainTitle).join('|')}`.slice(0, 1_000)

/** The columns that were chosen for a file with these titles before. */
export function rememberedColumns(rows: readonly string[][]): PartColumns | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(rows)) ?? 'null') as PartColumns | null
    if (!kept) return undefined
    return { header: kept.header, fields: kept.fields.map((field) => importFields.find((one) => one === field)) }
  } catch {
    return undefined // no storage, or an invalid value
  }
}

export function rememberColumns(rows: readonly string[][], columns: PartColumns): void {
  try {
    localStorage.setItem(keyOf(rows), JSON.stringify(columns))
  } catch {
    // Without storage they are chosen again.
  }
}
