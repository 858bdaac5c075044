import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ManagedParts, StockLedger } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const setLow = (part: Part, below: number | null, seen: number | null = null) => admin.put(`/parts/${part._id}/low-stock`, { below, seen })
const list = async (query: string) => (await admin.get(`/parts?${query}`)).json<ManagedParts>()

test('a stock is low below a minimum order, or below what the part says, and such parts are counted, listed and saved', async () => {
  const add = (name: string, available: number) => shop.addPart({ name: `Quorum ${name}`, available })
  const [few, enough, watched, ignored] = [
    await add('few', 999),
    await add('enough', 1_000),
    await add('watched', 4_999),
    await add('ignored', 0),
  ]
  await setLow(watched, 5_000)
  await setLow(ignored, 0)

  const low = await list('q=quorum&show=low&sort=available')

  expect(low).toMatchObject({ count: 2, all: 4, soldOut: 1, belowMinimum: 1, low: 2 })
  expect(low.parts.map(({ _id, lowStockBelow }) => [_id, lowStockBelow])).toEqual([
    [few._id, null],
    [watched._id, 5_000],
  ])
  const file = (await admin.get('/partFile?format=csv&q=quorum&show=low')).body
  expect([few, enough, watched, ignored].map(({ partNumber }) => file.includes(partNumber))).toEqual([true, false, true, false])
})

test('the desk lists with each part the delivery that it waits for longest, also a late one', async () => {
  const [part, other] = [await shop.addPart({ name: 'Awaited coil' }), await shop.addPart({ name: 'Awaited nothing' })]
  const { userId } = admin
  const of = { partId: part._id, actorId: userId }
  await shop.db.insert(expectedGoods).values([
    { ...of, expectedOn: '2999-03-12', pieces: 7_000 },
    { ...of, expectedOn: '2026-01-02', pieces: 2_000 },
    { ...of, expectedOn: '2026-01-01', pieces: 1_000, arrivedAt: new Date() },
  ])

  const { parts } = await list('q=awaited&sort=name')

  expect(parts.map(({ awaited, expected }) => [awaited, expected])).toEqual([
    [
      { date: '2026-01-02', pieces: 2_000, isLate: true },
      { date: '2999-03-12', pieces: 7_000 },
    ],
    [undefined, undefined],
  ])
  expect(parts[1]!._id).toBe(other._id)
})

test('of two who say when a stock is low, the second is told what the first has said', async () => {
  const part = await shop.addPart()

  expect((await setLow(part, 5_000)).json()).toEqual({ modifiedCount: 1 })
  expect((await setLow(part, 5_000)).json()).toEqual({ modifiedCount: 0 })
  const late = await setLow(part, 6_000)

  expect([late.statusCode, late.json().fields]).toEqual([
    400,
    [{ field: 'below', message: 'Somebody has changed this meanwhile to: 5,000' }],
  ])
  expect((await setLow(part, null, 5_000)).json()).toEqual({ modifiedCount: 1 })
  expect((await admin.get(`/parts/${part._id}/stock`)).json<StockLedger>().lowStockBelow).toBeNull()
  const told = await shop.db.select().from(auditLog).where(eq(auditLog.subject, part._id)).orderBy(auditLog.position)
  expect(told.map(({ action, detail }) => [action, detail])).toEqual([
    ['set-low-stock', { lowBelow: 5_000, lowBelowBefore: 1_000 }],
    ['set-low-stock', { lowBelow: 1_000, lowBelowBefore: 5_000 }],
  ])
  expect((await setLow(part, -1)).json().fields[0].field).toBe('below')
})
