import { decimalText, withoutGuard } from '#contract/basics/csv.ts'
import { importTitles, NOTHING } from '#contract/parts/imports.ts'
import { importFields } from '#contract/parts/part-fields.ts'
import { readTable } from '#readers/lists/read-file.ts'
import { withoutBlank } from '#readers/lists/read-text.ts'
import { saidSeparator, splitRows } from '#readers/lists/split-rows.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import { foldPictureRows } from './fold-picture-rows.ts'
import { fieldOfTitle } from './part-titles.ts'

/** What may separate columns; of two that fit as well, the first does. */
const SEPARATORS = ['\t', ';', '|', ',']
/** Characters and rows of the beginning that show what separates the columns. */
const BEGINNING = 30_000
const PREVIEW = 20

/**
 * Reads a CSV file, an XLSX workbook or a JSON list of parts, detected by content, into rows of texts.
 * @throws UnreadableFile for everything else, and for an object with several lists.
 */
export async function readPartsFile(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const { rows } = await readTable(bytes, (text) => withoutBlank(/^\s*[[{]/.test(text) ? rowsOfJson(text) : rowsOfCsv(text)))
  if (rows.length === 0) throw new UnreadableFile('empty')
  return foldPictureRows(rows)
}

function rowsOfCsv(text: string): string[][] {
  const whole = text.replace(/^\uFEFF/, '')
  const said = saidSeparator(whole)
  const separator = said?.separator ?? separatorOf(whole)
  const rows = splitRows(said?.rest ?? whole, separator).filter((row) => row.some((cell) => cell.trim() !== ''))
  return asWideAsTitles(rows, separator).map((row) => row.map(withoutGuard))
}

/**
 * A row with another number of cells than the titles becomes one cell, which is told as wrong: its columns are not known.
 * @throws UnreadableFile `damaged` when most rows have another number
 */
function asWideAsTitles(rows: string[][], separator: string): string[][] {
  const [head = []] = rows
  if (!head.some((title) => fieldOfTitle(title) !== undefined)) return rows
  const others = rows.filter(({ length }) => length !== head.length)
  if (others.length * 2 >= rows.length) throw new UnreadableFile('damaged')
  return rows.map((row) => (row.length === head.length ? row : [row.join(separator)]))
}

/** The separator by which the titles are known, otherwise that of most rows as wide as the first, otherwise that of most columns. */
function separatorOf(text: string): string {
  const beginning = text.slice(0, BEGINNING)
  const ranked = SEPARATORS.map((separator) => {
    const [head = [], ...rows] = withoutBlank(splitRows(beginning, separator)).rows.slice(0, PREVIEW)
    const known = head.filter((title) => fieldOfTitle(title) !== undefined).length
    const alike = head.length > 1 ? rows.filter((row) => row.length === head.length).length : -1
    return { separator, marks: [known, alike, head.length] }
  })
  const [best] = ranked.toSorted((one, other) => {
    const place = one.marks.findIndex((mark, index) => mark !== other.marks[index])
    return place < 0 ? 0 : other.marks[place]! - one.marks[place]!
  })
  return best!.separator
}

/** The keys become the titles; those of the shop its own. */
function rowsOfJson(text: string): string[][] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UnreadableFile('damaged')
  }
  const objects = listIn(json)
  if (!objects?.every(isObject)) throw new UnreadableFile('no-spreadsheet')
  const keys = [...new Set([...importFields.filter((field) => objects.some((one) => field in one)), ...objects.flatMap(Object.keys)])]
  const titles = new Map<string, string>(keys.includes('partNumber') ? Object.entries(importTitles) : [])
  return [keys.map((key) => titles.get(key) ?? key), ...objects.map((one) => keys.map((key) => textOf(one[key])))]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list, or the one inside an object: `parts`, otherwise the only one of the outermost objects with any. */
function listIn(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json
  for (let objects = [json].filter(isObject); objects.length > 0; objects = objects.flatMap(Object.values).filter(isObject)) {
    const named = objects.find(({ parts }) => Array.isArray(parts))
    const lists = named ? [named['parts']] : objects.flatMap(Object.values).filter(Array.isArray)
    if (lists.length > 0) return lists.length === 1 ? (lists[0] as unknown[]) : undefined
  }
  return undefined
}

/** A number of JSON has one reading, with a decimal point. A ladder may be a list of steps, as the calls of the shop have it; of other lists each entry is a line. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return decimalText(value)
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value as string | boolean)
  if (value.length === 0) return NOTHING
  if (value.every((step) => isObject(step) && 'from' in step && 'price' in step)) {
    return value.map((step: { from: unknown; price: unknown }) => `${textOf(step.from)}: ${textOf(step.price)}`).join('; ')
  }
  return value.map(textOf).join('\n')
}
