import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { users } from '#database/tables/users.ts'
import type { KeyHolder } from '../platform/http/caller.ts'
import { hasPaid } from '../trust/find-trust.ts'
import { hashKey } from './key-text.ts'

/** Precision of "last used", which bounds the writes of a busy key. */
const MARKED_EVERY_MINUTES = 1

/**
 * The owner of this key; null for an unknown, revoked or expired key, or one of a disabled account. Records the use
 * even if the call is refused.
 */
export async function findKeyHolder(db: Database, key: string): Promise<KeyHolder | null> {
  const [found] = await liveKey(db).execute({ keyHash: hashKey(key) })
  if (!found) return null
  const { isMarked, scopes, ...holder } = found
  if (!isMarked) await markUsed(db, holder.apiKeyId)
  return { ...holder, role: '', scopes }
}

const markedLately = gt(apiKeys.lastUsedAt, minutesFromNow(-MARKED_EVERY_MINUTES))

/** Runs with every call of a program, so PostgreSQL plans it once per connection. */
const liveKey = preparedOnce('find_key_holder', (db) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
      owner: { role: users.role, permissions: users.permissions },
      hasPaid,
      apiKeyId: apiKeys.id,
      scopes: apiKeys.scopes,
      isMarked: sql<boolean | null>`${markedLately}`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.keyHash, sql.placeholder('keyHash')),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, databaseNow)),
        isNull(users.disabledAt),
      ),
    ),
)

/** Of concurrent calls the first one writes; the others find its time. */
async function markUsed(db: Database, apiKeyId: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: databaseNow })
    .where(and(eq(apiKeys.id, apiKeyId), or(isNull(apiKeys.lastUsedAt), sql`not ${markedLately}`)))
}
