import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SHOP, startWorker, type Outcome } from '#tests/support/doubles/worker-in-fakes.ts'

/** A route of the Static Routing API, as far as it is looked at here. */
type Route = { condition: { urlPattern?: unknown; requestMode?: string }; source: string }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const brokenOff = () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('broken off')) }))
const waitsOf = (askedAt: number[]) => askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0))

test.each<[string, Outcome]>([
  ['lost', 'lost'],
  ['broken off', brokenOff()],
  ['429', new Response('', { status: 429 })],
  ['502', new Response('', { status: 502 })],
  ['503', new Response('', { status: 503 })],
  ['504', new Response('', { status: 504 })],
])('row 90: a file is asked for again after %s', async (_, outcome) => {
  const worker = startWorker([outcome, outcome instanceof Response ? outcome.clone() : outcome, new Response('here')])

  const answer = worker.answer()
  await vi.runAllTimersAsync()

  expect(await (await answer)?.text()).toBe('here')
  expect(worker.askedAt).toHaveLength(3)
})

test.each([200, 304, 404, 410, 500])('row 90: the answer %d is final', async (status) => {
  const worker = startWorker([new Response(null, { status })])

  expect((await worker.answer())?.status).toBe(status)
  expect(worker.askedAt).toEqual([0])
})

test('row 90: waits double from half a second to 30 seconds, and all ends within 120 seconds', async () => {
  const worker = startWorker(['lost'])

  const answer = worker.answer()
  await vi.runAllTimersAsync()

  expect((await answer)?.type).toBe('error')
  const waits = waitsOf(worker.askedAt)
  expect(waits.length).toBeGreaterThanOrEqual(7)
  for (const [index, wait] of waits.entries()) {
    const longest = Math.min(500 * 2 ** index, 30_000)
    expect(wait).toBeGreaterThanOrEqual(longest / 2)
    expect(wait).toBeLessThanOrEqual(longest)
  }
  expect(worker.askedAt.at(-1)).toBeLessThan(120_000)
})

test('row 90: a request that is never answered ends after 120 seconds', async () => {
  const worker = startWorker(['hangs'])
  const started = vi.getMockedSystemTime()!.getTime() // the timers are fake

  const answer = worker.answer()
  await vi.runAllTimersAsync()

  expect((await answer)?.type).toBe('error')
  expect(vi.getMockedSystemTime()).toEqual(new Date(started + 120_000))
})

test.each([
  ['7', 7_000],
  [new Date(Date.parse('2026-11-22T12:00:07Z')).toUTCString(), 7_000],
])('row 90: Retry-After %s is respected', async (value, ms) => {
  vi.setSystemTime('2026-11-22T12:00:00Z')
  const worker = startWorker([new Response('', { status: 503, headers: { 'retry-after': value } }), new Response('here')])

  const answer = worker.answer()
  await vi.runAllTimersAsync()

  expect((await answer)?.status).toBe(200)
  expect(waitsOf(worker.askedAt)[0]).toBeGreaterThanOrEqual(ms)
})

test('row 90: an answer that says to come back later than in 120 seconds is final', async () => {
  const worker = startWorker([new Response('', { status: 503, headers: { 'retry-after': '600' } })])

  expect((await worker.answer())?.status).toBe(503)
  expect(worker.askedAt).toHaveLength(1)
})

test('row 90: an offline browser is waited for, and then 120 seconds begin', async () => {
  const worker = startWorker(['lost', new Response('here')])
  worker.self.navigator.onLine = false

  const answer = worker.answer()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(worker.askedAt).toEqual([0])
  worker.self.navigator.onLine = true
  await vi.runAllTimersAsync()

  expect(await (await answer)?.text()).toBe('here')
})

test('row 90: a file that its page no longer waits for is not asked for again', async () => {
  const worker = startWorker(['lost'])
  const left = new AbortController()
  left.abort()

  await worker.answer(undefined, { signal: left.signal })

  expect(worker.askedAt).toHaveLength(1)
})

test('row 90: calls, other methods and other hosts are left to the browser', () => {
  const worker = startWorker(['lost'])

  for (const path of ['/api/allParts', '/service-worker.js', '/favicon.ico']) expect(worker.answer(SHOP + path), path).toBeUndefined()
  expect(worker.answer('https://img.example.com/images/1.webp')).toBeUndefined()
  expect(worker.answer(undefined, { method: 'HEAD' })).toBeUndefined()
  expect(worker.askedAt).toEqual([])
  for (const path of ['/images/480/1.webp', '/hero.webp', '/assets/app-1234567.css']) expect(worker.answer(SHOP + path), path).toBeDefined()
})

test('row 90: the worker takes over at once; only scripts wait for it, and pages, which are asked for meanwhile', async () => {
  const worker = startWorker([new Response('', { headers: { 'content-type': 'text/html' } })])
  const routes: Route[] = []
  const waitUntil = vi.fn<(claimed: Promise<void>) => void>()

  await worker.dispatch('install', { addRoutes: (given: Route[]) => routes.push(...given) })
  await worker.dispatch('activate', { waitUntil })

  expect(worker.self.skipWaiting).toHaveBeenCalledOnce()
  expect(worker.self.clients.claim).toHaveBeenCalledOnce()
  expect(worker.self.registration.navigationPreload.enable).toHaveBeenCalledOnce()
  expect(waitUntil).toHaveBeenCalledOnce()
  const race = 'race-network-and-fetch-handler'
  expect(routes.map((route) => route.source)).toEqual(['fetch-event', race, race, race, 'network', 'fetch-event', 'network'])
  expect(routes[0]?.condition.urlPattern).toBe('/assets/*.js')
  expect(routes[4]?.condition.urlPattern).toBe('/api/*')
  expect(routes[5]?.condition).toEqual({ requestMode: 'navigate', requestMethod: 'GET' })
  await worker.dispatch('install', {})
})
