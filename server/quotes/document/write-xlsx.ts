import type { QuoteLine } from '#contract/quotes/quotes.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import { openSheet } from '../../platform/documents/open-sheet.ts'
import { columns, totalRows, type DocumentFacts } from './document.ts'

/** A quote as a workbook. */
export function openXlsx(facts: DocumentFacts): DocumentFile<QuoteLine> {
  const sheet = openSheet(facts.number, columns)
  return {
    add: (lines) => sheet.add(lines.map((line) => columns.map(({ value }) => value(line)))),
    finish() {
      const total = sheet.add(totalRows(facts), 'bold')
      return new Uint8Array(Buffer.concat([total, sheet.finish()]))
    },
  }
}
