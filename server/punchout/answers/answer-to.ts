import { and, eq } from 'drizzle-orm'
import type { CallBody } from '#contract/basics/call.ts'
import { punchoutMessages, type punchoutCalls, type PunchoutConnection } from '#contract/quotes/punchout.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { requireLiveCaller } from '../../identity/require-live-caller.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { requirePublicUrl } from '../../webhooks/require-public-url.ts'
import { presentConnection } from '../present-connection.ts'
import { hashOf } from '../secrets.ts'

/**
 * Sets where answers about the orders of a connection go. They carry its secret, so that each address needs it once more: who has come into a
 * session alone learns it by no address of their own.
 * @throws ShopError NOT_FOUND for an unknown or another account's connection; INVALID_INPUT at `url`, and at `secret` for a wrong one.
 */
export async function answerTo(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  id: string,
  { url, secret }: CallBody<typeof punchoutCalls.answerTo>,
): Promise<PunchoutConnection> {
  const answersUrl = url === null ? null : await requirePublicUrl(url, settings)
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const own = and(eq(punchoutConnections.id, id), eq(punchoutConnections.userId, caller.userId))
    const [connection] = await tx.select().from(punchoutConnections).where(own).for('no key update')
    if (!connection) throw new ShopError('NOT_FOUND')
    if (answersUrl !== null && connection.kind !== 'cxml') throw invalidField('url', punchoutMessages.answersForCxml)
    const known = secret?.trim()
    if (answersUrl !== null && (!known || hashOf(known) !== connection.secretHash))
      throw invalidField('secret', punchoutMessages.answersSecret)
    const [changed] = await tx
      .update(punchoutConnections)
      .set({ answersUrl, answersSecret: answersUrl === null ? null : known })
      .where(own)
      .returning()
    return presentConnection(changed!) // it is locked
  })
}
