import { eq, sql } from 'drizzle-orm'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { bringQuotes } from '../contact/bring-quotes.ts'
import { ShopError } from '../errors.ts'
import { verifyEmailMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import type { Caller } from '../platform/http/caller.ts'
import { grantFirstAdmin } from './grant-first-admin.ts'
import type { Exchange } from './identity.ts'
import { LINK_MINUTES } from './mail-links.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

/** Queues the verification mail again, unless the email is verified. @throws ShopError TOO_MANY_REQUESTS */
export async function sendVerification({ db, settings, identity }: Shop, { userId, email }: Caller): Promise<void> {
  const [user] = await db.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, userId))
  if (user?.emailVerified) return
  await identity.countAttempt('verification-mail', email)
  const token = await identity.createVerificationToken(email)
  await queueMail(db, verifyEmailMail(settings, email, token, LINK_MINUTES))
}

/**
 * Confirms the email of a mail's token; in production the first admin gets the role by it. An attacker can register
 * another's email: if opening the mailed link were enough, a click by its owner would confirm an account whose password the
 * attacker chose.
 * @throws ShopError LINK_EXPIRED; SIGN_IN_NEEDED in a browser that is not signed in to the account of that email.
 */
export async function verifyEmail({ db, settings, identity }: Shop, { request }: Exchange, token: string): Promise<void> {
  const email = await identity.readVerificationToken(token)
  if (email === undefined) throw new ShopError('LINK_EXPIRED')
  const session = await identity.findSession(request)
  if (session?.email !== email || session.disabled) throw new ShopError('SIGN_IN_NEEDED')
  await transaction(db, async (tx) => {
    await tx
      .update(users)
      .set({ emailVerified: true, updatedAt: sql`now()` })
      .where(eq(users.id, session.userId))
    await bringQuotes(tx, session.userId)
  })
  await grantFirstAdmin({ db, settings })
}
