import writeExcelFile from 'write-excel-file/node'

export const utf8 = (text: string): Uint8Array => Buffer.from(text)
export const utf8WithMark = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`)
export const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le')
export const utf16be = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
/** The code page of Windows in western Europe. */
export const windows1252 = (text: string): Uint8Array => Buffer.from(text.replaceAll('€', '\u0080').replaceAll('’', '\u0092'), 'latin1')

const POLISH: Record<string, number> = { ą: 0xb9, ć: 0xe6, ę: 0xea, ł: 0xb3, ń: 0xf1, ó: 0xf3, ś: 0x9c, ź: 0x9f, ż: 0xbf, Ł: 0xa3, Ś: 0x8c }
/** The code page of Windows in Poland. */
export const windows1250 = (text: string): Uint8Array => Buffer.from(Array.from(text, (letter) => POLISH[letter] ?? letter.charCodeAt(0)))

type Cell = string | number | null
export async function xlsx(rows: readonly (readonly Cell[])[]): Promise<Uint8Array> {
  const file = await writeExcelFile(rows.map((row) => row.map((value) => (value === null ? null : { value })))).toBuffer()
  return file
}

type Csv = { by?: string; end?: string; quotes?: 'all' | 'needed'; lastSeparator?: boolean }
/** Cells with separators, quotes or line breaks are quoted, as spreadsheets do. */
export function csv(
  rows: readonly (readonly Cell[])[],
  { by = ',', end = '\r\n', quotes = 'needed', lastSeparator = false }: Csv = {},
): string {
  const cell = (value: Cell) => {
    const text = String(value ?? '')
    return quotes === 'all' || text.includes(by) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => row.map(cell).join(by) + (lastSeparator ? by : '') + end).join('')
}
