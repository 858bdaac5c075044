import { and, eq } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { quotes, quoteVersions } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../../errors.ts'
import { requireLiveCaller } from '../../identity/require-live-caller.ts'
import { adminRecipients } from '../../mail/admin-recipients.ts'
import { queueMails } from '../../mail/queue-mail.ts'
import { quoteRequestMail } from '../../mail/templates/quotes.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { requireNewest } from '../change-quote.ts'
import { ownQuote } from '../find-quote.ts'

/**
 * Asks the shop for other prices or terms. Asking again changes the text; the shop gets one mail for each text, so that none is lost.
 * @throws ShopError NOT_FOUND; QUOTE_CHANGED when `version` is not the newest; QUOTE_ORDERED; TOO_MANY_REQUESTS.
 */
export async function requestOffer(
  { db, identity, settings }: Pick<Services, 'db' | 'identity' | 'settings'>,
  caller: Caller,
  quoteId: string,
  { version, text }: { version: number; text: string },
): Promise<{ modifiedCount: 1 }> {
  await identity.countAttempt('quote-request', caller.userId)
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await requireNewest(tx, caller.userId, quoteId, version)
    await requireNotOrdered(tx, quoteId, version)
    const [quote] = await tx
      .update(quotes)
      .set({ request: text.trim(), requestedAt: databaseNow })
      .where(and(ownQuote(caller.userId, quoteId), eq(quotes.version, version)))
      .returning({ number: quotes.number })
    if (!quote) throw new ShopError('QUOTE_CHANGED')
    const readers = await adminRecipients(tx, settings, 'prices')
    await queueMails(
      tx,
      readers.map((reader) => quoteRequestMail(settings, reader, { quoteId, version, number: quote.number, text: text.trim() })),
    )
    return { modifiedCount: 1 }
  })
}

/**
 * Stores why the buyer will not order a quote. They can still order it.
 * @throws ShopError NOT_FOUND; QUOTE_CHANGED when `version` is not the newest; QUOTE_ORDERED.
 */
export async function declineQuote(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  quoteId: string,
  { version, reason }: { version: number; reason: 'price' | 'stock' | 'other' },
): Promise<{ modifiedCount: 1 }> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    // Before its version: writing that marks the quote as changed.
    await tx.select({ id: quotes.id }).from(quotes).where(eq(quotes.id, quoteId)).for('no key update')
    await requireNewest(tx, caller.userId, quoteId, version)
    await requireNotOrdered(tx, quoteId, version)
    await tx
      .update(quoteVersions)
      .set({ declinedFor: reason })
      .where(and(eq(quoteVersions.quoteId, quoteId), eq(quoteVersions.version, version)))
    return { modifiedCount: 1 }
  })
}

async function requireNotOrdered(tx: Transaction, quoteId: string, version: number): Promise<void> {
  const ordered = and(eq(orderGroups.quoteId, quoteId), eq(orderGroups.quoteVersion, version))
  if ((await tx.$count(orderGroups, ordered)) > 0) throw new ShopError('QUOTE_ORDERED')
}
