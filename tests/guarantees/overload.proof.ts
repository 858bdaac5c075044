import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openOperations, type Operations } from '#server/platform/operations/operations.ts'
import { watchLoad, type Overload } from '#server/platform/http/overload.ts'
import { registeredBrowser } from '#tests/support/browser/browser.ts'
import { getByHttp } from '#tests/support/shops/get-by-http.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let app: TestShop['app']
let operations: Operations
let ann: Customer
let address: string

beforeAll(async () => {
  shop = await openShop({ limits: 'customers' })
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
  await expect.poll(join).toBeGreaterThan(before)
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
    orders(),
    post(),
    ask('/healthz'),
    ask('/healthz?from=balancer'),
    count(),
    ask('/assets/none.js'),
  ])
  await sendAway()
  await expect.poll(async () => (await orders()).statusCode).toBe(200)

  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'BUSY', requestId: refused.headers['x-request-id'] })
  expect(sent.status).toBe(503)
  expect([alive.statusCode, asked.statusCode, cached.statusCode]).toEqual([200, 200, 200])
  expect(script.statusCode).toBe(404) // no storefront here, but it is looked for
  expect(operations.requests.expose()).toMatch(/_count\{method="POST",route="none",status="5xx"\} 1$/m)
})

/** Keeps the event loop from going on. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const fromStranger = () => false
const fromCustomer = () => true

test('row 65: a crowd of strangers does not stand in the way of a few customers', async () => {
  const overload = watchLoad(shop.services)
  while (overload.turnedAway() === 0) {
    standStill(150)
    overload.admits(fromStranger)
    standStill(50)
    for (let come = 0; come < 20; come++) overload.admits(fromStranger)
    await delay(1)
  }
  overload.admits(fromStranger) // a turn begins
  standStill(50)
  const strangers = Array.from({ length: 40 }, () => overload.admits(fromStranger))
  const customers = Array.from({ length: 40 }, () => overload.admits(fromCustomer))
  overload.stop()

  expect(strangers.slice(3)).toEqual(Array.from({ length: 37 }, () => false))
  expect(customers).toEqual(Array.from({ length: 40 }, (_, nth) => nth < 4))
})

test('row 65: an event loop that is late is no crowd while a single visitor is there, or nobody', async () => {
  const warn = vi.fn<() => void>()
  const overload = watchLoad({ db: shop.db, log: { ...shop.services.log, warn } })
  const admitted: boolean[] = []
  for (let turn = 0; turn < 8; turn++) {
    standStill(75)
    // What a browser asks for at one time.
    const page = Array.from({ length: 6 }, () => overload.admits(fromStranger))
    standStill(75)
    page.push(overload.admits(fromStranger))
    admitted.push(...page)
    await delay(1)
    page.forEach(overload.finish)
  }
  overload.stop()

  expect(admitted).not.toContain(false)
  expect(warn).not.toHaveBeenCalled()
})

test('row 65: only a credential that the shop has issued makes a customer', async () => {
  const taken: boolean[] = []
  const overload: Overload = { admits: (isCustomer) => taken.push(isCustomer()) > 0, finish() {}, turnedAway: () => 0, stop() {} }
  const watched = await buildApp(shop.services, { operations: { ...operations, overload } })
  onTestFinished(() => watched.close())
  const url = `${await watched.listen({ host: '127.0.0.1', port: 0 })}/api/order?customer=${ann.email}`
  const { browser } = await registeredBrowser(shop)
  const [[name, value]] = [...browser.cookies] as [[string, string]] // the session's is the first

  const withToken = { authorization: `Bearer ${ann.token}` }
  const invented = [`${name}=x`, `${name}=x${value}`, `${name}=${value.slice(0, -1)}`, `other=${value}`]
  for (const headers of [withToken, withToken, { authorization: `Bearer ${'x'.repeat(43)}` }]) await getByHttp(url, headers)
  for (const cookie of [`a=1; ${name}=${value}`, ...invented]) await getByHttp(url, { cookie })

  expect(taken).toEqual([false, true, false, true, false, false, false, false])
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
