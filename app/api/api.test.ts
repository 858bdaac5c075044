import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderCalls } from '#contract/orders/orders.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { userCalls, type Identity } from '#contract/people/users.ts'
import { ApiError, NetworkError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { sessionKeeper } from '#app/identity/browser-session.ts'

const ann = { uid: '1', email: 'ann+parts@example.com', displayName: 'Ann' } as Identity
const id = '0198b2c0-0000-7000-8000-000000000001'

type Seen = { method: string; address: string; headers: Headers; body: string | undefined }

let seen: Seen[]
let answers: (() => Response | Promise<Response>)[]

const json =
  (body: unknown, status = 200, headers: HeadersInit = {}) =>
  () =>
    Response.json(body, { status, headers })
const refusal = (status: number, code: string) => json({ code, message: `said ${code}` }, status)
const grant = (token: string, expiresAt = '2026-06-01T12:15:00.000Z') =>
  json({ token, expiresAt, user: { displayName: 'Ann' } }, 200, { date: 'Mon, 01 Jun 2026 12:00:00 GMT' })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2031-01-01T00:00:00Z') })
  seen = []
  answers = []
  vi.stubGlobal('navigator', { userAgent: 'Desktop' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { method = 'GET', body, signal } = init
    seen.push({ method, address, headers: new Headers(init.headers), body: body as string | undefined })
    const answer = answers.shift()
    if (answer) return answer()
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  })
})

