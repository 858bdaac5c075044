import type { Credentials } from '#contract/identity.ts'
import { normalizeEmail } from '#contract/fields.ts'
import type { Exchange, Identity } from './identity.ts'
import { networkOf, type LimitedAttempt } from './limit-attempts.ts'

/**
 * Begins an identity session, whose cookie goes out with the reply; answers with its id. The session that the browser
 * had until now ends. Wrong passwords are counted for strangers and for known devices apart, a stranger's by network first:
 * whoever has used that up leaves no counter for each further email.
 * @throws ShopError CREDENTIALS_WRONG for an unknown email and for a wrong password alike, in the same time;
 *   ACCOUNT_DISABLED; TOO_MANY_REQUESTS.
 */
export async function signIn(identity: Identity, exchange: Exchange, credentials: Credentials): Promise<string> {
  const email = normalizeEmail(credentials.email)
  const attempts = attemptsOf(identity, exchange, email)
  for (const [attempt, who] of attempts) await identity.countAttempt(attempt, who)
  const earlier = await identity.findSession(exchange.request)
  const sessionId = await identity.startSession(exchange, email, credentials.password)
  for (const [attempt, who] of attempts) await identity.forgiveAttempt(attempt, who)
  identity.devices.remember(exchange.reply, email)
  if (earlier) await identity.endSession(earlier.id)
  return sessionId
}

/** What a wrong password counts as, and for whom; in this order. */
const attemptsOf = (identity: Identity, { request }: Exchange, email: string): [LimitedAttempt, string][] =>
  identity.devices.knows(request, email)
    ? [['sign-in-again', email]]
    : [['sign-in-network', networkOf(request.ip)], ['sign-in', email]]
