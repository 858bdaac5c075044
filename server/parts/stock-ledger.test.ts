import { beforeAll, expect, test } from 'vitest'
import type { AllStockMoves, StockLedger } from '#contract/parts/part-desk.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

type Part = Awaited<ReturnType<TestShop['addPart']>>

const move = (part: Part, change: object) =>
  admin.post(`/parts/${part._id}/stock`, { change: 'add', pieces: 0, seen: 10_000, reason: 'other', note: '', ...change })
const ledger = async (part: Part, query = '') => (await admin.get(`/parts/${part._id}/stock${query}`)).json<StockLedger>()

test('the ledger says when, who, why, of which order, and the stock after each move', async () => {
  const part = await shop.addPart()
  const ann = await shop.customer('ann')
  const order = await shop.placeOrder(ann, part, 2_000)
  expect((await move(part, { pieces: 500, reason: 'received', note: ' Delivery 4711 ' })).json()).toEqual({
    modifiedCount: 1,
    available: 8_500,
  })
  expect((await move(part, { pieces: -20, reason: 'sample' })).json()).toEqual({ modifiedCount: 1, available: 8_480 })
  await ann.delete(`/order/${order._id}`)

  expect((await ledger(part)).moves).toMatchObject([
    { kind: 'cancel', delta: 2_000, balance: 10_480, by: null, order: { number: order.number } },
    { kind: 'restock', delta: -20, balance: 8_480, by: admin.email, reason: 'sample' },
    { kind: 'restock', delta: 500, balance: 8_500, by: admin.email, reason: 'received', note: 'Delivery 4711', order: null },
    { kind: 'hold', delta: -2_000, balance: 8_000, order: { _id: order._id } },
    { kind: 'opening', delta: 10_000, balance: 10_000 },
  ])
  const second = await ledger(part, '?size=2&page=1')
  expect([second.count, second.available, second.moves.map(({ balance }) => balance)]).toEqual([5, 10_480, [8_500, 8_000]])
})

test('the moves of all parts are listed, the newest first, each with the stock of its part after it', async () => {
  const [one, other] = [await shop.addPart({ available: 300 }), await shop.addPart({ available: 40 })]
  await move(one, { pieces: 20, reason: 'received' })
  await move(other, { pieces: -5, reason: 'damaged' })
  await move(one, { pieces: -120, reason: 'sample' })
  const list = async (query: string) => (await admin.get(`/stock-moves${query}`)).json<AllStockMoves>()

  const { count, moves } = await list('?size=5')
  const last = await list(`?size=2&page=${count}`)
  const none = await list('?to=2001-01-01T00:00:00Z')

  expect(moves.map(({ part, delta, balance, reason }) => [part.partNumber, delta, balance, reason])).toEqual([
    [one.partNumber, -120, 200, 'sample'],
    [other.partNumber, -5, 35, 'damaged'],
    [one.partNumber, 20, 320, 'received'],
    [other.partNumber, 40, 40, null],
    [one.partNumber, 300, 300, null],
  ])
  expect(last.page).toBe(Math.ceil(count / 2) - 1)
  expect(none).toEqual({ count: 0, page: 0, moves: [] })
})

test('a counted stock corrects the one that was seen, so that what is sold meanwhile is not counted again', async () => {
  const part = await shop.addPart()
  await shop.placeOrder(await shop.customer('bob'), part, 3_000)

  const counted = await move(part, { change: 'set', pieces: 9_990, seen: 10_000, reason: 'counted' })

  expect(counted.json()).toEqual({ modifiedCount: 1, available: 6_990 })
  expect((await move(part, { change: 'set', pieces: 6_990, seen: 6_990, reason: 'counted' })).json()).toEqual({
    modifiedCount: 0,
    available: 6_990,
  })
  expect((await ledger(part)).moves[0]).toMatchObject({ kind: 'set', delta: -10, reason: 'counted' })
})

test('a stock never leaves its bounds, and a reason is one of those known', async () => {
  const part = await shop.addPart()
  const refused = [
    await move(part, { pieces: -10_001 }),
    await move(part, { change: 'set', pieces: -1, seen: 10_000 }),
    await move(part, { reason: 'lost' }),
  ]
  expect(refused.map((answer) => [answer.statusCode, answer.json().fields[0].field])).toEqual([
    [400, 'pieces'],
    [400, 'pieces'],
    [400, 'reason'],
  ])
  expect(await shop.stockOf(part)).toBe(10_000)
  expect((await admin.get(`/parts/${crypto.randomUUID()}/stock`)).statusCode).toBe(404)
})
