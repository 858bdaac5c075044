import type { ApiKey, ApiScope } from '#contract/api-keys.ts'
import type { apiKeys } from '#database/tables/api-keys.ts'

export function presentKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    _id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as ApiScope[], // the table's check allows no others
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}
