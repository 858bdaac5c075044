import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { addresses } from '#database/tables/addresses.ts'
import { transaction } from '#database/transaction.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { lockBook } from './lock-book.ts'

/** Removes an address of the book. Without the default, the oldest one becomes it. Returns how many were removed. */
export async function removeAddress(db: Database, caller: Caller, addressId: string): Promise<number> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await lockBook(tx, userId)
    const [removed] = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
      .returning()
    if (!removed) return 0
    if (removed.isDefault) {
      const oldest = tx
        .select({ id: addresses.id })
        .from(addresses)
        .where(eq(addresses.userId, userId))
        .orderBy(asc(addresses.createdAt), asc(addresses.id))
        .limit(1)
      await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, oldest))
    }
    return 1
  })
}
