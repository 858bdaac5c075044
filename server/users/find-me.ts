import { eq } from 'drizzle-orm'
import { API_KEY_CALLS_PER_MINUTE } from '#contract/basics/limits.ts'
import type { Me } from '#contract/people/me.ts'
import type { Database } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import type { Caller } from '../platform/http/caller.ts'

/** The caller, and the API key if the call carries one. */
export async function findMe(db: Database, caller: Caller): Promise<Me> {
  const { userId, email, displayName, role, permissions = [], apiKeyId } = caller
  return { id: userId, email, displayName, role, permissions, apiKey: apiKeyId === undefined ? null : await describeKey(db, apiKeyId) }
}

async function describeKey(db: Database, apiKeyId: string): Promise<Me['apiKey']> {
  const [key] = await db
    .select({ name: apiKeys.name, prefix: apiKeys.prefix, scopes: apiKeys.scopes })
    .from(apiKeys)
    .where(eq(apiKeys.id, apiKeyId))
  return key ? { ...key, callsPerMinute: API_KEY_CALLS_PER_MINUTE } : null // deleted with its account in the meantime
}
