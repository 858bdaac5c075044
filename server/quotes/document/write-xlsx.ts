import { openSheet } from '../../platform/documents/open-sheet.ts'
import { columns, totalRow, type DocumentFacts, type DocumentFile } from './document.ts'

/** A quote as a workbook. */
export function openXlsx(facts: DocumentFacts): DocumentFile {
  const sheet = openSheet(facts.number, columns)
  return {
    add: (lines) => sheet.add(lines.map((line) => columns.map(({ value }) => value(line)))),
    finish() {
      const total = sheet.add([totalRow(facts)], 'bold')
      return new Uint8Array(Buffer.concat([total, sheet.finish()]))
    },
  }
}
