import { and, eq, isNull } from 'drizzle-orm'
import type { PartDocument } from '#contract/parts/part-media.ts'
import type { Database } from '#database/connect.ts'
import { partDocuments } from '#database/tables/part-media.ts'
import { parts } from '#database/tables/parts.ts'
import { ShopError } from '../errors.ts'
import type { FileStore } from '../images/image-store.ts'
import { StoreUnavailable } from '../images/store-unavailable.ts'
import { pieceKeys } from './document-store.ts'
import { documentColumns, presentDocument } from './find-media.ts'

export type StoredDocument = PartDocument & { name: string }

/** A document of a part on sale. @throws ShopError NOT_FOUND, also when its part was removed. */
export async function findDocument(db: Database, id: string): Promise<StoredDocument> {
  const [found] = await db
    .select({ ...documentColumns, name: partDocuments.name })
    .from(partDocuments)
    .innerJoin(parts, eq(parts.id, partDocuments.partId))
    .where(and(eq(partDocuments.id, id), isNull(partDocuments.discardAfter), isNull(parts.deletedAt)))
  if (!found) throw new ShopError('NOT_FOUND')
  const { name, ...document } = found
  return { ...presentDocument(document), name }
}

/** The bytes of a document, a piece at a time. @throws StoreUnavailable, also when a piece is missing. */
export async function* readPieces(documents: FileStore, stored: { name: string; bytes: number }): AsyncGenerator<Buffer, void, undefined> {
  for (const key of pieceKeys(stored)) {
    const bytes = await documents.read(key)
    if (!bytes) throw new StoreUnavailable('a piece of a document is missing')
    yield bytes
  }
}
