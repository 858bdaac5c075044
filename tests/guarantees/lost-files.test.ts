import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SHOP = 'https://parts.example.com'
const SCRIPT = `${SHOP}/assets/home-1234567.js`

const source = await readFile('public/service-worker.js', 'utf8')

type FileRequest = { method: string; url: string; signal: AbortSignal }
type Outcome = Response | 'lost' | 'hangs'
/** A route of the Static Routing API, as far as it is looked at here. */
type Route = { condition: { urlPattern: unknown }; source: string }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The worker as it is served, in a browser of fakes. `outcomes` are those of its requests in order; the last goes on. */
function startWorker(outcomes: Outcome[]) {
  const listeners = new Map<string, (event: object) => void>()
  const askedAt: number[] = []
  const started = Date.now()
  const self = {
    location: new URL(SHOP),
    navigator: { onLine: true },
    clients: { claim: vi.fn(async () => {}) },
    skipWaiting: vi.fn(),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  }
  async function fetch(_request: FileRequest, { signal }: { signal: AbortSignal }): Promise<Response> {
    askedAt.push(Date.now() - started)
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0]
    if (outcome === 'hangs') return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    if (!self.navigator.onLine || outcome === 'lost' || outcome === undefined) throw new TypeError('Failed to fetch')
    return outcome.clone()
  }
  runInNewContext(source, { self, fetch, URL, URLPattern, Response, AbortController, AbortSignal, Date, Math, setTimeout, clearTimeout })

  return {
    self,
    askedAt,
    dispatch: (type: string, event: object) => listeners.get(type)?.(event),
    /** What the page gets; undefined when the worker leaves the request to the browser. */
    answer(url = SCRIPT, request: Partial<FileRequest> = {}): Promise<Response> | undefined {
      let answer: Promise<Response> | undefined
      const respondWith = (given: Promise<Response>) => void (answer = given)
      listeners.get('fetch')?.({ request: { method: 'GET', url, signal: new AbortController().signal, ...request }, respondWith })
      return answer
    },
  }
}

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
  const started = Date.now()

  const answer = worker.answer()
  await vi.runAllTimersAsync()

  expect((await answer)?.type).toBe('error')
  expect(Date.now() - started).toBe(120_000)
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

  await worker.answer(SCRIPT, { signal: left.signal })

  expect(worker.askedAt).toHaveLength(1)
})

test('row 90: pages, calls, other methods and other hosts are left to the browser', () => {
  const worker = startWorker(['lost'])

  for (const path of ['/', '/inventory', '/api/allParts', '/service-worker.js', '/favicon.ico'])
    expect(worker.answer(SHOP + path), path).toBeUndefined()
  expect(worker.answer('https://img.example.com/images/1.webp')).toBeUndefined()
  expect(worker.answer(SCRIPT, { method: 'HEAD' })).toBeUndefined()
  expect(worker.askedAt).toEqual([])
  for (const path of ['/images/480/1.webp', '/hero.webp', '/assets/app-1234567.css']) expect(worker.answer(SHOP + path), path).toBeDefined()
})

test('row 90: the worker takes over at once, and only scripts wait for it', async () => {
  const worker = startWorker([])
  const routes: Route[] = []
  const waitUntil = vi.fn<(claimed: Promise<void>) => void>()

  worker.dispatch('install', { addRoutes: (given: Route[]) => routes.push(...given) })
  worker.dispatch('activate', { waitUntil })

  expect(worker.self.skipWaiting).toHaveBeenCalledOnce()
  expect(worker.self.clients.claim).toHaveBeenCalledOnce()
  expect(waitUntil).toHaveBeenCalledOnce()
  const race = 'race-network-and-fetch-handler'
  expect(routes.map((route) => route.source)).toEqual(['fetch-event', race, race, race, 'network'])
  expect(routes[0]?.condition.urlPattern).toBe('/assets/*.js')
  worker.dispatch('install', {})
})
