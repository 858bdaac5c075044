import { afterEach, expect, test, vi } from 'vitest'
import { createClient, TeleforgeError, type ClientOptions } from './teleforge.ts'

const ID = '0f0f2c9c-5d0e-4b0b-9f0e-0a4a7f3f5a11'
const lines = [{ text: 'TCB-5512-4K', quantity: 1_000 }]
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { status, headers })
const refusal = (status: number, code: string, headers = {}) => json({ code, message: `refused: ${code}` }, status, headers)

afterEach(() => void vi.useRealTimers())

/** A client whose shop gives these answers in turn, and the requests that it got. Waits take no time. */
function clientWith(answers: (Response | Error)[], options: Partial<ClientOptions> = {}) {
  vi.useFakeTimers()
  const requests: { url: string; init: RequestInit; headers: Headers }[] = []
  const answer = async (url: string | URL | Request, init: RequestInit = {}) => {
    requests.push({ url: String(url), init, headers: new Headers(init.headers) })
    const next = answers[requests.length - 1] ?? new Error('no more answers')
    if (next instanceof Error) throw next
    return next
  }
  const client = createClient({ url: 'https://parts.example.com/', apiKey: 'tfk_secret', fetch: answer as typeof fetch, ...options })
  const settled = async <T>(call: Promise<T>): Promise<T> => {
    call.catch(() => undefined)
    await vi.runAllTimersAsync()
    return call
  }
  return { client, requests, settled }
}

async function allOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

test('a call has the address, the key and the body of the contract', async () => {
  const { client, requests, settled } = clientWith([json({ count: 0, quotes: [] }), json({ number: 'Q-000001' }), json({})])

  await settled(client.quotes.mine({ page: 2, size: undefined }))
  const quote = await settled(client.quotes.save({ lines }))
  await settled(client.papers.document('a/b', 'pdf'))

  expect(quote.number).toBe('Q-000001')
  expect(requests.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
    'GET https://parts.example.com/api/quotes?page=2',
    'POST https://parts.example.com/api/quotes',
    'GET https://parts.example.com/api/papers/a%2Fb/pdf',
  ])
  expect(requests[1]!.headers.get('authorization')).toBe('Bearer tfk_secret')
  expect(requests[1]!.init.body).toBe(JSON.stringify({ lines }))
})

test('options that are given as undefined are as good as none', async () => {
  const { client, requests, settled } = clientWith([refusal(503, 'BUSY'), json({ number: 'Q-000001' })], {
    timeoutMs: undefined,
    retries: undefined,
    maxWaitMs: undefined,
  })

  const options = { signal: undefined, timeoutMs: undefined, idempotencyKey: undefined }
  const quote = await settled(client.quotes.save({ name: undefined, lines }, options))

  expect(quote.number).toBe('Q-000001')
  expect(requests[1]!.init.body).toBe(JSON.stringify({ lines }))
  expect(requests[1]!.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)

  const unanswered = createClient({
    url: 'https://parts.example.com',
    retries: 0,
    fetch: (_url, { signal } = {}) => new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('ended')))),
  })
  const late = unanswered.me.me(options).catch((error: TeleforgeError) => error)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(await Promise.race([late, 'still asking'])).toBe('still asking')
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toMatchObject({ code: 'TIMED_OUT' })
})

test('what fails in passing is tried again, under the same Idempotency-Key', async () => {
  const { client, requests, settled } = clientWith([
    new TypeError('fetch failed'),
    refusal(503, 'BUSY'),
    json({}, 502),
    json({ version: 1 }),
  ])

  await expect(settled(client.quotes.save({ lines }))).resolves.toEqual({ version: 1 })

  const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(4)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a POST without a key is not tried again, unless it was refused for being too early, or changes nothing twice', async () => {
  const once = clientWith([refusal(503, 'BUSY')])
  const early = clientWith([refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3' }), json({ secret: 's', url: 'u' })])
  const reading = clientWith([refusal(503, 'BUSY'), json({ lines: [] })])

  await expect(once.settled(once.client.quotes.share(ID))).rejects.toMatchObject({ code: 'BUSY' })
  await early.settled(early.client.quotes.share(ID))
  await reading.settled(reading.client.quotes.price({ lines }))

  expect([once, early, reading].map(({ requests }) => requests.length)).toEqual([1, 2, 2])
})

test('the shop says when to come again: earlier nothing is sent, and later than the longest wait the call fails', async () => {
  const { client, requests } = clientWith([refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '30' }), json({})])
  const tooLong = clientWith([refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' })])

  const call = client.quotes.mine()
  await vi.advanceTimersByTimeAsync(29_000)
  const before = requests.length
  await vi.advanceTimersByTimeAsync(1_000)
  await call

  expect([before, requests.length]).toEqual([1, 2])
  await expect(tooLong.settled(tooLong.client.quotes.mine())).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 })
})

