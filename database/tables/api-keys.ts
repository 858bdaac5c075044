import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ApiScope } from '#contract/api-keys.ts'
import { users } from './users.ts'
import { instant, required } from '../columns.ts'

/**
 * API keys. Only the SHA-256 of a key is stored, and its first characters for its owner. `scopes`: see
 * contract/api-keys.ts.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: required(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    prefix: text().notNull(),
    keyHash: text().notNull().unique(),
    scopes: text().array().$type<ApiScope[]>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
    expiresAt: instant(),
    revokedAt: instant(),
  },
  (key) => [
    index('api_keys_of_user').on(key.userId, key.createdAt),
    check('api_keys_scopes_known', sql`${key.scopes} <@ array['quotes:read', 'quotes:write', 'orders:read', 'orders:write', 'shipping']`),
  ],
)
