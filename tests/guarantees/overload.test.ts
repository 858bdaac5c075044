import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openOperations, type Operations } from '#server/operations/operations.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/open-shop.ts'

let shop: TestShop
let app: TestShop['app']
let operations: Operations
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
  operations = openOperations(shop.services, { turnAway: true })
  app = await buildApp(shop.services, { operations })
  await app.ready()
})

afterAll(() => app.close())

const ask = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${ann.token}` } })
const orders = () => ask(`/api/order?customer=${ann.email}`)

/** Takes all connections to the database away, so that everybody waits. */
async function occupyDatabase(): Promise<() => void> {
  const pool = shop.db.$client
  const taken: PoolClient[] = []
  for (let count = 0; count < pool.options.max; count++) taken.push(await pool.connect())
  return () => {
    for (const client of taken) client.release()
  }
}

test('row 65: a burst is served, however long it takes', async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, orders))

  expect(answers).toHaveLength(500)
  expect(operations.overload?.turnedAway()).toBe(0)
})

test('row 65: a crowd that stays is turned away at once, health and cached answers go on, and soon everybody is served again', async () => {
  await app.inject({ url: '/api/allPartsCount' })
  const give = await occupyDatabase()

  const crowd = Array.from({ length: 5 * shop.db.$client.options.max }, orders)
  const join = () => {
    crowd.push(orders())
    return operations.overload?.turnedAway()
  }
  await expect.poll(join, { timeout: 10_000 }).toBeGreaterThan(0)
  const refused = await orders()
  const alive = await ask('/healthz')
  give()
  await Promise.all(crowd)
  await expect.poll(async () => (await orders()).statusCode, { timeout: 10_000 }).toBe(200)

  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'BUSY', requestId: refused.headers['x-request-id'] })
  expect(alive.statusCode).toBe(200)
})
