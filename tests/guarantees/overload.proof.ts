import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openOperations, type Operations } from '#server/run/operations/operations.ts'
import { watchLoad, type LoadClock, type Overload } from '#server/platform/limits/overload.ts'
import { registeredBrowser } from '#tests/support/browser/browser.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { getByHttp } from '#tests/support/shops/get-by-http.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let app: TestShop['app']
let operations: Operations
let overload: Overload
/** Requests about which `overload` was asked. */
let requests = 0
/** What `overload` has logged. */
const said: unknown[] = []
const clock = stoppedClock()
let ann: Customer
let address: string

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
  const warn = (...values: unknown[]) => said.push(values.at(-1))
  const watched = watchLoad({ db: shop.db, log: { ...shop.services.log, warn } }, clock)
  overload = {
    ...watched,
    admits(who) {
      requests++
      return watched.admits(who)
    },
  }
  operations = { ...openOperations(shop.services, { shedsLoad: false }), overload }
  app = await buildApp(shop.services, { operations, maxWaitMs: HANG_LIMIT_MS })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(() => app.close())

/** Stopped until the test continues it: `late` lets time pass without a measurement of the load, and then measures. */
function stoppedClock(): LoadClock & { pass(ms: number): void; late(ms: number): void; endTick(): void } {
  let now = 0
  let look = () => {}
  let endOfTick = () => {}
  const pass = (ms: number) => void (now += ms)
  return {
    now: () => now,
    every(_ms, work) {
      look = work
      return () => {}
    },
    afterTick: (work) => void (endOfTick = work),
    pass,
    late(ms) {
      pass(ms)
      look()
    },
    endTick: () => endOfTick(),
  }
}

