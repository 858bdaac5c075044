import { eq } from 'drizzle-orm'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { verifyEmailLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'
import { grantFirstAdmin } from './grant-first-admin.ts'
import { LINK_MINUTES, type Exchange } from './identity.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

/** Queues the verification mail once more, unless the email is verified already. @throws ShopError TOO_MANY_REQUESTS */
export async function sendVerification({ db, settings, identity }: Shop, { userId, email }: Caller): Promise<void> {
  const [user] = await db.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, userId))
  if (user?.emailVerified) return
  await identity.countAttempt('verification-mail', email)
  const token = await identity.createVerificationToken(email)
  await queueMail(db, verifyEmailLetter(settings, email, token, LINK_MINUTES))
}

/**
 * Marks the email of a mail's token as verified; in production the first admin becomes one by it.
 * @throws ShopError LINK_EXPIRED; SIGN_IN_NEEDED for the first admin's email in a browser that is not signed in to it.
 */
export async function verifyEmail(shop: Shop, exchange: Exchange, token: string): Promise<void> {
  const { db, settings, identity } = shop
  const { adminEmail, mode } = settings
  if (mode === 'production' && adminEmail !== undefined && (await identity.readVerificationToken(token)) === adminEmail) {
    await requireSignedInAs(shop, exchange, adminEmail)
  }
  await identity.ask(exchange, 'GET', `/verify-email?token=${encodeURIComponent(token)}`)
  await grantFirstAdmin({ db, settings })
}

/**
 * Anybody can register an operator's email before the operator does. If opening the mail's link were enough, an
 * unsuspecting click would make an admin of whoever chose that account's password.
 */
async function requireSignedInAs({ identity }: Shop, { request }: Exchange, email: string): Promise<void> {
  const session = await identity.findSession(request)
  if (session?.email !== email || session.disabled) throw new ShopError('SIGN_IN_NEEDED')
}
