import { randomUUID } from 'node:crypto'
import { lte } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseNow } from '#database/clock.ts'
import { accessTokens } from '#database/tables/identity.ts'
import { withNestedPlans } from '#tests/support/database/nested-plans.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { issueAccessToken } from './access-token.ts'

const shop = await openShop()

test('each new token deletes at most twenty expired ones, whatever the query plan', async () => {
  const { sessionId } = await shop.customer()
  const expired = Array.from({ length: 50 }, () => ({ tokenHash: randomUUID(), sessionId, expiresAt: new Date(0) }))
  await shop.db.insert(accessTokens).values(expired)

  await withNestedPlans(shop.db, (db) => issueAccessToken(db, sessionId))

  expect(await shop.db.$count(accessTokens, lte(accessTokens.expiresAt, databaseNow))).toBe(30)
})
