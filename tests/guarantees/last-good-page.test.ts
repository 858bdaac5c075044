import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { parts } from '#database/tables/parts.ts'
import { buildApp } from '#server/app.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { LAST_GOOD_MS } from '#server/platform/cache/last-good.ts'
import { logOutages } from '#server/platform/database/log-outages.ts'
import { createLog } from '#server/run/operations/log.ts'
import { storefront } from '#server/run/storefront/storefront.ts'
import { openDatabaseDouble, urlOf, type DatabaseDouble } from '#tests/support/database/database-double.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const ann: Customer = await shop.customer('ann')
await shop.addPart({ name: 'Panel of the last good page' })

let server: DatabaseDouble
let db: Database
let app: Awaited<ReturnType<typeof buildApp>>
const logged: { level: number; msg: string }[] = []

/** A shop whose database can be taken away. Its limits are ones that only a hang reaches, but for that of a silent server. */
beforeAll(async () => {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  const database = inDatabase(inject('postgres'), rows[0]!.name)
  server = await openDatabaseDouble(database)
  db = connect({ connectionString: urlOf(database, `127.0.0.1:${server.port}`) }, { connectMs: HANG_LIMIT_MS, askLimitMs: 100 })
  const log = createLog('info', new Writable({ write: (line, _, done) => done(void logged.push(JSON.parse(String(line)))) }))
  logOutages(db.availability, log)
  const services = { ...shop.services, db, log }
  app = await buildApp({ ...services, identity: await createIdentity(services) }, { storefront: storefront(services) })
  await app.ready()
  afterTheFile(async () => {
    await app.close()
    await db.$client.end()
  })
})

/** Each test begins with what was read. */
beforeEach(async () => {
  expect(await statusesOf(READ)).toEqual(READ.map(() => 200))
})

afterEach(comeBack)

async function comeBack(): Promise<void> {
  vi.restoreAllMocks()
  server.thaw()
  await server.start()
  await vi.waitUntil(() => !db.availability.isAway, { timeout: HANG_LIMIT_MS })
}

const get = (url: string, token?: string) => app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await get(url)).statusCode))
const becomesOld = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms)

const READ = ['/', '/inventory', '/api/allParts', '/api/pagesParts?page=0&size=9', '/api/allPartsCount', '/api/reviews']
const UNREAD = ['/inventory?q=never-asked', '/api/pagesParts?page=1&size=5']

test('an outage is logged in two lines above info, whatever fails meanwhile, and also when it is back for some seconds (54)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await server.stop()

  await Promise.all([statusesOf(UNREAD), get(`/api/user/${ann.email}`, ann.token), db.delete(parts).catch(() => {})])
  await vi.waitUntil(() => db.availability.isAway, { timeout: HANG_LIMIT_MS })
  await statusesOf([...UNREAD, ...READ])
  await comeBack()
  await vi.advanceTimersByTimeAsync(4_000)
  await server.stop()
  await statusesOf(UNREAD)
  await vi.waitUntil(() => db.availability.isAway, { timeout: HANG_LIMIT_MS })
  await comeBack()
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()

  const told = logged.filter(({ level }) => level > 30)
  expect(told.map(({ msg }) => msg)).toEqual([
    'the database does not answer',
    expect.stringMatching(/^the database answers again after [\d.]+ s$/),
  ])
  expect(JSON.stringify(told)).not.toContain('stack')
})

test('pages and public lists that were read are served while the database is away, said to be old, and new again afterwards (54)', async () => {
  const before = await Promise.all(READ.map((url) => get(url)))

  await server.stop()
  becomesOld(61_000)
  const meanwhile = await Promise.all(READ.map((url) => get(url)))

  expect(meanwhile.map(({ statusCode }) => statusCode)).toEqual(READ.map(() => 200))
  expect(meanwhile.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
  for (const { headers } of meanwhile) {
    expect(headers['cache-control']).toBe('no-store')
    expect(Number(headers['age'])).toBeGreaterThan(60)
    expect(headers['cache-status']).toMatch(/^Teleforge; hit; ttl=-6\d;/)
    expect(headers['set-cookie']).toBeUndefined()
  }

  await comeBack()
  await shop.db.update(parts).set({ name: 'Panel of a new day' })
  await expect.poll(async () => (await get('/api/allParts')).body).toContain('Panel of a new day')
  expect((await get('/api/allParts')).headers).not.toHaveProperty('cache-status')
})

test('what was not read, or too long ago, is answered with 503 by a page of the shop, which nothing stores (54)', async () => {
  await server.stop()

  const page = await get('/inventory?q=never-asked')
  const call = await get('/api/pagesParts?page=1&size=5')
  const about = await get('/about')
  becomesOld(LAST_GOOD_MS + 1)
  const old = await get('/inventory')

  for (const answer of [page, old]) {
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    expect(answer.body).toContain('Nothing you did is lost')
    expect(answer.body).toContain('<footer')
  }
  expect(about.statusCode).toBe(200) // it shows nothing of the database
  expect(call).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
})

test('buying, signing in and all that is of one person stays 503, also with an old page at hand (54)', async () => {
  await get('/api/allParts', ann.token)
  await get(`/api/user/${ann.email}`, ann.token)
  await server.stop()

  const own = await get(`/api/user/${ann.email}`, ann.token)
  const bought = await app.inject({ method: 'POST', url: '/api/inventory', headers: { authorization: `Bearer ${ann.token}` }, payload: {} })

  for (const answer of [own, bought]) expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
})

test('a page that was read waits for a silent database only until that is known, and others no longer at all (54)', async () => {
  becomesOld(61_000)
  server.freeze()

  const first = await get('/inventory')
  vi.restoreAllMocks()
  becomesOld(61_000)
  const connected = vi.spyOn(db.$client, 'connect')
  const others = await statusesOf(READ)
  const asked = connected.mock.calls.length

  expect(first.headers['cache-status']).toMatch(/^Teleforge; hit;/)
  expect([others, asked]).toEqual([READ.map(() => 200), 0])
  expect(await statusesOf(UNREAD)).toEqual([503, 503])
})
