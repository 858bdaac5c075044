import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { padForGenericPlan } from '#database/pad-for-generic-plan.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { sessions } from '#database/tables/identity.ts'
import { ShopError } from '../errors.ts'
import type { Credential } from './caller.ts'

/**
 * As `requireLiveCaller`, for several buyers and without a lock. Must follow the count of their attempts in the same
 * transaction: ending an account's purchases locks that counter first, so a session that is still live here ends later, and
 * what is taken here ends with it.
 * @throws ShopError SIGN_IN_NEEDED when the session or key of one of them has ended
 */
export async function requireLiveBuyers(tx: Transaction, buyers: Credential[]): Promise<void> {
  const idsOf = (kind: keyof Credential) => padForGenericPlan(buyers.map((buyer) => buyer[kind] ?? null), null)
  // Sent now, so that the statement that takes the pieces can follow without waiting for the answer.
  const [found] = await liveCredentials(tx).execute({ sessionIds: idsOf('sessionId'), apiKeyIds: idsOf('apiKeyId') })
  if (found?.live !== buyers.length) throw new ShopError('SIGN_IN_NEEDED')
}

const liveCredentials = preparedOnce((tx) =>
  tx
    .select({
      live: sql<number>`(
        (select count(*) from ${sessions} where id = any(${sql.placeholder('sessionIds')}::uuid[]) and expires_at > now())
        + (select count(*) from ${apiKeys} where id = any(${sql.placeholder('apiKeyIds')}::uuid[]) and revoked_at is null))::int`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('live_credentials'),
)
