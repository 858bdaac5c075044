import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Delivery, NewDelivery } from '#contract/parts/expected-goods.ts'
import type { StockLedger } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  buyer = await shop.customer('buyer')
})

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const expectGoods = (part: Part, delivery: Partial<NewDelivery>) =>
  admin.post(`/parts/${part._id}/expected`, { date: inDays(1), pieces: 5_000, note: '', ...delivery })
const delivered = async (part: Part, delivery: Partial<NewDelivery> = {}) =>
  (await expectGoods(part, delivery)).json<{ insertedId: string }>().insertedId
const deliveries = async (part: Part) => (await admin.get(`/parts/${part._id}/expected`)).json<Delivery[]>()
const shown = async (part: Part) => (await buyer.get(`/inventory/${part._id}`)).json<Part>()
const arrive = (id: string, pieces: number) => admin.post(`/expected-goods/${id}/arrived`, { pieces })

test('buyers are told the earliest delivery from today on in every answer, and nothing of a part without one', async () => {
  const part = await shop.addPart({ available: 0 })
  expect(await shown(part)).toEqual(part)

  const late = await delivered(part, { date: inDays(0), pieces: 100 })
  await delivered(part, { date: inDays(9), pieces: 9_000 })
  const next = await delivered(part, { date: inDays(3), pieces: 3_000 })
  await shop.db
    .update(expectedGoods)
    .set({ expectedOn: sql`current_date - 1` })
    .where(eq(expectedGoods.id, late))

  const expected = { date: inDays(3), pieces: 3_000 }
  expect(await shown(part)).toEqual({ ...part, expected })
  const lists = ['/allParts', '/pagesParts?size=100'].map(async (path) => (await shop.visitor.get(path)).json<Part[]>())
  const found = (await shop.visitor.get(`/searchParts?q=${part.partNumber}`)).json<{ parts: Part[] }>().parts
  for (const list of [...(await Promise.all(lists)), found]) expect(list.find(({ _id }) => _id === part._id)).toEqual({ ...part, expected })
  expect((await deliveries(part)).map(({ date, isLate }) => [date, isLate])).toEqual([
    [inDays(-1), true],
    [inDays(3), false],
    [inDays(9), false],
  ])
  await admin.delete(`/expected-goods/${next}`)
  expect((await shown(part)).expected).toEqual({ date: inDays(9), pieces: 9_000 })
})

test('a delivery is booked as received once, however many clerks say at once that it has arrived', async () => {
  const part = await shop.addPart({ available: 500 })
  const id = await delivered(part, { note: ' Order 4711 ' })

  const answers = await Promise.all(Array.from({ length: 10 }, () => arrive(id, 4_980)))

  expect(answers.map((answer) => answer.json().modifiedCount).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(await shop.stockOf(part)).toBe(5_480)
  const { moves } = (await admin.get(`/parts/${part._id}/stock`)).json<StockLedger>()
  expect(moves.map(({ delta, reason, note, by }) => [delta, reason, note, by])).toEqual([
    [4_980, 'received', 'Order 4711', admin.email],
    [500, null, '', null],
  ])
  expect(await deliveries(part)).toEqual([])
  expect((await shown(part)).expected).toBeUndefined()
  expect((await admin.delete(`/expected-goods/${id}`)).json()).toMatchObject({ code: 'DELIVERY_CHANGED' })
})

test('a delivery that cannot be booked stays open', async () => {
  const part = await shop.addPart({ available: 999_999_000 })
  const id = await delivered(part)

  const refused = await arrive(id, 5_000)

  expect([refused.statusCode, refused.json().fields[0].field]).toEqual([400, 'pieces'])
  expect(await deliveries(part)).toHaveLength(1)
  expect((await arrive(id, 1_000)).json()).toEqual({ modifiedCount: 1 })
})

test('of two who change a delivery, the second is told; it is changed and taken back once', async () => {
  const part = await shop.addPart()
  const id = await delivered(part)
  const seen = { date: inDays(1), pieces: 5_000, note: '' }
  const change = (to: Partial<NewDelivery>) => admin.put(`/expected-goods/${id}`, { ...seen, ...to, seen })

  expect((await change({ date: inDays(8), note: 'By sea' })).json()).toEqual({ modifiedCount: 1 })
  expect((await change({ date: inDays(8), note: 'By sea' })).json()).toEqual({ modifiedCount: 0 })
  expect((await change({ pieces: 6_000 })).json()).toMatchObject({ code: 'DELIVERY_CHANGED' })
  expect(await deliveries(part)).toMatchObject([{ date: inDays(8), pieces: 5_000, note: 'By sea', by: admin.email, isLate: false }])

  expect((await admin.delete(`/expected-goods/${id}`)).json()).toEqual({ modifiedCount: 1 })
  expect((await admin.delete(`/expected-goods/${id}`)).json()).toEqual({ modifiedCount: 0 })
  expect((await arrive(id, 5_000)).json()).toMatchObject({ code: 'DELIVERY_CHANGED' })
  const told = await shop.db.select().from(auditLog).where(eq(auditLog.subject, part._id)).orderBy(auditLog.position)
  expect(told.map(({ action, detail }) => [action, detail])).toEqual([
    ['expect-goods', { date: inDays(1), pieces: 5_000 }],
    ['change-expected', { date: inDays(8), dateBefore: inDays(1), pieces: 5_000, piecesBefore: 5_000 }],
    ['remove-expected', { date: inDays(8), pieces: 5_000 }],
  ])
})

test('a day that is over or years away, no pieces, and more deliveries than a part may have are refused at their field', async () => {
  const part = await shop.addPart()
  const refused = await Promise.all([
    expectGoods(part, { date: inDays(-1) }),
    expectGoods(part, { date: inDays(1_096) }),
    expectGoods(part, { date: '2027-02-30' }),
    expectGoods(part, { pieces: 0 }),
  ])
  expect(refused.map((answer) => [answer.statusCode, answer.json().fields?.[0].field])).toEqual([
    [400, 'date'],
    [400, 'date'],
    [400, 'date'],
    [400, 'pieces'],
  ])

  const answers = await Promise.all(Array.from({ length: 55 }, () => expectGoods(part, {})))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50)
  expect(answers.find(({ statusCode }) => statusCode !== 200)!.json().message).toBe(
    'A part has at most 50 deliveries that have not arrived.',
  )
  expect((await admin.post(`/parts/${randomUUID()}/expected`, { date: inDays(1), pieces: 1, note: '' })).statusCode).toBe(404)
  expect((await arrive(randomUUID(), 1)).statusCode).toBe(404)
})
