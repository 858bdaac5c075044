import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { quotes } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { quoteLinkCreatedMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { openQuoteWhere, ownQuote, type OpenQuote, type QuoteSource } from './find-quote.ts'

const SECRET_BYTES = 32

/** Only the hash is stored, so that read access to the table opens no link. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** A secret of a private link, what is kept of it, and its address. */
export function newLink({ shopUrl }: Pick<Services['settings'], 'shopUrl'>): { secret: string; linkHash: string; url: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { secret, linkHash: hashOf(secret), url: `${shopUrl}/shared-quote/${secret}` }
}

/** A new private link to a quote; the earlier one ends. */
export async function renewLink(tx: Transaction, settings: Pick<Services['settings'], 'shopUrl'>, quoteId: string): Promise<string> {
  const { linkHash, url } = newLink(settings)
  await tx.update(quotes).set({ linkHash }).where(eq(quotes.id, quoteId))
  return url
}

/**
 * Makes a private link to a quote and ends the earlier one. The secret is only in this answer. A mail informs the owner, so
 * that a link made with a stolen session is noticed.
 * @throws ShopError NOT_FOUND; SIGN_IN_NEEDED when the session or key ended in the meantime; TOO_MANY_REQUESTS.
 */
export async function shareQuote(
  { db, identity, settings }: Pick<Services, 'db' | 'identity' | 'settings'>,
  caller: Caller,
  quoteId: string,
): Promise<{ secret: string; url: string }> {
  await identity.countAttempt('quote-link', caller.userId)
  const { secret, linkHash, url } = newLink(settings)
  await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const [shared] = await tx.update(quotes).set({ linkHash }).where(ownQuote(caller.userId, quoteId)).returning({ number: quotes.number })
    if (!shared) throw new ShopError('NOT_FOUND')
    await queueMail(tx, quoteLinkCreatedMail(settings, caller.email, shared.number, linkHash))
  })
  return { secret, url }
}

/**
 * Ends the private link of a quote. `deletedCount` is 0 when there was none.
 * @throws ShopError NOT_FOUND
 */
export async function unshareQuote(db: Database, caller: Caller, quoteId: string): Promise<{ deletedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const [quote] = await tx.select({ linkHash: quotes.linkHash }).from(quotes).where(ownQuote(caller.userId, quoteId)).for('update')
    if (!quote) throw new ShopError('NOT_FOUND')
    if (quote.linkHash === null) return { deletedCount: 0 }
    await tx.update(quotes).set({ linkHash: null }).where(eq(quotes.id, quoteId))
    return { deletedCount: 1 }
  })
}

/**
 * The quote that a private link opens, in its newest version. About its owner it shows only the words they gave the quote.
 * An unknown link takes the same index look-up as an ended one, so the time does not distinguish them.
 * @throws ShopError NOT_FOUND
 */
export async function openSharedQuote(source: QuoteSource, secret: string): Promise<OpenQuote> {
  const { facts, batches } = await openQuoteWhere(source, and(eq(quotes.linkHash, hashOf(secret)), isNull(quotes.deletedAt)))
  return {
    facts: { ...facts, offers: [], orderedAt: null, request: null, declinedFor: null },
    batches: facts.orderedAt === null ? batches : withoutLeadDays(batches),
    isOrderable: () => false,
  }
}

/** Nothing of what was ordered is promised to others. */
async function* withoutLeadDays(batches: OpenQuote['batches']): OpenQuote['batches'] {
  for await (const lines of batches) yield lines.map((line) => ({ ...line, leadDays: null }))
}
