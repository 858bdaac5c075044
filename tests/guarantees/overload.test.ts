import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/http/app.ts'
import { openOperations, type Operations } from '#server/operations/operations.ts'
import { getByHttp } from '#tests/support/get-by-http.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/open-shop.ts'

let shop: TestShop
let app: TestShop['app']
let operations: Operations
let ann: Customer
let address: string

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
  operations = openOperations(shop.services, { turnAway: true })
  app = await buildApp(shop.services, { operations })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(() => app.close())

const ask = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${ann.token}` } })
const orders = () => ask(`/api/order?customer=${ann.email}`)

/** Takes all connections to the database away, and has as many wait for one as make a crowd. */
async function occupyDatabase(): Promise<() => Promise<void>> {
  const pool = shop.db.$client
  const connections = Array.from({ length: 6 * pool.options.max }, () => pool.connect())
  const taken = await Promise.all(connections.slice(0, pool.options.max))
  return async () => {
    for (const client of taken) client.release()
    for (const waiting of connections.slice(pool.options.max)) (await waiting).release()
  }
}

test('row 65: a burst is served, however long it takes', async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, orders))

  expect(answers).toHaveLength(500)
  expect(operations.overload?.turnedAway()).toBe(0)
})

test('row 65: a crowd that stays is turned away at once, health and cached answers go on, and soon everybody is served again', async () => {
  const count = () => getByHttp(`${address}/api/allPartsCount`)
  const crowd: ReturnType<typeof orders>[] = []
  const join = () => {
    crowd.push(orders())
    return operations.overload?.turnedAway()
  }

  const give = await occupyDatabase()
  await expect.poll(join, { timeout: 10_000 }).toBeGreaterThan(0)
  await give()
  await Promise.all(crowd)
  await count() // so that it is in the cache
  const giveAgain = await occupyDatabase()
  const [refused, alive, cached] = await Promise.all([orders(), ask('/healthz'), count()])
  await giveAgain()
  await expect.poll(async () => (await orders()).statusCode, { timeout: 10_000 }).toBe(200)

  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'BUSY', requestId: refused.headers['x-request-id'] })
  expect([alive.statusCode, cached.statusCode]).toEqual([200, 200])
})
