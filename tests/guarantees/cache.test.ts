import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { transaction } from '#database/transaction.ts'
import { createMicroCache } from '#server/platform/cache/micro-cache.ts'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/run/operations/log.ts'
import { openOperations, type Operations } from '#server/run/operations/operations.ts'
import { hashInlineScripts } from '#server/run/storefront/inline-scripts.ts'
import { storefront } from '#server/run/storefront/storefront.ts'
import { expectSameKeptBytes } from '#tests/support/authorisation/expect-same-kept-bytes.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { getByHttp } from '#tests/support/shops/get-by-http.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let served: Served
/** One in which nothing is written, so that nothing replaces its answers. */
let quiet: Served
let ann: Customer
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  served = await serve(shop)
  const other = await openShop()
  quiet = await serve(other)
  await vi.waitUntil(() => other.db.changes.areHeard(), { timeout: HANG_LIMIT_MS })
  ann = await shop.customer('ann')
  admin = await shop.admin()
})

type Served = { get: typeof getByHttp; operations: Operations; logged(): string }

/** The shop's HTTP server on a port, with what it logs. */
async function serve({ services }: TestShop): Promise<Served> {
  let logged = ''
  const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void (logged += String(chunk))) }))
  const settings = { ...services.settings, logLevel: 'info' as const }
  const operations = openOperations(services, { shedsLoad: false })
  const app = await buildApp({ ...services, log, settings }, { storefront: storefront(services), operations })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  afterTheFile(() => app.close())
  return {
    get: (path, headers, method) => getByHttp(`${url}${path}`, headers, method),
    operations,
    logged: () => logged,
  }
}

const get: typeof getByHttp = (path, headers, method) => served.get(path, headers, method)
const listed = async (): Promise<{ _id: string; available: number }[]> => (await get('/api/allParts')).json()

/** Answers may be a second old; a slow machine would need longer for the next request. */
function stopTheClock(): void {
  const spy = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => void spy.mockRestore())
}

/** A cache of numbers, each of one byte, whose clock is moved by the test. */
function numberCache(maxBytes = 100_000) {
  const clock = { ms: 0 }
  const cache = createMicroCache<number>({
    maxAgeMs: () => 1_000,
    maxBytes,
    bytesOf: (value) => (value < 0 ? undefined : 1),
    now: () => clock.ms,
  })
  return { cache, clock }
}

test('a thousand who ask at once cost one answer, for a second', async () => {
  const { cache, clock } = numberCache()
  let made = 0
  const make = async () => ++made

  const answers = await Promise.all(Array.from({ length: 1_000 }, () => cache.get('key', make)))
  clock.ms = 999
  const soon = await cache.get('key', make)
  clock.ms = 1_000
  const later = await cache.get('key', make)

  expect(new Set(answers)).toEqual(new Set([1]))
  expect([soon, later]).toEqual([1, 2])
})

test('an answer that was begun before a change is given to nobody who asks after it', async () => {
  const { cache } = numberCache()
  const { promise, resolve } = Promise.withResolvers<number>()

  const before = cache.get('key', () => promise)
  cache.drop()
  const after = cache.get('key', async () => 2)
  resolve(1)

  expect([await before, await after, await cache.get('key', async () => 3)]).toEqual([1, 2, 2])
})

test('a failure reaches all who wait, and the next one who asks tries anew', async () => {
  const { cache } = numberCache()
  const fail = async (): Promise<number> => Promise.reject(new Error('no database'))

  const waiting = await Promise.allSettled([cache.get('key', fail), cache.get('key', fail)])

  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('key', async () => 5)).toBe(5)
  expect(await cache.get('unkept', async () => -1)).toBe(-1)
  expect(await cache.get('unkept', async () => 7)).toBe(7)
})

test('the cache never grows beyond its bytes, and what is asked for often stays', async () => {
  const { cache } = numberCache(10_000)
  let made = 0
  for (let number = 0; number < 1_000; number++) {
    await cache.get('wanted', async () => ++made)
    await cache.get(`page ${number}`, async () => number)

    expect(cache.bytes()).toBeLessThanOrEqual(10_000)
  }
  expect(made).toBe(1)
})

