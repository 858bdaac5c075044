import type { ApiKey, ApiScope } from '#contract/api-keys.ts'
import type { apiKeys } from '#database/tables/api-keys.ts'

/** A key's row as its owner sees it. */
export function presentKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    _id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as ApiScope[], // the table takes no others
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}
