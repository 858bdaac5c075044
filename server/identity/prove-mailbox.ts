import { and, eq, isNull, not } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { addresses } from '#database/tables/addresses.ts'
import { answeredCalls } from '#database/tables/answered-calls.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { accounts } from '#database/tables/identity.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { quotes } from '#database/tables/quotes.ts'
import { stockNotices } from '#database/tables/related-parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { soldOutViews } from '#database/tables/searches.ts'
import { billingDetails } from '#database/tables/taxes.ts'
import { users } from '#database/tables/users.ts'
import { customerPartNumbers } from '#database/tables/customer-part-numbers.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { bringQuotes } from '../contact/bring-quotes.ts'
import { accountEmptiedMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Shop } from '../mail/rendering/write-mail.ts'
import { endOpenPurchases } from '../orders/end-open-purchases.ts'
import { endSessions, lockCalls } from './end-sessions.ts'

/**
 * Confirms the address of an account for a user who reads its mailbox and is not signed in to it: with a reset mail's link,
 * or at an external issuer. Before the first such proof, an attacker may have opened the account. Profile, address book, billing details,
 * stock notices, saved quotes and reviews are therefore removed, and the password, private links, API keys, procurement systems, webhooks,
 * sessions, holds and unpaid orders end; a mail reports it. Paid orders stay, as business records. Does nothing if the address is confirmed already.
 *
 * The account's row stays locked until the transaction ends: of two concurrent proofs the second finds the first. So do those of the ways
 * to sign in: a sign-in with the old password waits and is refused.
 * @param displayName the new name
 * @returns whether this was the first proof
 */
export async function proveMailbox(tx: Transaction, shop: Shop, userId: string, displayName = ''): Promise<boolean> {
  const isUnproved = and(eq(users.id, userId), not(users.emailVerified))!
  if ((await tx.$count(users, isUnproved)) === 0) return false
  // First, so that running calls finish before, and what they set is removed with the rest.
  await lockCalls(tx, isUnproved)
  const [owner] = await tx
    .update(users)
    .set({ emailVerified: true, displayName, image: null, phone: '', education: '', address: '', updatedAt: databaseNow })
    .where(isUnproved)
    .returning({ email: users.email })
  if (!owner) return false // confirmed concurrently
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await endSessions(tx, userId)
  await tx.delete(punchoutConnections).where(eq(punchoutConnections.userId, userId))
  const { rowCount: removedQuotes } = await tx
    .update(quotes)
    .set({ deletedAt: databaseNow, linkHash: null, name: '', note: '', request: '' })
    .where(and(eq(quotes.userId, userId), isNull(quotes.deletedAt)))
  const purchases = await endOpenPurchases(tx, userId)
  await tx
    .update(apiKeys)
    .set({ revokedAt: databaseNow })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
  for (const table of [addresses, answeredCalls, billingDetails, customerPartNumbers, reviews, soldOutViews, stockNotices, webhooks])
    await tx.delete(table).where(eq(table.userId, userId))
  await bringQuotes(tx, userId)
  await queueMail(tx, accountEmptiedMail(shop, owner.email, userId, { ...purchases, removedQuotes: removedQuotes ?? 0 }))
  return true
}
