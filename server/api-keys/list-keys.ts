import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ApiKey } from '#contract/people/api-keys.ts'
import type { Queryable } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { presentKey } from './present-key.ts'

/** An account's keys that are not revoked, oldest first, including expired ones. */
export async function listKeys(db: Queryable, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
  return rows.map(presentKey)
}
