import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { preparedSql } from '#database/prepared-once.ts'
import { ShopError } from '../errors.ts'
import type { Credential } from '../platform/http/caller.ts'

/**
 * As `requireLiveCaller`, for a buyer and without a lock of the session. Must follow `lockBuyer` in the same transaction: ending
 * an account's purchases locks the buyer first, so a session that is still live here ends later, and what is taken here ends with it.
 * @throws ShopError SIGN_IN_NEEDED when the session, key or connection has ended
 */
export async function requireLiveBuyer(tx: Transaction, credential: Credential): Promise<void> {
  const [found] = await liveCredential(tx, credentialIds(credential))
  if (!found?.isLive) throw new ShopError('SIGN_IN_NEEDED')
}

/** Whether the session, key or connection of `credentialIds` has not ended: a condition for statements that check it themselves. */
export const isLiveCredential = sql`(
  exists (select from sessions where id = ${sql.placeholder('sessionId')}::uuid and expires_at > now())
  or exists (select from api_keys where id = ${sql.placeholder('apiKeyId')}::uuid and revoked_at is null)
  or exists (select from punchout_connections where id = ${sql.placeholder('connectionId')}::uuid))`

export const credentialIds = ({ sessionId, apiKeyId, connectionId }: Credential) => ({
  sessionId: sessionId ?? null,
  apiKeyId: apiKeyId ?? null,
  connectionId: connectionId ?? null,
})

const liveCredential = preparedSql<{ isLive: boolean }>('live_credential', sql`select ${isLiveCredential} as "isLive"`)
