import { setTimeout as delay } from 'node:timers/promises'
import { normalizeEmail } from '#contract/fields.ts'
import type { Exchange, Identity } from './identity.ts'
import { networkOf } from './limit-attempts.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

/** Longer than a reset mail takes to be queued, so that the time does not tell whether an email is known. */
const ANSWER_AFTER_MS = 250

/**
 * Queues the mail that leads to a new password, when the email is known.
 * The answer and its time are the same when it is not.
 * @throws ShopError TOO_MANY_REQUESTS
 */
export async function requestPasswordReset(identity: Identity, exchange: Exchange, typed: string): Promise<void> {
  const email = normalizeEmail(typed)
  const asking = async () => {
    await identity.countAttempt('reset-network', networkOf(exchange.request.ip))
    await identity.countAttempt('reset-mail', email)
    await identity.ask(exchange, 'POST', '/request-password-reset', { email })
  }
  await Promise.all([asking(), delay(ANSWER_AFTER_MS)])
}

/**
 * Sets a new password with a mail's token, once; every session of the person ends, and their access tokens with it. Other
 * links to a new password that the person was sent are good for nothing from then on. As only the mailbox has the token, its
 * address is confirmed by it; in production the first admin becomes one.
 * @throws ShopError LINK_EXPIRED for a used, expired or invented token; INVALID_INPUT for a password that everybody
 *   guesses, and the link stays usable.
 */
export async function resetPassword(
  identity: Identity,
  exchange: Exchange,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  refuseCommonPassword('newPassword', newPassword)
  await identity.ask(exchange, 'POST', '/reset-password', { token, newPassword })
}
