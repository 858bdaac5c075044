import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { quotes } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { ownQuote } from './find-quote.ts'

/**
 * Deletes a quote with its words and its private link, in one statement of constant size; `sweepDeletedQuotes` removes its
 * versions later. The row keeps its number, because orders refer to it.
 * @throws ShopError NOT_FOUND
 */
export async function removeQuote(db: Database, caller: Caller, quoteId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const removed = await tx
      .update(quotes)
      .set({ deletedAt: databaseNow, linkHash: null, name: '', note: '' })
      .where(ownQuote(caller.userId, quoteId))
      .returning({ id: quotes.id })
    if (removed.length === 0) throw new ShopError('NOT_FOUND')
  })
}