test('pages and files of the storefront are the same for visitor, buyer and admin, or not kept', async () => {
  const app = await buildApp(shop.services, { storefront: storefront(shop.services) })
  onTestFinished(() => app.close())
  const pages = app.declaredRoutes().filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/') && !url.includes(':'))
  const cookie = (who: Customer) => ({ authorization: `Bearer ${who.token}`, cookie: 'teleforge.session_token=any' })
  const addresses = [
    ...pages.map(({ url }) => url.replace('*', 'none')),
    '/',
    '/inventory',
    '/inventory?q=none',
    '/login',
    '/dashboard',
    '/blogs',
  ]

  for (const url of addresses) {
    const [visitor, buyer, admins] = await Promise.all([{}, cookie(ann), cookie(admin)].map((headers) => app.inject({ url, headers })))
    expectSameKeptBytes({ [`visitor of ${url}`]: visitor!, buyer: buyer!, admin: admins! })
  }
  expect(addresses.length).toBeGreaterThan(50)
})

test('what was written here is seen by the next who asks: parts, holds, orders, cancelled orders, stock, reviews', async () => {
  const part = await shop.addPart({ available: 10_000 })
  const available = async () => (await listed()).find(({ _id }) => _id === part._id)?.available
  expect(await available()).toBe(10_000)

  await holdPieces(ann, part, 2_000)
  expect(await available()).toBe(8_000)
  const order = await shop.placeOrder(ann, part, 3_000)
  expect(await available()).toBe(7_000)
  await ann.delete(`/order/${order._id}`)
  expect(await available()).toBe(10_000)
  await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 11_000 }, added: 1_000 })
  expect(await available()).toBe(11_000)
  await admin.delete(`/parts/${part._id}`)
  expect(await available()).toBeUndefined()

  await get('/api/reviews')
  await ann.post('/reviews', { rating: 5, review: 'Just written' })
  expect((await get('/api/reviews')).body).toContain('Just written')
})

test('what any code of this process writes is seen, also in a transaction by hand; what is undone never is', async () => {
  const part = await shop.addPart({ name: 'Before' })
  const rename = (name: string) => shop.db.update(parts).set({ name }).where(eq(parts.id, part._id))
  await listed()

  await rename('By one statement')
  expect((await get('/api/allParts')).body).toContain('By one statement')
  await transaction(shop.db, async (tx) => {
    await tx.update(parts).set({ name: 'Not yet' }).where(eq(parts.id, part._id))
    expect((await get('/api/allParts')).body).not.toContain('Not yet')
    await tx.update(parts).set({ name: 'By transaction' }).where(eq(parts.id, part._id))
    expect((await get('/api/allParts')).body).not.toContain('By transaction')
  })
  expect((await get('/api/allParts')).body).toContain('By transaction')
})

test('an address with anything unknown in it is the same answer and takes no room of its own', async () => {
  await shop.addPart()
  const plain = await get('/api/pagesParts?page=0&size=9')

  for (const query of ['', '?page=0', '?page=-5&size=9', '?size=9&utm=1', '?page=0&size=9&page2=x']) {
    expect((await get(`/api/pagesParts${query}`)).headers['etag']).toBe(plain.headers['etag'])
  }
})

