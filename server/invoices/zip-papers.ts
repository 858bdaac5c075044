import { sql, type SQL } from 'drizzle-orm'
import type { InvoiceData } from '#contract/payments/invoices.ts'
import { MAXIMUM_ZIPPED, paperMessages, type PaperFilter, type PaperFormat } from '#contract/payments/papers.ts'
import type { Database } from '#database/connect.ts'
import { invalidField } from '../errors.ts'
import type { FileStore } from '../images/image-store.ts'
import { zipFiles, type ZippedFile } from '../platform/documents/zip-files.ts'
import { fileNameOf, keepDocument } from './documents/keep-document.ts'
import { whichPapers } from './find-papers.ts'

type Stores = { db: Database; documents: FileStore }
type Found = { id: string; number: string; data: InvoiceData }

/** Papers whose data are in memory at once. */
const BATCH = 50

/**
 * The documents of all papers that a filter finds, in the order of their issue, as one ZIP. The PDFs are compressed,
 * and the XML is small.
 * @throws ShopError INVALID_INPUT at `to` when more than `MAXIMUM_ZIPPED` papers match.
 */
export async function* zipPapers(stores: Stores, filter: PaperFilter, format: PaperFormat): AsyncGenerator<Uint8Array, void, undefined> {
  const { db } = stores
  const which = await whichPapers(db, filter)
  const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count from invoices where ${which}`)
  if (counted.rows[0]!.count > MAXIMUM_ZIPPED) throw invalidField('to', paperMessages.tooManyPapers)
  yield* zipFiles(filesOf(stores, which, format))
}

async function* filesOf(stores: Stores, which: SQL, format: PaperFormat): AsyncGenerator<ZippedFile, void, undefined> {
  let last = '0'
  for (;;) {
    const { rows } = await stores.db.execute<Found & { position: string }>(sql`
      select id, number, data, position from invoices where ${which} and position > ${last}::bigint order by position limit ${BATCH}`)
    for (const { position, ...paper } of rows) {
      // By the day of issue, so that the same papers make the same ZIP.
      const at = new Date(`${paper.data.issuedOn}T12:00:00`)
      yield { path: fileNameOf(paper.number, format), at, bytes: [await keepDocument(stores, paper, format)] }
      last = position
    }
    if (rows.length < BATCH) return
  }
}
