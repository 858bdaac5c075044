import { BYTE_ORDER_MARK, csvOf } from '#contract/basics/csv.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import type { DocumentSource } from '../../platform/documents/layout.ts'
import { columns, totalRows, type DocumentFacts } from './document.ts'

/** A quote as a table, batch by batch. */
export async function* writeCsv({ facts, batches }: DocumentSource<DocumentFacts, QuoteLine>): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(BYTE_ORDER_MARK + csvOf([columns.map(({ title }) => title)]))
  for await (const lines of batches) yield Buffer.from(csvOf(lines.map((line) => columns.map(({ value }) => value(line)))))
  yield Buffer.from(csvOf(totalRows(facts)))
}
