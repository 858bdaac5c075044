import Papa from 'papaparse'
import { withoutGuard } from '#contract/basics/csv.ts'
import { importFields, NOTHING } from '#contract/parts/imports.ts'
import { readTable } from '#readers/lists/read-file.ts'
import { withoutBlank } from '#readers/lists/read-text.ts'
import { splitRows } from '#readers/lists/split-rows.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'

/** Rows that show what separates the columns. */
const PREVIEW = 20

/**
 * Reads a CSV file, an XLSX workbook or a JSON list of parts, detected by content, into rows of texts.
 * @throws UnreadableFile for everything else.
 */
export async function readPartsFile(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const { rows } = await readTable(bytes, (text) => withoutBlank(/^\s*\[/.test(text) ? rowsOfJson(text) : rowsOfCsv(text)))
  if (rows.length === 0) throw new UnreadableFile('empty')
  return rows
}

function rowsOfCsv(text: string): string[][] {
  const whole = text.replace(/^\uFEFF/, '')
  const { meta } = Papa.parse<string[]>(whole, { delimitersToGuess: [',', ';', '\t'], preview: PREVIEW })
  return splitRows(whole, meta.delimiter).map((row) => row.map(withoutGuard))
}

/** The keys become the titles. */
function rowsOfJson(text: string): string[][] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new UnreadableFile('damaged')
  }
  const objects = (Array.isArray(list) ? list : []).filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
  const keys = [...new Set([...importFields.filter((field) => objects.some((one) => field in one)), ...objects.flatMap(Object.keys)])]
  return [keys, ...objects.map((one) => keys.map((key) => textOf(one[key])))]
}

/** A ladder may be a list of steps, as the calls of the shop have it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
  if (value.length === 0) return NOTHING
  return value.map((step: { from?: unknown; price?: unknown }) => `${String(step.from)}: ${String(step.price)}`).join('; ')
}
