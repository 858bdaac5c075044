import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { preparedSql } from '#database/prepared-once.ts'
import { ShopError } from '../errors.ts'
import type { Credential } from '../platform/http/caller.ts'

/**
 * As `requireLiveCaller`, for a buyer and without a lock. Must follow the count of the attempt in the same transaction:
 * ending an account's purchases locks that counter first, so a session that is still live here ends later, and what is
 * taken here ends with it.
 * @throws ShopError SIGN_IN_NEEDED when the session or key has ended
 */
export async function requireLiveBuyer(tx: Transaction, { sessionId, apiKeyId }: Credential): Promise<void> {
  const [credential] = await liveCredential(tx, { sessionId: sessionId ?? null, apiKeyId: apiKeyId ?? null })
  if (!credential?.isLive) throw new ShopError('SIGN_IN_NEEDED')
}

const liveCredential = preparedSql<{ isLive: boolean }>(
  'live_credential',
  sql`
  select exists (select from sessions where id = ${sql.placeholder('sessionId')}::uuid and expires_at > now())
    or exists (select from api_keys where id = ${sql.placeholder('apiKeyId')}::uuid and revoked_at is null) as "isLive"`,
)
