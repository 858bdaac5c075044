import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { API_KEY_CALLS_PER_MINUTE } from '#contract/basics/limits.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { limitKeyCalls, type CountKeyCall } from './limit-key-calls.ts'

const shop = await openShop()

const rowOf = (apiKeyId: string) => eq(rateLimits.key, `api-key-calls|${apiKeyId}`)
const countedFor = async (apiKeyId: string) => (await shop.db.select().from(rateLimits).where(rowOf(apiKeyId)))[0]!.count

/** The number of concurrent calls that are admitted. */
async function admitted(count: CountKeyCall, apiKeyId: string, calls: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: calls }, () => count(apiKeyId)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

test('ten calls of a key are one write', async () => {
  const [count, apiKeyId] = [limitKeyCalls(shop.db), randomUUID()]

  for (let call = 0; call < 25; call++) await count(apiKeyId)

  expect(await countedFor(apiKeyId)).toBe(30)
})

test('concurrent calls share a batch, and exactly the allowed number is admitted', async () => {
  const [count, apiKeyId] = [limitKeyCalls(shop.db), randomUUID()]

  expect(await admitted(count, apiKeyId, API_KEY_CALLS_PER_MINUTE + 100)).toBe(API_KEY_CALLS_PER_MINUTE)
  expect(await countedFor(apiKeyId)).toBeLessThanOrEqual(API_KEY_CALLS_PER_MINUTE + 10)
})

test('two processes together admit no more than one', async () => {
  const [here, there, apiKeyId] = [limitKeyCalls(shop.db), limitKeyCalls(shop.db), randomUUID()]

  const both = await Promise.all([admitted(here, apiKeyId, 250), admitted(there, apiKeyId, 250)])

  expect(both[0]! + both[1]!).toBeLessThanOrEqual(API_KEY_CALLS_PER_MINUTE)
  expect(both[0]! + both[1]!).toBeGreaterThan(API_KEY_CALLS_PER_MINUTE - 10)
})

test('a new minute resets the limit, and a refused key sends no statement until then', async () => {
  let now = 0
  const [count, apiKeyId] = [limitKeyCalls(shop.db, () => now), randomUUID()]
  await admitted(count, apiKeyId, API_KEY_CALLS_PER_MINUTE + 1)
  const written = await countedFor(apiKeyId)

  const refused = await admitted(count, apiKeyId, 50)
  const after = await countedFor(apiKeyId)
  now = 60_001
  await shop.db
    .update(rateLimits)
    .set({ lastRequest: sql`${rateLimits.lastRequest} - 60001` })
    .where(rowOf(apiKeyId))

  expect([refused, after]).toEqual([0, written])
  expect(await admitted(count, apiKeyId, 20)).toBe(20)
  expect(await countedFor(apiKeyId)).toBe(20)
})

test('a batch of the last minute is not used in the next one', async () => {
  let now = 0
  const [count, apiKeyId] = [limitKeyCalls(shop.db, () => now), randomUUID()]
  for (let call = 0; call < 11; call++) await count(apiKeyId)
  now = 60_001
  await shop.db
    .update(rateLimits)
    .set({ lastRequest: sql`${rateLimits.lastRequest} - 60001` })
    .where(rowOf(apiKeyId))

  await count(apiKeyId)

  expect(await countedFor(apiKeyId)).toBe(10)
})
