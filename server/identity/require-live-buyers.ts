import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { padForGenericPlan } from '#database/pad-for-generic-plan.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { sessions } from '#database/tables/identity.ts'
import { ShopError } from '../errors.ts'
import type { Credential } from './caller.ts'

/**
 * As `requireLiveCaller`, for several who take pieces, without locking anything. To be asked after their attempts were
 * counted in the same transaction: whatever ends an account's purchases locks that count, so a session that is still live
 * ends later, and what is taken here with it.
 * @throws ShopError SIGN_IN_NEEDED when the session or key of one of them has ended
 */
export async function requireLiveBuyers(tx: Transaction, buyers: Credential[]): Promise<void> {
  const idsOf = (kind: keyof Credential) => padForGenericPlan(buyers.map((buyer) => buyer[kind] ?? null), null)
  // Sent at once: what takes the pieces may follow without waiting for the answer.
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
