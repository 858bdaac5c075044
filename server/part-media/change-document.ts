import { and, eq, isNull } from 'drizzle-orm'
import type { DocumentChange, DocumentKind } from '#contract/parts/part-media.ts'
import { minutesFromNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { partDocuments } from '#database/tables/part-media.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { recordText } from '../parts/record-changes.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'

/** A removed document is still sent to those who have begun to read it. */
const READ_MINUTES = 60

/** A document as the history of its part has it. */
export const documentText = ({ kind, title }: { kind: DocumentKind; title: string }) => JSON.stringify([kind, title])

/**
 * Changes kind and title of a document. `modifiedCount` is 0 when nothing changes.
 * @throws ShopError NOT_FOUND; DOCUMENT_CHANGED when they are not as the admin saw them.
 */
export async function changeDocument(
  db: Database,
  actor: Actor,
  id: string,
  { seen, ...typed }: DocumentChange,
): Promise<{ modifiedCount: 0 | 1 }> {
  const after = { kind: typed.kind, title: typed.title.trim() }
  return transaction(db, async (tx) => {
    const before = await lockDocument(tx, id)
    if (!before) throw new ShopError('NOT_FOUND')
    if (documentText(before) === documentText(after)) return { modifiedCount: 0 }
    if (documentText(before) !== documentText(seen)) throw new ShopError('DOCUMENT_CHANGED')
    await tx.update(partDocuments).set(after).where(eq(partDocuments.id, id))
    await recordText(tx, actor, before.partId, 'documents', { before: documentText(before), after: documentText(after) })
    await writeAudit(tx, actor, 'change-document', before.partId, { document: after.title, documentBefore: before.title })
    return { modifiedCount: 1 }
  })
}

/** Removes a document; returns the number removed. Its bytes are removed by the sweeper. */
export async function removeDocument(db: Database, actor: Actor, id: string): Promise<number> {
  return transaction(db, async (tx) => {
    const before = await lockDocument(tx, id)
    if (!before) return 0
    await tx
      .update(partDocuments)
      .set({ discardAfter: minutesFromNow(READ_MINUTES) })
      .where(eq(partDocuments.id, id))
    await recordText(tx, actor, before.partId, 'documents', { before: documentText(before), after: '' })
    await writeAudit(tx, actor, 'remove-document', before.partId, { document: before.title, kind: before.kind })
    return 1
  })
}

async function lockDocument(tx: Transaction, id: string) {
  const [document] = await tx
    .select({ partId: partDocuments.partId, kind: partDocuments.kind, title: partDocuments.title })
    .from(partDocuments)
    .where(and(eq(partDocuments.id, id), isNull(partDocuments.discardAfter)))
    .for('update')
  return document
}
