import { and, eq, isNull, sql } from 'drizzle-orm'
import { FOLLOW_UP_DAYS } from '#contract/quotes/offers.ts'
import { databaseNow } from '#database/clock.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../../errors.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { messageQuotedMail, quoteFollowUpMail } from '../../mail/templates/quotes.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findPublished } from '../../shop-settings/apply-settings.ts'
import { findQuoteWhere, keptQuote } from '../find-quote.ts'
import { renewLink } from '../share-quote.ts'

const DAY_MS = 86_400_000

/**
 * Reminds the buyer of a quote by mail. `modifiedCount` is 0 when they were reminded in the last `FOLLOW_UP_DAYS` days.
 * @throws ShopError NOT_FOUND; QUOTE_CHANGED when `version` is not the newest; QUOTE_ORDERED; QUOTE_WITHDRAWN; QUOTE_EXPIRED;
 *   ACCOUNT_DISABLED when the buyer is blocked.
 */
export async function followUp(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  admin: Caller,
  quoteId: string,
  version: number,
): Promise<{ modifiedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    const [quote] = await tx
      .select({
        userId: users.id,
        email: users.email,
        heldFor: quotes.heldFor,
        number: quotes.number,
        disabledAt: users.disabledAt,
        isTooSoon: sql<boolean>`coalesce(${quotes.followedUpAt} > now() - make_interval(days => ${FOLLOW_UP_DAYS}::int), false)`,
      })
      .from(quotes)
      .innerJoin(users, eq(users.id, quotes.userId))
      .where(and(eq(quotes.id, quoteId), isNull(quotes.deletedAt)))
      .for('no key update', { of: quotes })
    if (!quote) throw new ShopError('NOT_FOUND')
    const facts = await findQuoteWhere({ db: tx, settings }, keptQuote(quote.userId, quoteId))
    if (facts.version !== version) throw new ShopError('QUOTE_CHANGED')
    if (facts.orderedAt !== null) throw new ShopError('QUOTE_ORDERED')
    if (facts.withdrawn !== null) throw new ShopError('QUOTE_WITHDRAWN')
    if (facts.expired) throw new ShopError('QUOTE_EXPIRED')
    if (quote.disabledAt !== null && quote.heldFor === null) throw new ShopError('ACCOUNT_DISABLED')
    if (quote.isTooSoon) return { modifiedCount: 0 }

    const { offersFreight } = await findPublished(tx)
    const { freight } = facts.offer ?? {}
    const carried = freight && { freight, freightCents: Math.round(freight.amount * 100) }
    await tx.update(quotes).set({ followedUpAt: databaseNow }).where(eq(quotes.id, quoteId))
    await writeAudit(tx, admin, 'follow-up-quote', quoteId, { version })
    await queueMail(
      tx,
      quote.heldFor === null
        ? quoteFollowUpMail(settings, {
            ...facts,
            ...carried,
            quoteId,
            email: quote.email,
            addsFreight: offersFreight && facts.offer === null,
          })
        : messageQuotedMail(settings, {
            number: quote.number,
            email: quote.heldFor,
            total: facts.total,
            terms: facts.offer?.terms ?? '',
            ...carried,
            validDays: Math.max(Math.ceil((Date.parse(facts.validUntil) - Date.now()) / DAY_MS), 1),
            url: await renewLink(tx, settings, quoteId),
          }),
    )
    return { modifiedCount: 1 }
  })
}
