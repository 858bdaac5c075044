import { strToU8, Zip, ZipDeflate } from 'fflate'
import { hasLoneGroup, type Cell } from '#contract/basics/csv.ts'

/** Characters that XML cannot contain, not even as references. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in the list of formats below. */
const BOLD = 1
const FOUR_DECIMALS = 2
const FIRST_LETTER = 'A'.charCodeAt(0)
const LETTERS = 26

export type SheetColumn = { title: string; width: number }

/** A workbook that is being written. Each step returns the bytes that it adds. */
export type Sheet = {
  add(rows: readonly (readonly Cell[])[], style?: 'bold'): Uint8Array<ArrayBuffer>
  finish(): Uint8Array<ArrayBuffer>
}

/**
 * A workbook with one sheet (ECMA-376), written row by row under its head. Figures are numbers; typed words are text, never a formula.
 * @param columns at most 26
 */
export function openSheet(name: string, columns: readonly SheetColumn[]): Sheet {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const takeWritten = () => new Uint8Array(Buffer.concat(chunks.splice(0)))
  for (const [path, xml] of Object.entries(framesOf(name))) {
    const frame = new ZipDeflate(path)
    zip.add(frame)
    frame.push(strToU8(DECLARATION + xml), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml')
  zip.add(sheet)
  let row = 0
  const rowOf = (cells: readonly Cell[], format?: number) => {
    row += 1
    return `<row r="${row}">${cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${row}`, format)).join('')}</row>`
  }
  const head = rowOf(
    columns.map(({ title }) => title),
    BOLD,
  )
  sheet.push(strToU8(DECLARATION + sheetHead(columns) + head))

  return {
    add(rows, style) {
      sheet.push(strToU8(rows.map((cells) => rowOf(cells, style && BOLD)).join('')))
      return takeWritten()
    },
    finish() {
      sheet.push(strToU8('</sheetData></worksheet>'), true)
      zip.end()
      return takeWritten()
    },
  }
}

const sheetHead = (columns: readonly SheetColumn[]) =>
  [
    `<worksheet xmlns="${MAIN}">`,
    '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`,
    '<sheetData>',
  ].join('')

/** Everything in a workbook but its sheet. */
const framesOf = (sheetName: string) => ({
  '[Content_Types].xml': [
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>`,
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>`,
    '</Types>',
  ].join(''),
  '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
  'xl/styles.xml': [
    `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0000"/></numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
    '<cellXfs count="3"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs>',
    '</styleSheet>',
  ].join(''),
})

function relationships(...targets: [type: string, target: string][]): string {
  const each = targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
  return `<Relationships xmlns="${RELATIONSHIPS}">${each.join('')}</Relationships>`
}

/** A to Z, then AA to AZ and on. */
const letterOf = (column: number): string =>
  (column < LETTERS ? '' : letterOf(Math.floor(column / LETTERS) - 1)) + String.fromCharCode(FIRST_LETTER + (column % LETTERS))

function cellOf(value: Cell, place: string, format?: number): string {
  if (value === null || value === '') return ''
  const shown = format ?? (typeof value === 'number' && hasLoneGroup(value) ? FOUR_DECIMALS : undefined)
  const style = shown === undefined ? '' : ` s="${shown}"`
  if (typeof value === 'number') return `<c r="${place}"${style}><v>${value}</v></c>`
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}

/** Text as XML. A carriage return becomes a reference, because a parser reads a plain one as a line feed. */
const escaped = (text: string) =>
  text
    .replace(NOT_IN_XML, '\ufffd')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
