import type { Credentials } from '#contract/identity.ts'
import { normalizeEmail } from '#contract/fields.ts'
import type { Exchange, Identity } from './identity.ts'

/**
 * Begins an identity session, whose cookie goes out with the reply; answers with its id. The session that the browser
 * had until now ends. Wrong passwords are counted for strangers and for known devices apart.
 * @throws ShopError CREDENTIALS_WRONG for an unknown email and for a wrong password alike, in the same time;
 *   ACCOUNT_DISABLED; TOO_MANY_REQUESTS.
 */
export async function signIn(identity: Identity, exchange: Exchange, credentials: Credentials): Promise<string> {
  const email = normalizeEmail(credentials.email)
  const attempt = identity.devices.knows(exchange.request, email) ? 'sign-in-again' : 'sign-in'
  await identity.countAttempt(attempt, email)
  const earlier = await identity.findSession(exchange.request)
  const sessionId = await identity.startSession(exchange, email, credentials.password)
  await identity.forgiveAttempt(attempt, email)
  identity.devices.remember(exchange.reply, email)
  if (earlier) await identity.endSession(earlier.id)
  return sessionId
}
