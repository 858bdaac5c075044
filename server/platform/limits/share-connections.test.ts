import { eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { users } from '#database/tables/users.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { payOrder, unpaidOrder } from '#tests/support/shops/payments.ts'
import { requestsAtOnce } from './share-connections.ts'

/** Calls that wait until they are released, so that they can be counted. */
let working = 0
let go = Promise.withResolvers<void>()
/** Requests that have a connection of the pool. */
let holding = 0
const slowCalls: FastifyPluginAsync = async (app) => {
  const work = async () => {
    working += 1
    await go.promise
    working -= 1
    return { done: true }
  }
  app.get('/slow', { config: { policy: 'session', scopes: ['quotes:read'] } }, work)
  app.get('/slow-stream', { config: { policy: 'session', streamed: true } }, work)
  const hold = async () => {
    const client = await shop.db.$client.connect()
    holding += 1
    await go.promise
    holding -= 1
    client.release()
    return { done: true }
  }
  app.get('/hold', { config: { policy: 'session' } }, hold)
  app.get('/hold-for-all', { config: { policy: 'public' } }, hold)
  app.get('/slow-for-all', { config: { policy: 'public' } }, work)
}

const shop = await openShop({ api: [slowCalls] })
const share = requestsAtOnce(shop.db.$client.driver.options.max)
const times = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask)
const statuses = async (answers: Promise<{ statusCode: number }>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode)

beforeEach(() => {
  go = Promise.withResolvers()
})

test("one account's requests run a few at a time, from browsers and programs together, and others do not wait (70)", async () => {
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

test('slow downloads of an account leave room for its other calls (70)', async () => {
  const ann = await shop.customer('ann')
  const downloads = times(10, () => ann.get('/slow-stream'))
  await expect.poll(() => working).toBe(share / 2)

  expect((await ann.get('/quotes')).statusCode).toBe(200)
  expect(working).toBe(share / 2)
  go.resolve()
  expect(new Set(await statuses(downloads))).toEqual(new Set([200]))
})

test('the queue of one account is bounded, and when it is full a request is told when to retry (70)', async () => {
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

test('strangers and new accounts leave a quarter of the connections to accounts that have paid, and these another to the people of the shop (70)', async () => {
  const connections = shop.db.$client.driver.options.max
  const payers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { buyer, order } = await unpaidOrder(shop)
      await payOrder(shop, buyer, order)
      return buyer
    }),
  )
  const newcomers = await Promise.all(Array.from({ length: 3 }, () => shop.customer('new')))
  const [admin, clerk] = [await shop.admin(), await shop.customer('clerk')]
  await shop.db
    .update(users)
    .set({ permissions: ['orders'] })
    .where(eq(users.id, clerk.userId))

  const asked = [
    ...times(2 * connections, () => shop.visitor.get('/hold-for-all')),
    ...newcomers.flatMap((one) => times(4, () => one.get('/hold'))),
  ]
  await expect.poll(() => holding).toBe(connections / 2)
  const ofPayer = await payers[0]!.get('/quotes')
  asked.push(...payers.flatMap((one) => times(4, () => one.get('/hold'))))
  await expect.poll(() => holding).toBe((connections * 3) / 4)
  const ofPeople = [
    await admin.get('/pagesOrders?page=0&size=10'),
    await clerk.get('/pagesOrders?page=0&size=10'),
    await clerk.get('/order-messages'),
  ]
  go.resolve()

  expect(ofPayer.statusCode).toBe(200)
  for (const { statusCode } of ofPeople) expect(statusCode).toBeLessThan(500)
  expect(new Set(await statuses(asked))).toEqual(new Set([200]))
  expect(holding).toBe(0)
})
