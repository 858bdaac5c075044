import { sql } from 'drizzle-orm'
import type { Rights } from '#contract/people/permissions.ts'
import type { Database } from '#database/connect.ts'
import { preparedSql } from '#database/prepared-once.ts'

/**
 * What the holders of these sessions and API keys may do now, by the id of the session or key. One that has ended, or whose account is
 * blocked or erased, is left out.
 */
export async function findLiveRights(db: Database, sessionIds: string[], apiKeyIds: string[]): Promise<Map<string, Rights>> {
  const found = await liveRights(db, { sessionIds, apiKeyIds })
  return new Map(found.map(({ id, ...rights }) => [id, rights]))
}

const liveRights = preparedSql<Rights & { id: string }>(
  'live_rights',
  sql`
  select held.id, role, permissions from (
    select id, user_id from sessions where id = any(${sql.placeholder('sessionIds')}::uuid[]) and expires_at > now()
    union all
    select id, user_id from api_keys
    where id = any(${sql.placeholder('apiKeyIds')}::uuid[]) and revoked_at is null and (expires_at is null or expires_at > now())
  ) as held join users on users.id = user_id and disabled_at is null`,
)