test('attempts are bounded, and other refusals are not tried again', async () => {
  const down = clientWith(Array.from({ length: 9 }, () => new TypeError('fetch failed')))
  const refused = clientWith([refusal(409, 'QUOTE_CHANGED')])

  await expect(down.settled(down.client.quotes.mine())).rejects.toMatchObject({ code: 'NETWORK_FAILED', status: 0 })
  await expect(refused.settled(refused.client.quotes.mine())).rejects.toMatchObject({ code: 'QUOTE_CHANGED' })

  expect([down.requests.length, refused.requests.length]).toEqual([5, 1])
})

test('a refusal is a TeleforgeError with all that the shop says', async () => {
  const answer = {
    code: 'LINES_UNCLEAR',
    message: 'Line 1 ("x") matches no part.',
    currentTotal: 0,
    unclearLines: [{ row: 1, text: 'x', status: 'unknown' }],
  }
  const { client, settled } = clientWith([json(answer, 409)])

  const error = await settled(client.quotes.save({ lines, total: 1 })).catch((failure: unknown) => failure)

  expect(error).toBeInstanceOf(TeleforgeError)
  expect(error).toMatchObject({ name: 'TeleforgeError', code: answer.code, status: 409, message: answer.message, fields: [], answer })
})

test('an answer that is not the shop’s is told as such', async () => {
  const { client, settled } = clientWith([new Response('<html>', { status: 403 }), new Response('<html>')])

  await expect(settled(client.me.me())).rejects.toMatchObject({ code: 'ANSWER_UNREADABLE', status: 403 })
  await expect(settled(client.me.me())).rejects.toMatchObject({ code: 'ANSWER_UNREADABLE', status: 200 })
})

test('an answer that does not come ends the attempt in time; a signal ends the call', async () => {
  const silent = (_: unknown, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))
  vi.useFakeTimers()
  const client = createClient({ url: 'https://parts.example.com', fetch: silent as typeof fetch, retries: 1, timeoutMs: 5_000 })
  const stop = new AbortController()

  const late = client.quotes.mine().catch((error: unknown) => error)
  const called = client.quotes.mine({}, { signal: stop.signal }).catch((error: unknown) => error)
  stop.abort(new Error('no longer needed'))
  await vi.runAllTimersAsync()

  expect(await late).toMatchObject({ code: 'TIMED_OUT' })
  expect(await called).toEqual(new Error('no longer needed'))
})

test('a file comes as the response', async () => {
  const { client, settled } = clientWith([new Response('%PDF-1.7')])

  const file = await settled(client.quotes.document(ID, { format: 'pdf' }))

  expect(await file.text()).toBe('%PDF-1.7')
})

test('parts are iterated in the one order that goes on behind a row', async () => {
  const page = (ids: string[]) => json({ count: 0, parts: ids.map((_id) => ({ _id })) })
  const hundred = Array.from({ length: 100 }, (_, index) => `${index}`)
  const { client, requests, settled } = clientWith([page(hundred), page(['100'])])

  const parts = await settled(allOf(client.each.deskParts({ show: 'low' })))

  expect(parts).toHaveLength(101)
  expect(requests.map(({ url }) => new URL(url).search)).toEqual([
    '?show=low&sort=newest&page=0&size=100',
    '?show=low&sort=newest&after=99&size=100',
  ])
})

test('lists with pages are iterated to their end, each page from the last row of the one before on', async () => {
  const page = (first: number, rows: number) =>
    json({ count: 0, quotes: Array.from({ length: rows }, (_, index) => ({ _id: `${first + index}` })) })
  const { client, requests, settled } = clientWith([page(0, 100), page(100, 100), page(200, 2)])

  const ids = (await settled(allOf(client.each.quotes()))).map(({ _id }) => Number(_id))

  expect(ids).toEqual(Array.from({ length: 202 }, (_, index) => index))
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?page=0&size=100', '?after=99&size=100', '?after=199&size=100'])
})

test('changes are read until there are no more, and the last cursor is given', async () => {
  const { client, requests, settled } = clientWith([
    json({ changed: [{ _id: '1' }], next: 'b', more: true }),
    json({ changed: [], next: 'c', more: false }),
  ])

  const answers = await settled(allOf(client.each.changedOrders('a')))

  expect(answers.at(-1)!.next).toBe('c')
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?changedSince=a', '?changedSince=b'])
})