const ask = (url: string) => getByHttp(`${address}${url}`, { authorization: `Bearer ${ann.token}` })
/** A request whose body is not read. */
const post = () =>
  fetch(`${address}/api/order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(200_000) }),
  })
const orders = () => ask(`/api/order?customer=${ann.email}`)

/** Takes all connections to the database away, and has as many wait for one as make a crowd. */
async function occupyDatabase(): Promise<() => Promise<void>> {
  const pool = shop.db.$client.driver
  const connections = Array.from({ length: 6 * pool.options.max }, () => pool.connect())
  const taken = await Promise.all(connections.slice(0, pool.options.max))
  return async () => {
    for (const client of taken) client.release()
    for (const waiting of connections.slice(pool.options.max)) (await waiting).release()
  }
}

test('a burst is served, however long it takes (65)', async () => {
  const give = await occupyDatabase()
  for (let looks = 0; looks < 4; looks++) clock.late(150) // the crowd has stayed for 450 ms
  const burst = Array.from({ length: 150 }, orders)
  await expect.poll(() => requests).toBe(150)
  clock.late(10_000)
  await give()
  const answers = await Promise.all(burst)

  expect(said).toEqual([REFUSING])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(overload.shedRequests()).toBe(0)
  await calm()
})

const REFUSING = 'overload: some requests are refused'

/** Looks at the load every second until it is over. */
const calm = () => {
  const look = () => {
    clock.late(1_000)
    return said.at(-1)
  }
  return expect.poll(look).toBe('overload has ended: no requests are refused')
}

/** Has a crowd wait for the database for half a second, until the function that comes back is called. */
async function crowdIn(): Promise<() => Promise<void>> {
  const give = await occupyDatabase()
  for (let looks = 0; looks < 2; looks++) clock.late(500)
  expect(said.at(-1)).toBe(REFUSING)
  return give
}

test('a crowd that stays is turned away at once, health and files of pages go on, and soon everybody is served again (65)', async () => {
  const sendAway = await crowdIn()
  const [refused, sent, alive, asked, script] = await Promise.all([
    orders(),
    post(),
    ask('/healthz'),
    ask('/healthz?from=balancer'),
    ask('/assets/none.js'),
  ])
  await sendAway()
  await calm()
  const served = await Promise.all(Array.from({ length: 20 }, orders))

  expect(served.map(({ statusCode }) => statusCode)).toEqual(served.map(() => 200))
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'BUSY', requestId: refused.headers['x-request-id'] })
  expect(sent.status).toBe(503)
  expect([alive.statusCode, asked.statusCode]).toEqual([200, 200])
  expect(script.statusCode).toBe(404) // no storefront here, but it is looked for
  expect(await (await operations.metrics()).expose()).toMatch(/_count\{method="POST",route="\/api\/\*",status="5xx"\} 1$/m)
})

const fromStranger = () => 'anonymous' as const
const fromCustomer = () => 'paid' as const

test("a crowd of strangers does not stand in the way of a few customers, and nobody in that of the shop's people (65)", async () => {
  const time = stoppedClock()
  const watched = watchLoad(shop.services, time)
  for (let come = 0; come < 20; come++) watched.admits(fromStranger)
  for (let looks = 0; looks < 2; looks++) time.late(500)
  time.endTick()

  watched.admits(fromStranger) // a turn begins
  time.pass(50)
  const strangers = Array.from({ length: 40 }, () => watched.admits(fromStranger))
  const newcomers = Array.from({ length: 40 }, () => watched.admits(() => 'unproven'))
  const customers = Array.from({ length: 40 }, () => watched.admits(fromCustomer))
  const people = Array.from({ length: 40 }, () => watched.admits(() => 'staff'))

  expect(strangers).toEqual(Array.from({ length: 40 }, (_, nth) => nth < 3))
  for (const accounts of [newcomers, customers]) expect(accounts).toEqual(Array.from({ length: 40 }, (_, nth) => nth < 4))
  expect(people).not.toContain(false)
})

test('an event loop that is late is no crowd while a single visitor is there, or nobody (65)', async () => {
  const warn = vi.fn<() => void>()
  const time = stoppedClock()
  const watched = watchLoad({ db: shop.db, log: { ...shop.services.log, warn } }, time)
  const admitted: boolean[] = []
  for (let turn = 0; turn < 8; turn++) {
    time.pass(75)
    // What a browser asks for at one time.
    const page = Array.from({ length: 6 }, () => watched.admits(fromStranger))
    time.late(75)
    page.push(watched.admits(fromStranger))
    admitted.push(...page)
    time.endTick()
    page.forEach(watched.finish)
    time.late(150)
  }

  expect(admitted).not.toContain(false)
  expect(warn).not.toHaveBeenCalled()
})

test('only a credential that the shop has issued makes a customer (65)', async () => {
  const taken: string[] = []
  const watching: Overload = { admits: (who) => taken.push(who()) > 0, finish() {}, shedRequests: () => 0, stop() {} }
  const watched = await buildApp(shop.services, { operations: { ...operations, overload: watching } })
  onTestFinished(() => watched.close())
  const url = `${await watched.listen({ host: '127.0.0.1', port: 0 })}/api/order?customer=${ann.email}`
  const { browser } = await registeredBrowser(shop)
  const [[name, value]] = [...browser.cookies] as [[string, string]] // the session's is the first

  const withToken = { authorization: `Bearer ${ann.token}` }
  const invented = [`${name}=x`, `${name}=x${value}`, `${name}=${value.slice(0, -1)}`, `other=${value}`]
  for (const headers of [withToken, withToken, { authorization: `Bearer ${'x'.repeat(43)}` }]) await getByHttp(url, headers)
  for (const cookie of [`a=1; ${name}=${value}`, ...invented]) await getByHttp(url, { cookie })

  const boss = await shop.admin()
  const cookie = `${name}=${value}`
  for (const _ of [1, 2]) await getByHttp(url, { authorization: `Bearer ${boss.token}`, cookie })
  await getByHttp(url, { authorization: `Bearer ${'y'.repeat(43)}`, cookie })

  expect(taken.slice(0, 8)).toEqual(['anonymous', 'unproven', 'anonymous', 'unproven', ...invented.map(() => 'anonymous')])
  expect(taken.slice(8)).toEqual(['unproven', 'staff', 'staff'])
})

test('who is turned away while the shop ends is told to come by another connection (57) (65)', async () => {
  const sendAway = await crowdIn()
  const before = await orders()
  operations.readiness.close()
  const after = await orders()
  await sendAway()
  await calm()

  expect([before.statusCode, after.statusCode]).toEqual([503, 503])
  expect([before.headers.connection, after.headers.connection]).toEqual(['keep-alive', 'close'])
})
