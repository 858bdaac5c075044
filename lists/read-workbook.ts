import { readSheet, SheetNotFoundError } from 'read-excel-file/universal'
import { UnreadableFile } from './unreadable-file.ts'
import { unfoldZip } from './unfold-zip.ts'

/** Maximum sheets searched for the first one with content. */
const MAX_SHEETS = 10
/** Maximum cells of a sheet's range, including empty ones, which also need memory. */
const MAX_CELLS = 4_000_000

/**
 * The first non-empty sheet of an XLSX workbook, as texts. A formula has its saved value; nothing is evaluated.
 * @throws UnreadableFile if it is not such a workbook, or too large.
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const workbook = await unfoldZip(bytes, refuseVastSheet)
  try {
    for (let sheet = 1; sheet <= MAX_SHEETS; sheet += 1) {
      const rows = await readSheet(workbook, sheet)
      if (rows.length > 0) return rows.map((row) => row.map(cellText))
    }
    return []
  } catch (error) {
    if (error instanceof SheetNotFoundError) return []
    // The library throws on unexpected content, such as a workbook without sheets.
    if (error instanceof Error) throw new UnreadableFile('damaged')
    throw error
  }
}

function refuseVastSheet(path: string, content: Uint8Array<ArrayBuffer>): void {
  if (!/worksheets\/[^/]+\.xml$/i.test(path)) return
  let rows = 0
  let columns = 0
  for (const [, letters = '', digits = ''] of new TextDecoder().decode(content).matchAll(/\br=["']([A-Z]{1,3})(\d{1,7})["']/gi)) {
    rows = Math.max(rows, Number(digits))
    columns = Math.max(columns, columnOf(letters))
  }
  if (rows * columns > MAX_CELLS) throw new UnreadableFile('too-much-inside')
}

/** 'A' is 1, 'Z' is 26, 'AA' is 27. */
const columnOf = (letters: string) =>
  Array.from(letters.toUpperCase()).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // The spreadsheet has converted a part number that looks like a date; only the date is left.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return String(cell)
}
