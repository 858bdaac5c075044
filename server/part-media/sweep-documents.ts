import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { partDocuments } from '#database/tables/part-media.ts'
import type { FileStore } from '../images/image-store.ts'
import { pieceKeys } from './document-store.ts'

/** Documents per step. */
const AT_A_TIME = 100
/** Longer than any transaction, so that none that began before this time still finishes the document. */
const isGivenUp = sql`${partDocuments.discardAfter} <= now() - interval '10 minutes'`

/**
 * Removes the bytes and rows of removed documents, and of uploads that were not finished. Returns the number removed. May be repeated, and
 * run in several processes.
 * @throws StoreUnavailable when the store fails; the next run continues.
 */
export async function sweepDocuments({ db, documents }: { db: Database; documents: FileStore }): Promise<number> {
  let removed = 0
  for (;;) {
    const found = await db
      .select({ id: partDocuments.id, name: partDocuments.name, bytes: partDocuments.bytes })
      .from(partDocuments)
      .where(isGivenUp)
      .orderBy(asc(partDocuments.position))
      .limit(AT_A_TIME)
    for (const { id, ...stored } of found) {
      for (const key of pieceKeys(stored)) await documents.remove(key)
      const deleted = await db
        .delete(partDocuments)
        .where(and(eq(partDocuments.id, id), isGivenUp))
        .returning({ id: partDocuments.id })
      removed += deleted.length
    }
    if (found.length < AT_A_TIME) return removed
  }
}
