import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import type { Table } from './lines.ts'
import { MAX_FILE_BYTES } from './read-file-limit.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readText, withoutBlank } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Maximum columns of a row. */
const MAX_COLUMNS = 60

const STARTS = {
  zip: [0x50, 0x4b],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
  /** XLS and locked workbooks. */
  ole: [0xd0, 0xcf, 0x11, 0xe0],
  utf8: [0xef, 0xbb, 0xbf],
  utf16le: [0xff, 0xfe],
  utf16be: [0xfe, 0xff],
}

/**
 * Reads a CSV file, a sheet of a workbook or a PDF, detected by content, into rows of texts.
 * @throws UnreadableFile for everything else, and for more rows than a quote has lines.
 */
export async function readFile(bytes: Uint8Array<ArrayBuffer>, sheet?: string): Promise<Table> {
  if (bytes.length > MAX_FILE_BYTES) throw new UnreadableFile('too-large')
  const table = startsWith(bytes, STARTS.pdf) ? await readPdf(bytes) : await readTable(bytes, readText, sheet)
  if (table.rows.length === 0) throw new UnreadableFile('empty')
  // One more may be the header.
  if (table.rows.length > MAXIMUM_QUOTE_LINES + 1) throw new UnreadableFile('too-many-rows', table.rows.length)
  return { ...table, rows: table.rows.map((row) => row.slice(0, MAX_COLUMNS)) }
}

/**
 * The rows of a workbook or of a text, detected by content.
 * @throws UnreadableFile for everything else.
 */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, ofText: (text: string) => Table, sheet?: string): Promise<Table> {
  if (bytes.length === 0) throw new UnreadableFile('empty')
  if (!startsWith(bytes, STARTS.zip) && !startsWith(bytes, STARTS.ole)) return ofText(decodeText(bytes))
  const { rows, sheets } = await readWorkbook(bytes, sheet)
  return { ...withoutBlank(rows), ...(sheets && { sheets }) }
}

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, index) => bytes[index] === byte)

/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark, otherwise the code page of Windows.
 * @throws UnreadableFile `no-spreadsheet` for binary data.
 */
function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  const text = decode(bytes)
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) || /^\s*<(?:!doctype|html|\?xml)/i.test(text)) {
    throw new UnreadableFile('no-spreadsheet')
  }
  return text
}

function decode(bytes: Uint8Array<ArrayBuffer>): string {
  if (startsWith(bytes, STARTS.utf16le) || zerosAt(bytes, 1)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, STARTS.utf16be) || zerosAt(bytes, 0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes)
    throw error
  }
}

/** Whether every second byte from `first` on is zero at the start, as in UTF-16 of Latin letters. */
function zerosAt(bytes: Uint8Array, first: 0 | 1): boolean {
  const start = Array.from(bytes.subarray(0, 32))
  return start.length >= 4 && start.every((byte, index) => (byte === 0) === (index % 2 === first))
}
