import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/http/app.ts'
import { openOperations, type Operations } from '#server/operations/operations.ts'
import { watchLoad } from '#server/operations/overload.ts'
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

const ask = (url: string) => getByHttp(`${address}${url}`, { authorization: `Bearer ${ann.token}` })
/** A request whose body nobody reads. */
const post = () =>
  fetch(`${address}/api/order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(200_000) }),
  })
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
  const answers = await Promise.all(Array.from({ length: 150 }, orders))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(operations.overload?.turnedAway()).toBe(0)
})

/** Has so many ask that one is turned away, until the function that comes back is called. */
async function crowdIn(): Promise<() => Promise<void>> {
  const crowd: ReturnType<typeof orders>[] = []
  const before = operations.overload?.turnedAway() ?? 0
  const give = await occupyDatabase()
  const join = () => {
    crowd.push(orders())
    return operations.overload?.turnedAway()
  }
  await expect.poll(join, { timeout: 10_000 }).toBeGreaterThan(before)
  return async () => {
    await give()
    await Promise.all(crowd)
  }
}

test('row 65: a crowd that stays is turned away at once, health and cached answers go on, and soon everybody is served again', async () => {
  const count = () => getByHttp(`${address}/api/allPartsCount`)
  await count() // so that it is in the cache
  const sendAway = await crowdIn()
  const [refused, sent, alive, asked, cached, script] = await Promise.all([
    orders(), post(), ask('/healthz'), ask('/healthz?from=balancer'), count(), ask('/assets/none.js'),
  ])
  await sendAway()
  await expect.poll(async () => (await orders()).statusCode, { timeout: 10_000 }).toBe(200)

  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'BUSY', requestId: refused.headers['x-request-id'] })
  expect(sent.status).toBe(503)
  expect([alive.statusCode, asked.statusCode, cached.statusCode]).toEqual([200, 200, 200])
  expect(script.statusCode).toBe(404) // no storefront here, but it is looked for
  expect(operations.requests.expose()).toMatch(/_count\{method="POST",route="none",status="5xx"\} 1$/m)
})

test('row 65: a crowd of strangers does not stand in the way of a few customers', async () => {
  const overload = watchLoad(shop.services)
  const keepBusy = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  }
  while (overload.turnedAway() === 0) {
    keepBusy(150)
    overload.admits('strangers')
    keepBusy(50)
    for (let come = 0; come < 20; come++) overload.admits('strangers')
    await delay(1)
  }
  overload.admits('strangers') // a turn begins
  keepBusy(50)
  const strangers = Array.from({ length: 40 }, () => overload.admits('strangers'))
  const customers = Array.from({ length: 40 }, () => overload.admits('customers'))
  overload.stop()

  expect(strangers.slice(3)).toEqual(Array.from({ length: 37 }, () => false))
  expect(customers).toEqual(Array.from({ length: 40 }, (_, nth) => nth < 4))
})

test('row 57, row 65: who is turned away while the shop ends is told to come by another connection', async () => {
  const sendAway = await crowdIn()
  const before = await orders()
  operations.readiness.close()
  const after = await orders()
  await sendAway()

  expect([before.statusCode, after.statusCode]).toEqual([503, 503])
  expect([before.headers.connection, after.headers.connection]).toEqual(['keep-alive', 'close'])
})
