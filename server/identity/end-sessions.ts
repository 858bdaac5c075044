import { and, asc, eq, isNotNull, isNull, ne, type SQL } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { namedKeys, waitForNames } from '#database/locks.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { sessions } from '#database/tables/identity.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'

/**
 * Ends all identity sessions of an account, except one that is kept, with their access tokens. Running calls that `requireLiveCaller` admitted finish
 * first; later ones are refused.
 */
export async function endSessions(tx: Transaction, userId: string, keptId?: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), keptId === undefined ? undefined : ne(sessions.id, keptId)))
}

/**
 * Locks what the calls of a person lock before the person's row: their purchases, then their session, API key or connection. First in a
 * transaction that ends these (docs/locks.md).
 */
export async function lockCalls(tx: Transaction, ofUser: SQL): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(ofUser)
  if (!user) return
  await waitForNames(tx, [namedKeys.purchasesOf(user.id)])
  for (const table of [sessions, apiKeys, punchoutConnections])
    await tx.select({ id: table.id }).from(table).where(eq(table.userId, user.id)).orderBy(asc(table.id)).for('update')
}

/** Links of quotes that are held for others stay: the account does not know their secrets. */
export async function endPrivateLinks(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(quotes)
    .set({ linkHash: null })
    .where(and(eq(quotes.userId, userId), isNotNull(quotes.linkHash), isNull(quotes.heldFor)))
}