test('an answer comes compressed as the browser takes it, and not at all when the browser has it', async () => {
  await shop.addPart({ description: 'A long description. '.repeat(100) })
  const plain = await get('/api/allParts')
  // Twice, because the second time it is compressed already.
  for (const _ of [1, 2]) {
    const [br, gzip, none] = await Promise.all(
      ['gzip, br', 'br;q=0, gzip', 'identity'].map((takes) => get('/api/allParts', { 'accept-encoding': takes })),
    )

    expect([br, gzip, none].map((answer) => answer!.headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br!.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip!.rawPayload).toString()).toBe(plain.body)
    expect(br!.headers['vary']).toBe('accept-encoding')
  }
  const { etag } = plain.headers
  for (const tags of [String(etag), `"other", ${String(etag)}`, String(etag).replace('W/', ''), '*']) {
    const answer = await get('/api/allParts', { 'if-none-match': tags })
    expect([answer.statusCode, answer.body, answer.headers['etag']]).toEqual([304, '', etag])
  }
  expect((await get('/api/allParts', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

const REQUEST_ID = expect.stringMatching(/^[0-9a-f]{10}-[0-9a-z]+$/)

test('an answer from the cache has the same headers as the one before, and HEAD the same without a body', async () => {
  stopTheClock()
  for (const path of ['/api/reviews', '/', '/inventory']) {
    const first = await quiet.get(path)
    const again = await quiet.get(path)
    const head = await quiet.get(path, {}, 'HEAD')
    const withoutDate = ({ headers }: typeof first) => ({ ...headers, date: undefined, connection: undefined, 'x-request-id': undefined })

    expect(withoutDate(again)).toEqual(withoutDate(first))
    expect(again.body).toBe(first.body)
    expect([first, again].map(({ headers }) => headers['x-request-id'])).toEqual([REQUEST_ID, REQUEST_ID])
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(again.headers['x-content-type-options']).toBe('nosniff')
    expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', first.headers['etag']])
  }
})

test('an answer from the cache is counted and logged like any other', async () => {
  const { logged } = quiet
  stopTheClock()
  const counted = async () =>
    Number(/_count\{method="GET",route="\/api\/reviews",status="2xx"\} (\d+)/.exec((await quiet.get('/metrics')).body)?.[1] ?? 0)
  await quiet.get('/api/reviews')
  const countedBefore = await counted()

  const answers = [await quiet.get('/api/reviews'), await quiet.get('/api/reviews'), await quiet.get('/api/reviews')]

  expect(await counted()).toBe(countedBefore + 3)
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  const lines = logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => ids.includes(reqId))
  expect(lines.map(({ reqId }) => reqId)).toEqual(ids)
  for (const line of lines)
    expect(line).toMatchObject({ method: 'GET', route: '/api/reviews', status: 200, ms: expect.any(Number), msg: 'answered' })
})

test('pages hold nothing of the one who asks, and many addresses are one page', async () => {
  const [page, other] = await Promise.all([
    get('/inventory/one', { cookie: 'who=ann', 'user-agent': 'ann-browser' }),
    get('/inventory/two'),
  ])
  const unknown = await get('/no/such/page')

  expect(page.body).toBe(other.body)
  expect(page.body).not.toMatch(/ann-browser|who=ann|nonce=/)
  expect(page.headers['set-cookie']).toBeUndefined()
  expect((await get('/login?from=x&utm=1')).headers['etag']).toBe((await get('/login')).headers['etag'])
  expect((await get('/inventory?page=900000')).headers['etag']).toBe((await get('/inventory?page=800000')).headers['etag'])
  expect([unknown.statusCode, (await get('/another?x=1')).headers['etag']]).toEqual([404, unknown.headers['etag']])
})

test('a page whose address carries a secret is kept nowhere', async () => {
  const answer = await get('/reset-password?token=secret-of-ann')

  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  expect((await get('/reset-password')).body).not.toContain('secret-of-ann')
})

test('a page runs its own inline scripts and no other: each has its hash, and none is allowed as such', async () => {
  const page = await get('/')
  const policy = String(page.headers['content-security-policy'])
  const scripts = [...page.body.matchAll(/<script(?![^>]*ld\+json)[^>]*>([^]+?)<\/script>/g)].map(([, script]) => script!)

  expect(policy).not.toMatch(/unsafe-inline|nonce/)
  expect(scripts.length).toBeGreaterThan(2)
  for (const script of scripts) expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
})

test('a script that came in with a text gets no hash', () => {
  const { html, sources } = hashInlineScripts(
    '<script nonce="n1">ours()</script><p><script>theirs()</script><script nonce="n2">x</script>',
    'n1',
  )

  expect(sources).toEqual([`'sha256-${createHash('sha256').update('ours()').digest('base64')}'`])
  expect(html).not.toContain('nonce="n1"')
})

test('a page shows what was just written', async () => {
  await get('/')
  await shop.db
    .insert(reviews)
    .values({ userId: ann.userId, email: ann.email, displayName: 'ann', rating: 5, review: 'Seen on the home page' })

  expect((await get('/')).body).toContain('Seen on the home page')
})

test('while the shop ends, what would be replayed asks its connection to end as well', async () => {
  const { operations } = quiet
  await quiet.get('/api/reviews')
  const before = await quiet.get('/api/reviews')
  operations.readiness.close()
  const after = await quiet.get('/api/reviews')

  expect([before, after].map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close'])
})
