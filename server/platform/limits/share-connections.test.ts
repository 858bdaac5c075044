import type { FastifyPluginAsync } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { requestsAtOnce } from './share-connections.ts'

/** Calls that wait until they are released, so that they can be counted. */
let working = 0
let go = Promise.withResolvers<void>()
const slowCalls: FastifyPluginAsync = async (app) => {
  const work = async () => {
    working += 1
    await go.promise
    working -= 1
    return { done: true }
  }
  app.get('/slow', { config: { policy: 'session', scopes: ['quotes:read'] } }, work)
  app.get('/slow-stream', { config: { policy: 'session', streamed: true } }, work)
  app.get('/slow-for-all', { config: { policy: 'public' } }, work)
}

const shop = await openShop({ api: [slowCalls] })
const share = requestsAtOnce(shop.db.$client.driver.options.max)
const times = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask)
const statuses = async (answers: Promise<{ statusCode: number }>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode)

beforeEach(() => {
  go = Promise.withResolvers()
})

test("row 70: one account's requests run a few at a time, from browsers and programs together, and others do not wait", async () => {
  const ann = await shop.customer('ann')
  const bob = await shop.customer('bob')
  const program = await programOf(shop, ann, ['quotes:read'])
  const asked = [...times(20, () => ann.get('/slow')), ...times(20, () => program.ask('GET', '/slow'))]
  await expect.poll(() => working).toBe(share)

  const others = await statuses([bob.get('/quotes'), shop.visitor.get('/allPartsCount')])
  const bobs = bob.get('/slow')
  const anonymous = times(2 * share, () => shop.visitor.get('/slow-for-all'))
  await expect.poll(() => working).toBe(share + 1 + 2 * share)
  go.resolve()

  expect(share).toBe(Math.floor(shop.db.$client.driver.options.max / 4))
  expect(others).toEqual([200, 200])
  expect(new Set(await statuses([...asked, bobs, ...anonymous]))).toEqual(new Set([200]))
})

test('row 70: slow downloads of an account leave room for its other calls', async () => {
  const ann = await shop.customer('ann')
  const downloads = times(10, () => ann.get('/slow-stream'))
  await expect.poll(() => working).toBe(share / 2)

  expect((await ann.get('/quotes')).statusCode).toBe(200)
  expect(working).toBe(share / 2)
  go.resolve()
  expect(new Set(await statuses(downloads))).toEqual(new Set([200]))
})

test('row 70: the queue of one account is bounded, and when it is full a request is told when to retry', async () => {
  const ann = await shop.customer('ann')
  const served = times(share + 250, () => ann.get('/slow'))
  await expect.poll(() => working).toBe(share)

  const refused = await ann.get('/slow')
  go.resolve()

  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(refused.headers['retry-after']).toBe('2')
  expect(new Set(await statuses(served))).toEqual(new Set([200]))
})
