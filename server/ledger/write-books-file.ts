import { sql } from 'drizzle-orm'
import { BYTE_ORDER_MARK, csvOf, type Cell } from '#contract/basics/csv.ts'
import { ledgerMessages, MAXIMUM_LINES_IN_WORKBOOK, type BookFormat } from '#contract/payments/ledger.ts'
import { chartEntryOf, numberOf, type BookSettings } from '#contract/payments/charts.ts'
import type { Database } from '#database/connect.ts'
import { invalidField } from '../errors.ts'
import { openSheet } from '../platform/documents/open-sheet.ts'
import { readBookSettings } from './book-settings.ts'
import { beginOf, endOf } from '../platform/paging/months.ts'
import { readEntries, type FileLine } from './read-lines.ts'
import { datevHead, datevLines } from './write-datev.ts'

/** Programs read the columns by place: new ones go to the end. Money in US dollars, times in UTC. */
const columns: { title: string; width: number; value: (line: FileLine, settings: BookSettings) => Cell }[] = [
  { title: 'Entry', width: 10, value: ({ entry }) => entry },
  { title: 'Time', width: 24, value: ({ at }) => at.toISOString() },
  { title: 'Kind', width: 18, value: ({ kind }) => kind },
  { title: 'Account', width: 20, value: ({ account }) => account },
  { title: 'Number', width: 10, value: (line, settings) => numberOf(settings, chartEntryOf(line).entry) },
  { title: 'Tax', width: 14, value: ({ tax }) => tax },
  { title: 'Debit (USD)', width: 14, value: ({ cents }) => (cents > 0 ? cents / 100 : null) },
  { title: 'Credit (USD)', width: 14, value: ({ cents }) => (cents < 0 ? -cents / 100 : null) },
  { title: 'Order', width: 12, value: ({ order }) => order },
  { title: 'Invoice', width: 18, value: ({ invoice }) => invoice },
  { title: 'Payment', width: 30, value: ({ payment }) => payment },
  { title: 'Reference', width: 38, value: ({ ref }) => ref },
]

/**
 * The entries of a month as a file, batch by batch.
 * @throws ShopError INVALID_INPUT when a workbook would have more than `MAXIMUM_LINES_IN_WORKBOOK`
 */
export async function* writeBooksFile(
  db: Database,
  format: Exclude<BookFormat, 'payouts'>,
  month: string,
): AsyncGenerator<Uint8Array | string, void, undefined> {
  const settings = await readBookSettings(db)
  const rowsOf = (entries: FileLine[][]) => entries.flat().map((line) => columns.map(({ value }) => value(line, settings)))
  if (format === 'datev') {
    yield datevHead(settings, month, new Date())
    for await (const entries of readEntries(db, month)) yield datevLines(entries, settings)
  } else if (format === 'csv') {
    yield BYTE_ORDER_MARK + csvOf([columns.map(({ title }) => title)])
    for await (const entries of readEntries(db, month)) yield csvOf(rowsOf(entries))
  } else {
    await requireFewLines(db, month)
    const sheet = openSheet('Books', columns)
    for await (const entries of readEntries(db, month)) yield sheet.add(rowsOf(entries))
    yield sheet.finish()
  }
}

async function requireFewLines(db: Database, month: string): Promise<void> {
  const { rows } = await db.execute(sql`
    select from postings where at >= ${beginOf(month)} and at < ${endOf(month)} offset ${MAXIMUM_LINES_IN_WORKBOOK} limit 1`)
  if (rows.length > 0) throw invalidField('format', ledgerMessages.tooManyForWorkbook)
}