afterEach(async () => {
  answers = [json({ status: true })]
  await sessionKeeper.leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function signIn(token = 'first') {
  answers.push(grant(token))
  await sessionKeeper.begin(ann)
  seen = []
}

const authorizations = () => seen.map(({ headers }) => headers.get('authorization'))

describe('what is sent', () => {
  test('parameters and queries are encoded, and an absent one is left out', async () => {
    answers.push(json({ admin: true }), json([]), json([]))

    await callApi(userCalls.isAdmin, { params: { email: ann.email } })
    await callApi(orderCalls.ofCustomer, { query: { customer: ann.email } })
    await callApi(partCalls.page, { query: { page: 0 } })

    expect(seen.map(({ address }) => address)).toEqual([
      '/api/admin/ann%2Bparts%40example.com',
      '/api/order?customer=ann%2Bparts%40example.com',
      '/api/pagesParts?page=0',
    ])
  })

  test('a body is JSON; without one there is no content type', async () => {
    await signIn()
    answers.push(json({ result: { modifiedCount: 1 } }), json({ deletedCount: 1 }))

    await callApi(userCalls.setRole, { params: { email: ann.email }, body: { role: '' } })
    await callApi(orderCalls.cancel, { params: { id } })

    expect(seen.map(({ body, headers }) => [body, headers.get('content-type')])).toEqual([
      ['{"role":""}', 'application/json'],
      [undefined, null],
    ])
  })

  test('the token goes along as Bearer, on public calls too; without one there is no header', async () => {
    answers.push(json([]))
    await callApi(partCalls.all)
    const before = authorizations()
    await signIn()
    answers.push(json([]), json([]))

    await callApi(partCalls.all)
    await callApi(orderCalls.all)

    expect(before).toEqual([null])
    expect(authorizations()).toEqual(['Bearer first', 'Bearer first'])
  })

  test('an Authorization header that is set already stays', async () => {
    await signIn()
    answers.push(json([]))

    await callApi(orderCalls.all, { headers: { AUTHORIZATION: 'Bearer mine' } })

    expect(authorizations()).toEqual(['Bearer mine'])
  })
})

describe('the token', () => {
  test("lives as long as the server's own clock says, whatever this device's clock shows", async () => {
    await signIn()
    answers.push(json([]), grant('second'), json([]))

    vi.setSystemTime(Date.now() + 14 * 60_000)
    await callApi(orderCalls.all)
    vi.setSystemTime(Date.now() + 30_000)
    await callApi(orderCalls.all)

    expect(seen.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET'])
    expect(authorizations()).toEqual(['Bearer first', 'Bearer first', 'Bearer second'])
  })

  test.each(['not a date', '1999-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])(
    'an expiry of %s counts as the usual life',
    async (expiresAt) => {
      answers.push(grant('first', expiresAt), json([]))
      await sessionKeeper.begin(ann)
      vi.setSystemTime(Date.now() + 14 * 60_000)

      await callApi(orderCalls.all)

      expect(seen.map(({ method }) => method)).toEqual(['PUT', 'GET'])
    },
  )

  test('refused: it is renewed once and the call repeated', async () => {
    await signIn()
    answers.push(refusal(401, 'SIGN_IN_NEEDED'), grant('second'), json([]))

    expect(await callApi(orderCalls.all)).toEqual([])

    expect(authorizations()).toEqual(['Bearer first', 'Bearer first', 'Bearer second'])
  })

  test('refused again: the session is over', async () => {
    await signIn()
    answers.push(refusal(401, 'SIGN_IN_NEEDED'), grant('second'), refusal(401, 'SIGN_IN_NEEDED'))

    await expect(callApi(orderCalls.all)).rejects.toMatchObject({ code: 'SIGN_IN_NEEDED' })

    expect(sessionKeeper.snapshot()).toMatchObject({ status: 'signedOut', ending: 'ended' })
  })

  test('refused and not renewed: the session is over', async () => {
    await signIn()
    answers.push(refusal(401, 'SIGN_IN_NEEDED'), refusal(401, 'SIGN_IN_NEEDED'))

    await expect(callApi(orderCalls.all)).rejects.toMatchObject({ status: 401 })

    expect(seen).toHaveLength(2)
    expect(sessionKeeper.snapshot().status).toBe('signedOut')
  })

  test('refused while the renewal cannot be reached: nobody is signed out (43)', async () => {
    await signIn()
    answers.push(refusal(401, 'SIGN_IN_NEEDED'), () => Promise.reject(new TypeError('offline')))

    await expect(callApi(orderCalls.all)).rejects.toBeInstanceOf(NetworkError)

    expect(sessionKeeper.snapshot().status).toBe('signedIn')
  })

  test("a proxy's 401 or 403 signs nobody out (43)", async () => {
    await signIn()
    const page = (status: number) => () => new Response('<h1>Log in to the wifi</h1>', { status })
    answers.push(page(401), page(403))

    await expect(callApi(orderCalls.all)).rejects.toMatchObject({ status: 401, code: 'INTERNAL' })
    await expect(callApi(orderCalls.all)).rejects.toMatchObject({ status: 403, code: 'INTERNAL' })

    expect(sessionKeeper.snapshot().status).toBe('signedIn')
  })

  test('a disabled account is signed out', async () => {
    await signIn()
    answers.push(refusal(403, 'ACCOUNT_DISABLED'))

    await expect(callApi(orderCalls.all)).rejects.toBeInstanceOf(ApiError)

    expect(sessionKeeper.snapshot().status).toBe('signedOut')
  })

  test("somebody else's order or a missing right signs nobody out", async () => {
    await signIn()
    answers.push(refusal(403, 'NOT_ALLOWED'), refusal(403, 'NOT_YOURS'), refusal(404, 'NOT_FOUND'))

    for (const code of ['NOT_ALLOWED', 'NOT_YOURS', 'NOT_FOUND']) {
      await expect(callApi(orderCalls.all)).rejects.toMatchObject({ code })
    }

    expect(sessionKeeper.snapshot().status).toBe('signedIn')
  })
})

describe('what comes back', () => {
  test('a refusal carries code, sentence, fields, figures and the name of the request', async () => {
    const said = {
      code: 'TOTAL_CHANGED',
      message: 'The price has changed.',
      fields: [{ field: 'totalPrice', message: 'Look again.' }],
      current: { price: 1, totalPrice: 1_000, orderQuantity: 1_000 },
      requestId: 'req-1',
    }
    answers.push(json(said, 409))

    const error: unknown = await callApi(partCalls.all).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 409, ...said })
  })

  test('half an answer is none', async () => {
    answers.push(() => new Response('[{"_id":'))

    await expect(callApi(partCalls.all)).rejects.toBeInstanceOf(NetworkError)
  })

  test.each([
    ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64)', 30_000],
    ['a phone', 'Mozilla/5.0 (Linux; Android 16) Mobile Safari', 60_000],
  ])('on %s an answer may take so long and no longer', async (_, userAgent, limitMs) => {
    vi.stubGlobal('navigator', { userAgent })
    const settled = vi.fn()
    const call = callApi(partCalls.all).catch((error: unknown) => {
      settled()
      return error
    })

    await vi.advanceTimersByTimeAsync(limitMs - 1)
    const before = settled.mock.calls.length
    await vi.advanceTimersByTimeAsync(1)

    expect([before, settled.mock.calls.length]).toEqual([0, 1])
    expect(await call).toBeInstanceOf(NetworkError)
  })

  test('a call that is called off fails with the reason given', async () => {
    const off = new AbortController()
    const call = callApi(partCalls.all, { signal: off.signal })
    const reason = new Error('left the page')

    off.abort(reason)

    await expect(call).rejects.toBe(reason)
  })
})
