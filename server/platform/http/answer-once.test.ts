import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { answeredCalls } from '#database/tables/answered-calls.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { forgetAnsweredCalls } from './forget-answered-calls.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const send = (method: 'PUT' | 'POST', path: string, payload: object, key: string, { token }: Customer = admin) =>
  shop.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload,
  })

const restock = (added: number) => ({ newAvailable: { available: 0 }, added })

test('a restock sent twenty times concurrently with one key adds its pieces once, and all twenty get the same answer (54)', async () => {
  const part = await shop.addPart({ available: 1_000 })
  const key = randomUUID()

  const answers = await Promise.all(Array.from({ length: 20 }, () => send('PUT', `/inventory/${part._id}`, restock(500), key)))
  const later = await send('PUT', `/inventory/${part._id}`, restock(500), key)

  for (const answer of [...answers, later]) expect(answer.json()).toEqual({ modifiedCount: 1, available: 1_500 })
  expect(await shop.stockOf(part)).toBe(1_500)
  expect(await shop.db.select().from(stockMoves).where(eq(stockMoves.partId, part._id))).toHaveLength(2)
})

test('a part sent twenty times concurrently with one key is added once (54)', async () => {
  const { img } = await shop.addPart()
  const part = { name: `Part ${randomUUID()}`, price: '1.25', available: 5, description: 'Once.', img }
  const key = randomUUID()

  const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/parts', part, key)))

  expect(new Set(answers.map((answer) => answer.json().insertedId)).size).toBe(1)
  expect(await shop.db.select().from(parts).where(eq(parts.name, part.name))).toHaveLength(1)
})

test('a key used for another body or another call is refused, and nothing is done', async () => {
  const [part, other] = await Promise.all([shop.addPart({ available: 0 }), shop.addPart({ available: 0 })])
  const key = randomUUID()
  await send('PUT', `/inventory/${part._id}`, restock(500), key)

  const answers = [
    await send('PUT', `/inventory/${part._id}`, restock(501), key),
    await send('PUT', `/inventory/${other._id}`, restock(500), key),
  ]

  for (const answer of answers) {
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'KEY_USED_BEFORE'])
  }
  expect(await Promise.all([part, other].map(shop.stockOf))).toEqual([500, 0])
})

test('the same JSON with its keys in another order, on every level, is the same request', async () => {
  const { img } = await shop.addPart()
  const name = `Part ${randomUUID()}`
  const key = randomUUID()
  const first = { name, price: '1.25', available: 5, description: 'Once.', img, priceBreaks: [{ from: 5_000, price: 1.2 }] }
  const again = { priceBreaks: [{ price: 1.2, from: 5_000 }], img, description: 'Once.', available: 5, price: '1.25', name }
  const other = { ...again, priceBreaks: [{ price: 1.1, from: 5_000 }] }

  const answers = [
    await send('POST', '/parts', first, key),
    await send('POST', '/parts', again, key),
    await send('POST', '/parts', other, key),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 422])
  expect(answers[1]!.json()).toEqual(answers[0]!.json())
  expect(await shop.db.select().from(parts).where(eq(parts.name, name))).toHaveLength(1)
})

test('keys of two accounts are independent, and without a key each call counts', async () => {
  const part = await shop.addPart({ available: 0 })
  const key = randomUUID()

  await send('PUT', `/inventory/${part._id}`, restock(100), key)
  await send('PUT', `/inventory/${part._id}`, restock(100), key, await shop.admin())
  await admin.put(`/inventory/${part._id}`, restock(100))
  await admin.put(`/inventory/${part._id}`, restock(100))

  expect(await shop.stockOf(part)).toBe(400)
})

test('two accounts with the same key each get their own first answer again', async () => {
  const part = await shop.addPart({ available: 0 })
  const other = await shop.admin()
  const key = randomUUID()
  const restockBy = async (who: Customer) => (await send('PUT', `/inventory/${part._id}`, restock(100), key, who)).json()
  await restockBy(admin)
  await restockBy(other)

  const repeated = [await restockBy(admin), await restockBy(other)]

  expect(repeated).toEqual([
    { modifiedCount: 1, available: 100 },
    { modifiedCount: 1, available: 200 },
  ])
  expect(await shop.stockOf(part)).toBe(200)
})

test('a refused call keeps no key, so that it can be repeated', async () => {
  const part = await shop.addPart({ available: 100 })
  const key = randomUUID()

  const refused = await send('PUT', `/inventory/${part._id}`, restock(-200), key)
  await admin.put(`/inventory/${part._id}`, restock(200))
  const repeated = await send('PUT', `/inventory/${part._id}`, restock(-200), key)

  expect(refused.statusCode).toBe(400)
  expect(repeated.json()).toEqual({ modifiedCount: 1, available: 100 })
})

test.each(['', 'x'.repeat(201), 'two words', 'naïve'])('the key %j is refused at its header', async (key) => {
  const part = await shop.addPart()

  const answer = await send('PUT', `/inventory/${part._id}`, restock(1), key)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields[0].field).toBe('idempotency-key')
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('a key is forgotten after a day', async () => {
  const part = await shop.addPart({ available: 0 })
  const [old, young] = [randomUUID(), randomUUID()]
  for (const key of [old, young]) await send('PUT', `/inventory/${part._id}`, restock(100), key)
  await shop.db
    .update(answeredCalls)
    .set({ createdAt: sql`now() - interval '1 day'` })
    .where(eq(answeredCalls.key, old))

  await forgetAnsweredCalls(shop.db)
  for (const key of [old, young]) await send('PUT', `/inventory/${part._id}`, restock(100), key)

  expect(await shop.stockOf(part)).toBe(300)
})

test('the API document shows the header on the calls that accept it', async () => {
  const document = (await shop.visitor.get('/openapi.json')).json()

  const takingIt = Object.entries<Record<string, { parameters?: { name: string; in: string }[] }>>(document.paths).flatMap(
    ([path, calls]) =>
      Object.entries(calls)
        .filter(([, { parameters = [] }]) => parameters.some((one) => one.in === 'header' && one.name === 'idempotency-key'))
        .map(([method]) => `${method} ${path}`),
  )

  expect(takingIt.toSorted()).toEqual([
    'post /api/addresses',
    'post /api/contact/{id}/quote',
    'post /api/customers/{id}/notes',
    'post /api/order-stages',
    'post /api/order/{id}/messages',
    'post /api/order/{id}/parcels',
    'post /api/order/{id}/refund',
    'post /api/order/{id}/returns',
    'post /api/papers/{id}/mail',
    'post /api/parts',
    'post /api/parts/{id}/expected',
    'post /api/parts/{id}/samples',
    'post /api/parts/{id}/stock',
    'post /api/price-changes',
    'post /api/quotes',
    'post /api/quotes/{id}/offer',
    'post /api/quotes/{id}/requote',
    'post /api/stock',
    'post /api/stock-sheets',
    'put /api/inventory/{id}',
    'put /api/quotes/{id}',
  ])
})
