import { and, eq, or, ne, sql } from 'drizzle-orm'
import type { ProfileUpdate } from '#contract/people/users.ts'
import type { Database } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'

/**
 * Writes the caller's own profile; `modifiedCount` is 0 when nothing changes. An empty name keeps the current one.
 * @throws ShopError SIGN_IN_NEEDED when the session ended in the meantime.
 */
export async function updateProfile(
  db: Database,
  caller: Caller,
  update: ProfileUpdate,
): Promise<{ matchedCount: number; modifiedCount: number }> {
  const displayName = update.displayName?.trim()
  const profile = {
    phone: update.phone.trim(),
    education: update.education.trim(),
    address: update.address.trim(),
    ...(displayName && { displayName }),
  }
  const changed = await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    return tx
      .update(users)
      .set({ ...profile, updatedAt: sql`now()` })
      .where(
        and(
          eq(users.id, caller.userId),
          or(
            ne(users.phone, profile.phone),
            ne(users.education, profile.education),
            ne(users.address, profile.address),
            displayName ? ne(users.displayName, displayName) : undefined,
          ),
        ),
      )
      .returning({ id: users.id })
  })
  return { matchedCount: 1, modifiedCount: changed.length }
}
