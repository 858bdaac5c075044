import { eq } from 'drizzle-orm'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { resetPasswordMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { endPrivateLinks, endSessions, lockCalls } from './end-sessions.ts'
import { grantFirstAdmin } from './grant-first-admin.ts'
import { holdBack } from './hold-back.ts'
import { forgetAttempts } from './limit-attempts.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import { createMailLink, endMailLinks, findMailLink, LINK_MINUTES, takeMailLink } from './mail-links.ts'
import { proveMailbox } from './prove-mailbox.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

/**
 * Queues a reset mail if the email is known. The answer and its time are the same if it is not.
 * @param address the client's network address.
 * @throws ShopError TOO_MANY_REQUESTS
 */
export async function requestPasswordReset(shop: Shop, address: string, typed: string): Promise<void> {
  const email = normalizeEmail(typed)
  const asking = async () => {
    await shop.identity.countAttempt('reset-network', networkOf(address))
    await shop.identity.countAttempt('reset-mail', email)
    await mailResetLink(shop, email)
  }
  await holdBack(asking())
}

async function mailResetLink({ db, settings }: Shop, email: string): Promise<void> {
  const [user] = await db.select({ id: users.id, emailVerified: users.emailVerified }).from(users).where(eq(users.email, email))
  if (!user) return
  await transaction(db, async (tx) => {
    const token = await createMailLink(tx, 'reset-password', user.id)
    await queueMail(tx, resetPasswordMail(settings, email, token, LINK_MINUTES, { empties: !user.emailVerified }))
  })
}

/**
 * Sets a new password with a mail's token, once. The same transaction ends all sessions, access tokens, private links and
 * other mailed links of the account. Only the mailbox has the token, so the address is confirmed, and an account whose
 * address was never confirmed is emptied; in production the first admin gets the role.
 * @param address the client's network address.
 * @throws ShopError LINK_EXPIRED for a used, expired or invented token; INVALID_INPUT for a common password, and the link
 *   stays usable; TOO_MANY_REQUESTS.
 */
export async function resetPassword(
  { db, settings, identity }: Shop,
  address: string,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  refuseCommonPassword('newPassword', newPassword)
  await identity.countAttempt('new-password', networkOf(address))
  // Looked up before the slow hash, so that an invented token does not cost one.
  const userId = await findMailLink(db, 'reset-password', token)
  if (userId === undefined) throw new ShopError('LINK_EXPIRED')
  const passwordHash = await identity.hashPassword(newPassword)

  const email = await transaction(db, async (tx) => {
    await lockCalls(tx, eq(users.id, userId))
    await proveMailbox(tx, settings, userId)
    await grantFirstAdmin({ db: tx, settings })
    await identity.setPassword(tx, userId, passwordHash)
    await endSessions(tx, userId)
    await endPrivateLinks(tx, userId)
    // Links come last in the order of locks; nothing of the above stays with one that is used.
    if ((await takeMailLink(tx, 'reset-password', token)) === undefined) throw new ShopError('LINK_EXPIRED')
    await endMailLinks(tx, userId)
    const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!owner) throw new ShopError('LINK_EXPIRED')
    return owner.email
  })
  // The mailbox's owner is legitimate, so earlier wrong guesses do not count.
  await forgetAttempts(db, 'sign-in', email)
  await forgetAttempts(db, 'sign-in-again', email)
}
