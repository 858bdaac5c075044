import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { sessions } from '#database/tables/identity.ts'
import { quotes } from '#database/tables/quotes.ts'

/**
 * Ends every identity session of a person, with every access token that came from them. Calls under way that
 * `requireLiveCaller` let in end before; later ones are refused.
 */
export async function endSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** Ends every private link to a person's quotes. */
export async function endPrivateLinks(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(quotes)
    .set({ linkHash: null })
    .where(and(eq(quotes.userId, userId), isNotNull(quotes.linkHash)))
}
