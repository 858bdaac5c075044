import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { apiScopes, type ApiScope } from '#contract/people/api-keys.ts'
import { orderGroups } from './orders.ts'
import { users } from './users.ts'
import { cents, instant, required } from '../columns.ts'

/**
 * API keys. Only the SHA-256 of a key is stored, and its first characters for its owner. `scopes`: see
 * contract/people/api-keys.ts. A test key acts in the sandbox shop alone. `orderLimitCents` and `monthLimitCents`: what agents may order with it, nothing without them.
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
    isTest: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
    expiresAt: instant(),
    revokedAt: instant(),
    orderLimitCents: cents(),
    monthLimitCents: cents(),
  },
  (key) => [
    index('api_keys_of_user').on(key.userId, key.createdAt),
    check('api_keys_both_limits', sql`(${key.orderLimitCents} is null) = (${key.monthLimitCents} is null)`),
    check('api_keys_limits_positive', sql`${key.orderLimitCents} > 0 and ${key.monthLimitCents} > 0`),
    check(
      'api_keys_scopes_known',
      sql`${key.scopes} <@ array[${sql.join(
        apiScopes.map((scope) => sql`${scope}`.inlineParams()),
        sql`, `,
      )}]`,
    ),
  ],
)

/**
 * Orders that agents have placed, and the amount due for them in cents, with tax. `apiKeyId` is no foreign key: ending an account
 * locks its keys before its purchases, and an order that is being placed would lock them in reverse order.
 */
export const agentOrders = pgTable(
  'agent_orders',
  {
    groupId: uuid()
      .primaryKey()
      .references(() => orderGroups.id),
    apiKeyId: uuid().notNull(),
    cents: cents().notNull(),
    orderedAt: instant().notNull().defaultNow(),
  },
  (order) => [index('agent_orders_of_key').on(order.apiKeyId, order.orderedAt)],
)
