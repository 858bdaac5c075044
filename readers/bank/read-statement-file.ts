import { readCamt } from './read-camt.ts'
import { readCsv, type CsvHints } from './read-csv.ts'
import { readMt940 } from './read-mt940.ts'
import { UnreadableStatement, type StatementFile } from './statement.ts'

/**
 * Reads a bank's statement, whose format is detected by its content: camt.053 (XML), MT940 or CSV. All of its movements are read, or
 * none.
 * @throws UnreadableStatement with a sentence for the person who chose the file.
 */
export function readStatementFile(bytes: Uint8Array, hints: CsvHints): StatementFile {
  if (bytes.length === 0) throw new UnreadableStatement('This file is empty.')
  const text = textOf(bytes)
  const begins = text.trimStart()
  if (begins.startsWith('<')) return { format: 'camt.053', statements: readCamt(begins) }
  if (/^(?:\{\d:|:\d{2}[A-Z]?:)/m.test(begins.slice(0, 4_000)) && /^:61:|^:60[FM]:/m.test(text)) {
    return { format: 'mt940', statements: readMt940(begins) }
  }
  if (/^(?:PK|%PDF|\u007fELF|MZ)/.test(begins)) {
    throw new UnreadableStatement('This is no statement that can be read. Please choose a camt.053, MT940 or CSV file; unpack a ZIP first.')
  }
  return { format: 'csv', statements: readCsv(text, hints) }
}

/** In the encoding that the file declares, else UTF-8, else Windows-1252, which many banks use. */
function textOf(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']/.exec(start)?.[1]
  const marked = start.startsWith('\u00ff\u00fe') ? 'utf-16le' : start.startsWith('\u00fe\u00ff') ? 'utf-16be' : undefined
  for (const encoding of [marked, declared, 'utf-8']) {
    if (encoding === undefined) continue
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // An unknown encoding, or a wrong one.
    }
  }
  if (declared !== undefined) throw new UnreadableStatement('The characters of this file are damaged.')
  return new TextDecoder('windows-1252').decode(bytes)
}
