import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { isAmount } from './is-amount.ts'
import type { Sheets } from './lines.ts'
import { formatsOf } from './number-formats.ts'
import { hasCells, showCells } from './show-cells.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { unfoldZip } from './unfold-zip.ts'
import { attributeOf, tagsOf } from './xml-tags.ts'

/** Maximum sheets searched for the first one with content. */
const MAX_SHEETS = 10
/** Maximum cells of a sheet's range, including empty ones, which also need memory. */
const MAX_CELLS = 4_000_000

type Files = ReadonlyMap<string, Uint8Array>
/** A sheet of a workbook; `place` from 1, among all of them. */
type Sheet = { name: string; place: number; path: string; isHidden: boolean }

/**
 * The rows of one sheet of an XLSX workbook, as the texts that a spreadsheet shows: of the chosen one, else of the one that was open
 * when it was saved, else of the first visible one with content. A formula has its saved value; nothing is evaluated.
 * @throws UnreadableFile if it is not such a workbook, or too large, or has no such sheet.
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, chosen?: string): Promise<{ rows: string[][]; sheets?: Sheets }> {
  const files = await unfoldZip(bytes)
  try {
    const { sheets, active } = sheetsOf(files)
    const visible = sheets.filter(({ isHidden }) => !isHidden)
    const wanted =
      chosen === undefined
        ? [...visible.filter(({ place }) => place === active), ...visible.filter(({ place }) => place !== active)]
        : sheets.filter(({ name }) => name === chosen)
    if (wanted.length === 0 && chosen !== undefined) throw new UnreadableFile('no-such-sheet')
    const formats = formatsOf(textOf(files, pathEnding(files, 'styles.xml')))
    for (const sheet of wanted.slice(0, MAX_SHEETS)) {
      const shown = showCells(textOf(files, sheet.path), formats)
      if (!hasCells(shown)) continue
      const rows = await rowsOf(files, sheet, shown)
      return visible.length > 1 ? { rows, sheets: { names: visible.map(({ name }) => name), read: sheet.name } } : { rows }
    }
    return { rows: [] }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    // The library throws on unexpected content.
    if (error instanceof Error) throw new UnreadableFile('damaged')
    throw error
  }
}

/** @throws UnreadableFile `damaged` without a sheet. */
function sheetsOf(files: Files): { sheets: Sheet[]; active: number } {
  const workbook = textOf(files, 'xl/workbook.xml')
  const targets = new Map(
    tagsOf(textOf(files, 'xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
      attributeOf(tag, 'Id'),
      attributeOf(tag, 'Target') ?? '',
    ]),
  )
  const sheets = tagsOf(workbook, 'sheet').map((tag, index): Sheet => {
    const target = targets.get(attributeOf(tag, 'id')) ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return { name: attributeOf(tag, 'name') ?? '', place: index + 1, path, isHidden: /hidden/i.test(attributeOf(tag, 'state') ?? '') }
  })
  // A sheet of charts has no cells.
  const ofCells = sheets.filter(({ path }) => tagsOf(textOf(files, path).slice(0, 4_000), 'worksheet').length > 0)
  if (ofCells.length === 0) throw new UnreadableFile('damaged')
  const [view = ''] = tagsOf(workbook, 'workbookView')
  return { sheets: ofCells, active: Number(attributeOf(view, 'activeTab') ?? 0) + 1 }
}

const textOf = (files: Files, path: string | undefined) => new TextDecoder().decode(path === undefined ? undefined : files.get(path))
const pathEnding = (files: Files, name: string) => [...files.keys()].find((path) => path.endsWith(`/${name}`))

async function rowsOf(files: Files, { place, path }: Sheet, shown: string): Promise<string[][]> {
  refuseVastSheet(shown)
  const others = [...files].filter(([other]) => !/\/worksheets\//.test(other))
  const workbook = zipSync({ ...Object.fromEntries(others), [path]: new TextEncoder().encode(shown) }, { level: 0 })
  const rows = await readSheet(workbook.buffer as ArrayBuffer, place)
  const texts = rows.map((row) => row.map(cellText))
  askBelowMerged(texts, shown)
  return texts
}

function refuseVastSheet(sheet: string): void {
  let rows = 0
  let columns = 0
  for (const [, letters = '', digits = ''] of sheet.matchAll(/\br=["']([A-Z]{1,3})(\d{1,7})["']/gi)) {
    rows = Math.max(rows, Number(digits))
    columns = Math.max(columns, columnOf(letters))
  }
  if (rows * columns > MAX_CELLS) throw new UnreadableFile('too-much-inside')
}

/** 'A' is 1, 'Z' is 26, 'AA' is 27. */
const columnOf = (letters: string) =>
  Array.from(letters.toUpperCase()).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

/** A number in a cell that spans several rows may be meant for each of them, or for all together: the rows below it ask the buyer. */
function askBelowMerged(rows: string[][], sheet: string): void {
  for (const tag of tagsOf(sheet, 'mergeCell')) {
    const [, letters, first, last] = /^([A-Z]{1,3})(\d{1,7}):\1(\d{1,7})$/.exec(attributeOf(tag, 'ref') ?? '') ?? []
    if (letters === undefined) continue
    const column = columnOf(letters) - 1
    if (!isAmount(rows[Number(first) - 1]?.[column] ?? '')) continue
    for (const row of rows.slice(Number(first), Number(last))) if (row.some((cell) => cell !== '')) row[column] = '?'
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // The spreadsheet has converted a part number that looks like a date; only the date is left.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return String(cell)
}
