import type { Credentials } from '#contract/identity.ts'
import { normalizeEmail } from '#contract/fields.ts'
import type { Services } from '../services.ts'
import type { Exchange, Identity } from './identity.ts'
import { AttemptsUsedUp, networkOf, type LimitedAttempt } from './limit-attempts.ts'
import { mailSignInLink } from './mail-sign-in-link.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

/**
 * Begins an identity session, whose cookie goes out with the reply; answers with its id. The session that the browser
 * had until now ends. Wrong passwords are counted for strangers and for known devices apart, a stranger's by network first:
 * whoever has used that up leaves no counter for each further email. When the count of an email is used up, its owner gets
 * one mail with a link that signs in.
 * @throws ShopError CREDENTIALS_WRONG for an unknown email and for a wrong password alike, in the same time;
 *   ACCOUNT_DISABLED; TOO_MANY_REQUESTS.
 */
export async function signIn(shop: Shop, exchange: Exchange, credentials: Credentials): Promise<string> {
  const { identity } = shop
  const email = normalizeEmail(credentials.email)
  const attempts = attemptsOf(identity, exchange, email)
  await countAttempts(shop, attempts, email)
  const earlier = await identity.findSession(exchange.request)
  const sessionId = await identity.startSession(exchange, email, credentials.password)
  for (const [attempt, who] of attempts) await identity.forgiveAttempt(attempt, who)
  identity.devices.remember(exchange.reply, email)
  if (earlier) await identity.endSession(earlier.id)
  return sessionId
}

async function countAttempts(shop: Shop, attempts: [LimitedAttempt, string][], email: string): Promise<void> {
  for (const [attempt, who] of attempts) {
    try {
      await shop.identity.countAttempt(attempt, who)
    } catch (error) {
      // Of all that are refused one is the first, so each lockout is one mail.
      if (error instanceof AttemptsUsedUp && error.isFirst && who === email) await mailSignInLink(shop, email)
      throw error
    }
  }
}

/** What a wrong password counts as, and for whom; in this order. */
const attemptsOf = (identity: Identity, { request }: Exchange, email: string): [LimitedAttempt, string][] =>
  identity.devices.knows(request, email)
    ? [['sign-in-again', email]]
    : [['sign-in-network', networkOf(request.ip)], ['sign-in', email]]
