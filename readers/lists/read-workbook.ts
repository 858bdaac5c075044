import { unzipSync, zipSync } from 'fflate'
import type * as Sheet from '@e965/xlsx'
import { isAmount } from './is-amount.ts'
import type { Sheets } from './lines.ts'
import { showNumber } from './show-number.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Maximum uncompressed bytes of a workbook. A sheet of 10,000 rows needs a tenth. */
const MAX_BYTES = 64 * 1024 * 1024
/** Maximum sheets searched for the first one with content. */
const MAX_SHEETS = 10
/** The last row and column of a spreadsheet. */
const LAST = { row: 1_048_576, column: 16_384 }
/** Maximum cells of a sheet's area, including empty ones, which also need memory. */
const MAX_CELLS = 4_000_000

const OPTIONS: Sheet.ParsingOptions = { type: 'array', dense: true, cellHTML: false, cellFormula: false, cellNF: true }
/** With these, a formula without a saved value is a cell. They are not for ODS, whose empty cells fill whole rows. */
const WITH_FORMULAS: Sheet.ParsingOptions = { ...OPTIONS, cellFormula: true, sheetStubs: true }

type Library = typeof Sheet

/**
 * The rows of one sheet of a workbook (XLSX, XLSM, XLSB, XLS, ODS), as the texts that a spreadsheet shows: of the chosen one, else of the
 * one that was open when it was saved, else of the first visible one with content. A formula has its saved value; nothing is evaluated.
 * The caller bounds time and memory.
 * @throws UnreadableFile if it is no workbook, or locked, damaged or too large, or has no such sheet.
 */
export async function readWorkbook(bytes: Uint8Array, chosen?: string): Promise<{ rows: string[][]; sheets?: Sheets }> {
  const library = await import('@e965/xlsx')
  try {
    return readSheetOf(library, startsAsZip(bytes) ? unfolded(bytes) : bytes, chosen)
  } catch (error) {
    throw asUnreadable(error)
  }
}

const startsAsZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * The same files, not compressed. The library's own decompression has no limit, and never ends on a file that is cut off.
 * @throws UnreadableFile `too-much-inside` by the sizes that the file states: no more is decompressed of each.
 */
function unfolded(zip: Uint8Array): Uint8Array {
  let size = 0
  const files = unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels|bin|iwa)$/i.test(name)) return false
      size += originalSize
      if (size > MAX_BYTES) throw new UnreadableFile('too-much-inside')
      return true
    },
  })
  return zipSync(files, { level: 0 })
}

function readSheetOf(library: Library, bytes: Uint8Array, chosen: string | undefined): { rows: string[][]; sheets?: Sheets } {
  // XLSX and XLSB are opened without their sheets first; of the others all are read.
  const book = library.read(bytes, { ...OPTIONS, sheets: [] })
  const sheets = book.SheetNames.map((name, place) => ({ name, place, isHidden: (book.Workbook?.Sheets?.[place]?.Hidden ?? 0) !== 0 }))
  if (sheets.length === 0) throw new UnreadableFile('damaged')
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const open = openSheetOf(book)
  const wanted =
    chosen === undefined
      ? [...visible.filter(({ place }) => place === open), ...visible.filter(({ place }) => place !== open)]
      : sheets.filter(({ name }) => name === chosen)
  if (wanted.length === 0 && chosen !== undefined) throw new UnreadableFile('no-such-sheet')
  for (const { name, place } of wanted.slice(0, MAX_SHEETS)) {
    const isRead = Object.hasOwn(book.Sheets, name)
    const sheet = (isRead ? book : library.read(bytes, { ...WITH_FORMULAS, sheets: [place] })).Sheets[name]
    // The library leaves out a sheet that it cannot read.
    if (!sheet) throw new UnreadableFile('damaged')
    const rows = rowsOf(sheet, (cell) => textOf(cell, library.SSF, book.Workbook?.WBProps?.date1904 === true))
    if (rows.length > 0) return visible.length > 1 ? { rows, sheets: { names: visible.map((one) => one.name), read: name } } : { rows }
  }
  return { rows: [] }
}

/** The place of the sheet that was open when a workbook was saved, as XLSX says it. */
function openSheetOf({ Workbook }: Sheet.WorkBook): number {
  const [view] = (Workbook as { WBView?: { activeTab?: string }[] } | undefined)?.WBView ?? []
  return Number(view?.activeTab ?? 0)
}

/**
 * The rows up to the last filled cell. Cells that are only formatted count for nothing, wherever they are.
 * @throws UnreadableFile `too-much-inside` before rows are made for a vast area.
 */
function rowsOf(sheet: Sheet.WorkSheet, textOfCell: (cell: Sheet.CellObject) => string): string[][] {
  const filled: { row: number; column: number; text: string }[] = []
  const size = { rows: 0, columns: 0 }
  // Entries, since the arrays are as long as their last cell is far away.
  for (const [row, cells] of Object.entries(sheet['!data'] ?? [])) {
    for (const [column, cell] of Object.entries(cells)) {
      const text = textOfCell(cell)
      if (text === '') continue
      filled.push({ row: Number(row), column: Number(column), text })
      size.rows = Math.max(size.rows, Number(row) + 1)
      size.columns = Math.max(size.columns, Number(column) + 1)
    }
  }
  if (size.rows > LAST.row || size.columns > LAST.column || size.rows * size.columns > MAX_CELLS)
    throw new UnreadableFile('too-much-inside')
  const rows = Array.from({ length: size.rows }, () => Array<string>(size.columns).fill(''))
  for (const { row, column, text } of filled) rows[row]![column] = text // in the area
  askBelowMerged(rows, sheet)
  return rows
}

/** A number in a cell that spans several rows may be meant for each of them, or for all together: the rows below it ask the buyer. */
function askBelowMerged(rows: string[][], sheet: Sheet.WorkSheet): void {
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    if (start.c !== end.c || !isAmount(rows[start.r]?.[start.c] ?? '')) continue
    for (const row of rows.slice(start.r + 1, end.r + 1)) if (row.some((cell) => cell !== '')) row[start.c] = '?'
  }
}

function textOf(cell: Sheet.CellObject, formats: Library['SSF'], since1904: boolean): string {
  if (cell.t === 'n') return showNumber(Number(cell.v), String(cell.z ?? 'General'), { formats, since1904 })
  if (cell.t === 'z') return cell.f === undefined && cell.F === undefined ? '' : `=${cell.f ?? ''}`
  if (cell.v instanceof Date) return cell.v.toISOString().slice(0, 10)
  return cell.w || String(cell.v ?? '')
}

/** The library's errors have sentences. */
function asUnreadable(error: unknown): unknown {
  if (error instanceof UnreadableFile) return error
  // The platform has no memory for an array or a text.
  if (error instanceof RangeError) return new UnreadableFile('too-much-inside')
  const sentence = error instanceof Error ? error.message : String(error)
  if (/password|encrypt/i.test(sentence)) return new UnreadableFile('workbook-locked')
  if (/cannot find workbook|could not find workbook|unsupported zip file|not a spreadsheet/i.test(sentence)) {
    return new UnreadableFile('no-spreadsheet')
  }
  return new UnreadableFile('damaged')
}
