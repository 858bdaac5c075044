import { normalizeEmail } from '#contract/basics/fields.ts'
import type { Registration } from '#contract/people/identity.ts'
import { messages } from '#contract/basics/messages.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { verifyEmailMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { replaceSession } from './replace-session.ts'
import { grantFirstAdmin } from './grant-first-admin.ts'
import type { Exchange } from './identity.ts'
import { forgetAttempts } from './limit-attempts.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import { LINK_MINUTES } from './mail-links.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

/**
 * Inserts an account with its password and the verification mail, in one transaction. Returns the id of its session, which
 * is counted by no further limit.
 * @throws ShopError EMAIL_TAKEN on the field `email`; INVALID_INPUT; TOO_MANY_REQUESTS.
 */
export async function register(
  services: Pick<Services, 'db' | 'settings' | 'identity'>,
  exchange: Exchange,
  { name, email: typed, password }: Registration,
): Promise<string> {
  const { db, settings, identity } = services
  const email = normalizeEmail(typed)
  refuseCommonPassword('password', password)
  await identity.countAttempt('register', networkOf(exchange.request.ip))
  // The slow hash runs before the transaction, which must not wait for it.
  const passwordHash = await identity.hashPassword(password)
  const token = await identity.createVerificationToken(email)

  const userId = await transaction(db, async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ email, displayName: name.trim() })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!user) throw new ShopError('EMAIL_TAKEN', { fields: [{ field: 'email', message: messages.emailTaken }] })
    await identity.setPassword(tx, user.id, passwordHash)
    await queueMail(tx, verifyEmailMail(settings, email, token, LINK_MINUTES))
    await grantFirstAdmin({ db: tx, settings })
    // Guesses made before the account existed must not lock its owner out.
    await forgetAttempts(tx, 'sign-in', email)
    return user.id
  })
  const sessionId = await replaceSession(identity, exchange, userId)
  identity.devices.remember(exchange.reply, email)
  return sessionId
}
