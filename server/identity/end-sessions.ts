import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { sessions } from '#database/tables/identity.ts'
import { quotes } from '#database/tables/quotes.ts'

/**
 * Ends all identity sessions of an account, except one that is kept, with their access tokens. Running calls that `requireLiveCaller` admitted finish
 * first; later ones are refused.
 */
export async function endSessions(tx: Transaction, userId: string, keptId?: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), keptId === undefined ? undefined : ne(sessions.id, keptId)))
}

export async function endPrivateLinks(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(quotes)
    .set({ linkHash: null })
    .where(and(eq(quotes.userId, userId), isNotNull(quotes.linkHash)))
}
