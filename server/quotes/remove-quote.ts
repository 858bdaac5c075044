import { and, eq } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { ownQuote } from './find-quote.ts'

/**
 * Deletes a quote with its words, lines and private link. Its number stays, because orders made of it refer to it.
 * @throws ShopError NOT_FOUND
 */
export async function removeQuote(db: Database, userId: string, quoteId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [removed] = await tx
      .update(quotes)
      .set({ deletedAt: databaseNow, linkHash: null, name: '', note: '' })
      .where(ownQuote(userId, quoteId))
      .returning({ version: quotes.version })
    if (!removed) throw new ShopError('NOT_FOUND')
    // One version in each statement: all of them may have hundreds of thousands of lines.
    for (let version = 1; version <= removed.version; version++) {
      await tx.delete(quoteLines).where(and(eq(quoteLines.quoteId, quoteId), eq(quoteLines.version, version)))
    }
    await tx.delete(quoteVersions).where(eq(quoteVersions.quoteId, quoteId))
  })
}
