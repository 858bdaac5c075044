import { eq } from 'drizzle-orm'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { replaceSession } from './replace-session.ts'
import type { Exchange } from './identity.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import { takeMailLink } from './mail-links.ts'

/**
 * Starts an identity session with a mail's token, once; returns its id. The counters of wrong passwords are not reset, so
 * that attackers gain no further guesses; this browser becomes known and has its own counter.
 * @throws ShopError LINK_EXPIRED for a used, expired or invented token; ACCOUNT_DISABLED; TOO_MANY_REQUESTS.
 */
export async function signInWithLink(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  exchange: Exchange,
  token: string,
): Promise<string> {
  await identity.countAttempt('sign-in-link', networkOf(exchange.request.ip))
  const userId = await takeMailLink(db, 'sign-in-link', token)
  const [user] = userId === undefined ? [] : await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw new ShopError('LINK_EXPIRED')
  const sessionId = await replaceSession(identity, exchange, user.id)
  identity.devices.remember(exchange.reply, user.email)
  return sessionId
}
