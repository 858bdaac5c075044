import type { PasswordChange } from '#contract/people/identity.ts'
import { messages } from '#contract/basics/messages.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { countPasswordAttempt } from './count-password-attempt.ts'
import { endSessions } from './end-sessions.ts'
import type { Exchange } from './identity.ts'
import { endMailLinks } from './mail-links.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { requireLiveCaller } from './require-live-caller.ts'

/**
 * Sets a new password for the caller, who knows the current one: an open session alone is not enough. Wrong passwords
 * count as at sign-in. Mailed links end, and, on request, all other sessions of the account with their access tokens.
 * @throws ShopError INVALID_INPUT on `currentPassword` for a wrong one, and for an account without a password; on
 *   `newPassword` for a common one; TOO_MANY_REQUESTS.
 */
export async function changePassword(
  shop: Pick<Services, 'db' | 'settings' | 'identity'>,
  exchange: Exchange,
  caller: Caller,
  { currentPassword, newPassword, endOtherSessions = false }: PasswordChange,
): Promise<void> {
  const { db, identity } = shop
  const { userId, email, sessionId } = caller
  refuseCommonPassword('newPassword', newPassword)
  const takeBack = await countPasswordAttempt(shop, exchange, email)
  const currentHash = await identity.checkPassword(email, currentPassword)
  if (currentHash === undefined) throw wrongPassword()
  await takeBack()
  const newHash = await identity.hashPassword(newPassword)

  await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    // A concurrent change has made the checked password invalid.
    if (!(await identity.replacePassword(tx, userId, currentHash, newHash))) throw wrongPassword()
    await endMailLinks(tx, userId)
    if (endOtherSessions) await endSessions(tx, userId, sessionId)
  })
}

const wrongPassword = () => invalidField('currentPassword', messages.currentPasswordWrong)
