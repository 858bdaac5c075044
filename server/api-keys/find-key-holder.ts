import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { ApiScope } from '#contract/api-keys.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { users } from '#database/tables/users.ts'
import type { KeyHolder } from '../identity/caller.ts'
import { hashKey } from './key-text.ts'

/** How exact "last used" is: a key that is used all the time is written to no more often. */
const MARKED_EVERY_MINUTES = 1

/**
 * Whose program sent this key; null for a key that is unknown, revoked or expired, or of a disabled account. Notes that
 * the key was used, whatever the call turns out to be.
 */
export async function findKeyHolder(db: Database, key: string): Promise<KeyHolder | null> {
  const [found] = await liveKey(db).execute({ keyHash: hashKey(key) })
  if (!found) return null
  const { isMarked, scopes, ...holder } = found
  if (!isMarked) await markUsed(db, holder.apiKeyId)
  // The table takes no others.
  return { ...holder, role: '', scopes: scopes as ApiScope[] }
}

const markedLately = gt(apiKeys.lastUsedAt, minutesFromNow(-MARKED_EVERY_MINUTES))

/** Runs with every call of a program, so PostgreSQL plans it once for each connection. */
const liveKey = preparedOnce((db) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
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
    )
    .prepare('find_key_holder'),
)

/** Of many calls at once the first one writes; the others find its mark. */
async function markUsed(db: Database, apiKeyId: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: databaseNow })
    .where(and(eq(apiKeys.id, apiKeyId), or(isNull(apiKeys.lastUsedAt), sql`not ${markedLately}`)))
}
