import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import {
  MAXIMUM_DOCUMENTS,
  partMediaMessages as messages,
  type DocumentType,
  type NewDocument,
  type PartDocument,
} from '#contract/parts/part-media.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database, Queryable, Transaction } from '#database/connect.ts'
import { partDocuments } from '#database/tables/part-media.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { DocumentScan, typeAtBeginning } from '#readers/documents/scan-document.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { FileStore } from '../images/image-store.ts'
import { recordText } from '../parts/record-changes.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { pieceBytes, pieceKeys } from './document-store.ts'
import { documentText } from './change-document.ts'
import { documentColumns, presentDocument } from './find-media.ts'

/** Time for all pieces of a document, far more than a slow connection needs. */
const UPLOAD_MINUTES = 60
/** Instead of the pieces that were received: the first one was refused, and the next may be another first one. */
const FIRST_REFUSED = -1

type Stores = { db: Database; documents: FileStore }
type Uploaded = typeof partDocuments.$inferSelect

/**
 * Writes the row of a document before its bytes, so that the sweeper knows of every leftover. It is not shown until it is finished.
 * @throws ShopError NOT_FOUND for a part that is not on sale; TOO_MANY_DOCUMENTS.
 */
export async function beginDocument(
  db: Database,
  { userId }: Caller,
  partId: string,
  { title, ...document }: NewDocument,
): Promise<{ _id: string; pieces: number }> {
  return transaction(db, async (tx) => {
    await lockPart(tx, partId)
    await requireDocumentLimit(tx, partId)
    const name = randomBytes(16).toString('hex')
    const [begun] = await tx
      .insert(partDocuments)
      .values({ ...document, title: title.trim(), partId, name, actorId: userId, discardAfter: minutesFromNow(UPLOAD_MINUTES) })
      .returning({ _id: partDocuments.id })
    return { ...begun!, pieces: pieceKeys({ name, bytes: document.bytes }).length } // insert ... returning yields its row
  })
}

/**
 * Stores the next piece of a document. Its number is taken before its bytes are written, so that no piece is ever written twice, and
 * the checked bytes are the ones sent later. A file that does not begin as a document is refused with its first piece.
 * @throws ShopError UPLOAD_BROKEN for a piece out of order; INVALID_INPUT at `file`; StoreUnavailable, after which the upload is
 *   restarted.
 */
export async function receivePiece({ db, documents }: Stores, caller: Caller, id: string, piece: number, bytes: Buffer): Promise<number> {
  const upload = await findUpload(db, caller, id)
  const key = pieceKeys(upload)[piece]
  if (key === undefined || bytes.length !== pieceBytes(upload.bytes, piece)) throw new ShopError('UPLOAD_BROKEN')
  const isRefused = piece === 0 && typeAtBeginning(bytes) === undefined
  const before = piece === 0 ? [0, FIRST_REFUSED] : [piece]
  const taken = await db
    .update(partDocuments)
    .set({ received: isRefused ? FIRST_REFUSED : piece + 1 })
    .where(and(isUpload(caller, id), inArray(partDocuments.received, before)))
    .returning({ id: partDocuments.id })
  if (isRefused) throw invalidField('file', messages.fileNot)
  if (taken.length === 0) brokenUpload(upload)
  await documents.write(key, bytes)
  return piece + 1
}

/**
 * Checks a document whose pieces are all stored, and shows it from now on. Repeating it answers the same.
 * @throws ShopError UPLOAD_BROKEN when a piece is missing; INVALID_INPUT at `file` for another kind of file, also one whose first piece was
 *   refused, one that is cut off, a PDF that can do more than be read, and a file that the part has already; NOT_FOUND for a part that was removed in the meantime; TOO_MANY_DOCUMENTS.
 */
export async function finishDocument({ db, documents }: Stores, caller: Caller, id: string): Promise<PartDocument> {
  // In this order: an upload that another request finishes in between is found as one of them.
  const [upload] = await db.select().from(partDocuments).where(isUpload(caller, id))
  if (!upload) return presentDocument((await findFinished(db, caller, id)) ?? brokenUpload())
  const { type, sha256 } = await checkPieces(documents, upload)
  return transaction(db, async (tx) => {
    await lockPart(tx, upload.partId)
    const [shown] = await tx
      .update(partDocuments)
      .set({ type, sha256, at: databaseNow })
      .where(isUpload(caller, id))
      .returning(documentColumns)
    if (!shown) return presentDocument((await findFinished(tx, caller, id)) ?? brokenUpload())
    await requireDocumentLimit(tx, upload.partId)
    await requireOther(tx, upload.partId, id, sha256)
    await tx.update(partDocuments).set({ discardAfter: null }).where(eq(partDocuments.id, id))
    await recordText(tx, caller, upload.partId, 'documents', { before: '', after: documentText(shown) })
    await writeAudit(tx, caller, 'add-document', upload.partId, { document: shown.title, kind: shown.kind, bytes: shown.bytes })
    return presentDocument(shown)
  })
}

/** An upload of this person that is neither finished nor given up. */
const isUpload = ({ userId }: Caller, id: string) =>
  and(eq(partDocuments.id, id), eq(partDocuments.actorId, userId), isNull(partDocuments.type), gt(partDocuments.discardAfter, databaseNow))

async function findUpload(db: Queryable, caller: Caller, id: string): Promise<Uploaded> {
  const [upload] = await db.select().from(partDocuments).where(isUpload(caller, id))
  return upload ?? brokenUpload()
}

/** Why an upload cannot go on: it was refused before, or else it was interrupted. */
function brokenUpload(upload?: Uploaded): never {
  if (upload?.received === FIRST_REFUSED) throw invalidField('file', messages.fileNot)
  throw new ShopError('UPLOAD_BROKEN')
}

async function findFinished(db: Queryable, { userId }: Caller, id: string) {
  const [finished] = await db
    .select(documentColumns)
    .from(partDocuments)
    .where(and(eq(partDocuments.id, id), eq(partDocuments.actorId, userId), isNull(partDocuments.discardAfter)))
  return finished
}

async function checkPieces(documents: FileStore, upload: Uploaded): Promise<{ type: DocumentType; sha256: string }> {
  const hash = createHash('sha256')
  const scan = new DocumentScan()
  for (const key of pieceKeys(upload)) {
    const bytes = (await documents.read(key)) ?? brokenUpload(upload)
    hash.update(bytes)
    scan.add(bytes)
  }
  const found = scan.finish()
  if ('problem' in found) throw invalidField('file', found.problem)
  return { type: found.type, sha256: hash.digest('hex') }
}

/** Locks the row of a part on sale, so that its documents are counted one after the other. */
async function lockPart(tx: Transaction, partId: string): Promise<void> {
  const found = await tx
    .select({ id: parts.id })
    .from(parts)
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    .for('no key update')
  if (found.length === 0) throw new ShopError('NOT_FOUND')
}

async function requireDocumentLimit(tx: Transaction, partId: string): Promise<void> {
  const shown = await tx.$count(partDocuments, and(eq(partDocuments.partId, partId), isNull(partDocuments.discardAfter)))
  if (shown >= MAXIMUM_DOCUMENTS) throw new ShopError('TOO_MANY_DOCUMENTS')
}

async function requireOther(tx: Transaction, partId: string, id: string, sha256: string): Promise<void> {
  const same = and(eq(partDocuments.partId, partId), eq(partDocuments.sha256, sha256), isNull(partDocuments.discardAfter))
  const found = await tx.$count(partDocuments, and(same, ne(partDocuments.id, id)))
  if (found > 0) throw invalidField('file', messages.fileTwice)
}
