import { networkOf } from '../platform/limits/network-of.ts'
import type { Services } from '../services.ts'
import type { Exchange, Identity } from './identity.ts'
import { AttemptsUsedUp, type LimitedAttempt } from './limit-attempts.ts'
import { mailSignInLink } from './mail-sign-in-link.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

/**
 * Counts a password as wrong before it is checked: separately for known and unknown browsers, for unknown ones by network
 * first, so that a network at its limit leaves no counter for each further email. When the limit of an email is reached,
 * its owner gets one mail with a sign-in link.
 * @returns what takes the attempt back, to be called when the password was right.
 * @throws ShopError TOO_MANY_REQUESTS
 */
export async function countPasswordAttempt(shop: Shop, exchange: Exchange, email: string): Promise<() => Promise<void>> {
  const attempts = attemptsOf(shop.identity, exchange, email)
  for (const [attempt, who] of attempts) {
    try {
      await shop.identity.countAttempt(attempt, who)
    } catch (error) {
      // Only the first refusal sends the mail, so each lockout is one mail.
      if (error instanceof AttemptsUsedUp && error.isFirst && who === email) await mailSignInLink(shop, email)
      throw error
    }
  }
  return async () => {
    for (const [attempt, who] of attempts) await shop.identity.forgiveAttempt(attempt, who)
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
