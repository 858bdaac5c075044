import type { Credentials } from '#contract/identity.ts'
import { normalizeEmail } from '#contract/fields.ts'
import type { Services } from '../services.ts'
import type { Exchange, Identity } from './identity.ts'
import { AttemptsUsedUp, type LimitedAttempt } from './limit-attempts.ts'
import { networkOf } from '../platform/http/network-of.ts'
import { mailSignInLink } from './mail-sign-in-link.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

/**
 * Starts an identity session, sets its cookie on the reply and returns its id. The browser's earlier session ends. Wrong
 * passwords are counted separately for known and unknown browsers; for unknown ones by network first, so that a network at
 * its limit leaves no counter for each further email. When the limit of an email is reached, its owner gets one mail with a
 * sign-in link.
 * @throws ShopError CREDENTIALS_WRONG for an unknown email and for a wrong password, in the same time; ACCOUNT_DISABLED;
 *   TOO_MANY_REQUESTS.
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
      // Only the first refusal sends the mail, so each lockout is one mail.
      if (error instanceof AttemptsUsedUp && error.isFirst && who === email) await mailSignInLink(shop, email)
      throw error
    }
  }
}

/** The counters of a wrong password, in the order in which they are checked. */
const attemptsOf = (identity: Identity, { request }: Exchange, email: string): [LimitedAttempt, string][] =>
  identity.devices.knows(request, email)
    ? [['sign-in-again', email]]
    : [
        ['sign-in-network', networkOf(request.ip)],
        ['sign-in', email],
      ]
