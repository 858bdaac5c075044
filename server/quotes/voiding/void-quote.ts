import { and, eq, isNull, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { quotesWithdrawnMail } from '../../mail/templates/quotes.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Services } from '../../services.ts'

/**
 * Withdraws the newest version of a quote, or an earlier offer, and notifies its buyer, in one transaction. `modifiedCount` is 0 when
 * it was withdrawn before.
 * @throws ShopError NOT_FOUND; QUOTE_CHANGED when `version` is neither the newest nor an offer; QUOTE_ORDERED when it was ordered before.
 */
export async function voidQuote(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  admin: Pick<Caller, 'userId'>,
  quoteId: string,
  { version, reason }: { version: number; reason: string },
): Promise<{ modifiedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    // Locked as an order does, so that a version is either ordered or withdrawn, never both.
    const [quote] = await tx
      .select({
        number: quotes.number,
        newest: quotes.version,
        heldFor: quotes.heldFor,
        userId: users.id,
        email: users.email,
        disabledAt: users.disabledAt,
        isCurrent: sql<boolean>`${quotes.version} = ${version}::int or ${quoteVersions.offeredBy} is not null`,
      })
      .from(quotes)
      .innerJoin(users, eq(users.id, quotes.userId))
      .leftJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, version)))
      .where(and(eq(quotes.id, quoteId), isNull(quotes.deletedAt)))
      .for('no key update', { of: quotes })
    if (!quote) throw new ShopError('NOT_FOUND')
    if (!quote.isCurrent) throw new ShopError('QUOTE_CHANGED')
    const isThisVersion = and(eq(quoteVersions.quoteId, quoteId), eq(quoteVersions.version, version))
    const [before] = await tx
      .select({ voidingId: quoteVersions.voidingId, groupId: orderGroups.id })
      .from(quoteVersions)
      .leftJoin(orderGroups, and(eq(orderGroups.quoteId, quoteId), eq(orderGroups.quoteVersion, version)))
      .where(isThisVersion)
    if (before?.groupId) throw new ShopError('QUOTE_ORDERED')
    if (before?.voidingId) return { modifiedCount: 0 }

    const [voiding] = await tx
      .insert(quoteVoidings)
      .values({ adminId: admin.userId, reason: reason.trim(), quoteId, quoteVersion: version, finishedAt: databaseNow })
      .returning({ id: quoteVoidings.id, reason: quoteVoidings.reason })
    const { id: voidingId, reason: said } = voiding! // insert ... returning always yields its row
    await tx.update(quoteVersions).set({ voidingId }).where(isThisVersion)
    await writeAudit(tx, admin, 'void-quote', quoteId, { version })
    const named = quote.newest === version ? quote.number : `${quote.number}, version ${version}`
    const withdrawn = { voidingId, count: 1, numbers: [named], reason: said }
    const { userId, email, heldFor, disabledAt } = quote
    if (heldFor !== null) await queueMail(tx, quotesWithdrawnMail(settings, { ...withdrawn, userId: null, email: heldFor }))
    else if (disabledAt === null) await queueMail(tx, quotesWithdrawnMail(settings, { ...withdrawn, userId, email }))
    return { modifiedCount: 1 }
  })
}
