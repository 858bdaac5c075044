import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import { MAXIMUM_PUNCHOUT_CONNECTIONS } from '#contract/basics/limits.ts'
import { punchoutMessages, type NewPunchoutConnection, type punchoutCalls } from '#contract/quotes/punchout.ts'
import type { Transaction } from '#database/connect.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { punchoutCreatedMail } from '../mail/templates/punchout.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requirePublicUrl } from '../webhooks/require-public-url.ts'
import type { Services } from '../services.ts'
import { presentConnection } from './present-connection.ts'
import { hashOf, newConnectionSecret } from './secrets.ts'

/**
 * Connects a procurement system; this answer alone contains its secret. A mail informs the owner, so that one made with a stolen session
 * is noticed.
 * @throws ShopError EMAIL_UNVERIFIED, TOO_MANY_CONNECTIONS, INVALID_INPUT for cXML without domain or identity, or for an address of its answers
 *   that is not public.
 */
export async function createConnection(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  { kind, name, domain = '', identity = '', url }: NewPunchoutConnection,
): Promise<CallResponse<typeof punchoutCalls.create>> {
  const named = kind === 'oci' ? { domain: null, identity: newUserName() } : { domain: domain.trim(), identity: identity.trim() }
  if (named.domain === '') throw invalidField('domain', punchoutMessages.domainRequired)
  if (named.identity === '') throw invalidField('identity', punchoutMessages.identityRequired)
  if (url !== undefined && kind !== 'cxml') throw invalidField('url', punchoutMessages.answersForCxml)
  const answersUrl = url === undefined ? null : await requirePublicUrl(url, settings)
  const secret = newConnectionSecret()
  const connection = await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await requireMayCreate(tx, caller.userId)
    const [row] = await tx
      .insert(punchoutConnections)
      .values({
        userId: caller.userId,
        kind,
        name: name.trim(),
        ...named,
        secretHash: hashOf(secret),
        answersUrl,
        answersSecret: answersUrl && secret,
      })
      .returning()
    const made = presentConnection(row!) // insert ... returning always yields its row
    await queueMail(tx, punchoutCreatedMail(settings, caller.email, made))
    return made
  })
  return { secret, connection }
}

const newUserName = () => `oci-${randomBytes(6).toString('hex')}`

/** Locks the account's row, so that concurrent requests are counted one after the other. */
async function requireMayCreate(tx: Transaction, userId: string): Promise<void> {
  const [owner] = await tx.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, userId)).for('no key update')
  // Connections outlive a new password: an attacker who registered another's address would go on ordering in their name.
  if (!owner?.emailVerified) throw new ShopError('EMAIL_UNVERIFIED', { message: punchoutMessages.confirmFirst })
  const kept = await tx.$count(punchoutConnections, eq(punchoutConnections.userId, userId))
  if (kept >= MAXIMUM_PUNCHOUT_CONNECTIONS) throw new ShopError('TOO_MANY_CONNECTIONS')
}
