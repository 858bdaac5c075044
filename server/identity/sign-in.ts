import type { Credentials } from '#contract/people/identity.ts'
import { normalizeEmail } from '#contract/basics/fields.ts'
import type { Services } from '../services.ts'
import { countPasswordAttempt } from './count-password-attempt.ts'
import type { Exchange } from './identity.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

/**
 * Starts an identity session, sets its cookie on the reply and returns its id. The browser's earlier session ends. Wrong
 * passwords are counted.
 * @throws ShopError CREDENTIALS_WRONG for an unknown email and for a wrong password, in the same time; ACCOUNT_DISABLED;
 *   TOO_MANY_REQUESTS.
 */
export async function signIn(shop: Shop, exchange: Exchange, credentials: Credentials): Promise<string> {
  const { identity } = shop
  const email = normalizeEmail(credentials.email)
  const takeBack = await countPasswordAttempt(shop, exchange, email)
  const earlier = await identity.findSession(exchange.request)
  const sessionId = await identity.startSession(exchange, email, credentials.password)
  await takeBack()
  identity.devices.remember(exchange.reply, email)
  if (earlier) await identity.endSession(earlier.id)
  return sessionId
}
