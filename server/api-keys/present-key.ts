import type { ApiKey } from '#contract/people/api-keys.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { apiKeys } from '#database/tables/api-keys.ts'

export function presentKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    _id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    isTest: row.isTest,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    spending: presentSpending(row),
  }
}

function presentSpending({ orderLimitCents, monthLimitCents }: typeof apiKeys.$inferSelect): ApiKey['spending'] {
  if (orderLimitCents === null || monthLimitCents === null) return null
  return { perOrder: centsToDollars(toCents(orderLimitCents)), perMonth: centsToDollars(toCents(monthLimitCents)) }
}
