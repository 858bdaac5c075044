import { and, desc, eq, isNull } from 'drizzle-orm'
import type { CustomerNote } from '#contract/people/customers.ts'
import type { Queryable } from '#database/connect.ts'
import { customerNotes } from '#database/tables/customer-notes.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'

/** Notes about a customer, the newest first. */
export async function findNotes(db: Queryable, userId: string): Promise<CustomerNote[]> {
  const rows = await db
    .select({ _id: customerNotes.id, note: customerNotes.note, author: users.email, writtenAt: customerNotes.writtenAt })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.authorId))
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.writtenAt), desc(customerNotes.id))
  return rows.map(({ writtenAt, ...row }) => ({ ...row, writtenAt: writtenAt.toISOString() }))
}

/** @throws ShopError NOT_FOUND for an unknown or erased account. */
export async function addNote(tx: Queryable, author: Caller, userId: string, text: string): Promise<CustomerNote> {
  // An erasure waits for this row, so that no note is written after it.
  const [customer] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('key share')
  if (!customer) throw new ShopError('NOT_FOUND')
  const note = text.trim()
  const [added] = await tx
    .insert(customerNotes)
    .values({ userId, authorId: author.userId, note })
    .returning({ _id: customerNotes.id, writtenAt: customerNotes.writtenAt })
  const { _id, writtenAt } = added! // insert ... returning always yields its row
  await writeAudit(tx, author, 'add-note', customer.email, { characters: note.length })
  return { _id, note, author: author.email, writtenAt: writtenAt.toISOString() }
}

/** Returns the number removed: 0 for a note that is gone. */
export async function removeNote(tx: Queryable, actor: Caller, id: string): Promise<number> {
  const [removed] = await tx.delete(customerNotes).where(eq(customerNotes.id, id)).returning()
  if (!removed) return 0
  const [customer] = await tx.select({ email: users.email }).from(users).where(eq(users.id, removed.userId))
  await writeAudit(tx, actor, 'remove-note', customer!.email, { characters: removed.note.length }) // a note refers to its account
  return 1
}
