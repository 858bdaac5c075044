import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { Part } from '#contract/parts.ts'
import { arrives, decide } from '#tests/support/shops/bank.ts'
import { openShop, type Client, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { sellAt } from '#tests/support/shops/sell-at.ts'

let shop: TestShop
let admin: Customer
let part: Part

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  part = await shop.addPart({ available: 1_000_000 })
})

type Row = { _id: string }

/** A page's rows, whatever its answer is called. */
async function pageOf(reader: Client, path: string): Promise<Row[]> {
  const answer = await reader.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  const read = answer.json<Row[] | Record<string, Row[]>>()
  return Array.isArray(read) ? read : (read.quotes ?? read.papers ?? read.returns ?? read.parts ?? read.movements)!
}

/** Reads a list in pages of two rows, each from the last row of the one before on, and works off the rows of a page before the next one. */
async function workOff(reader: Client, path: string, work: (row: Row) => Promise<unknown>): Promise<string[]> {
  const ids: string[] = []
  for (let rows = await pageOf(reader, `${path}size=2&page=0`); rows.length > 0;) {
    ids.push(...rows.map(({ _id }) => _id))
    for (const row of rows) await work(row)
    rows = await pageOf(reader, `${path}size=2&after=${rows.at(-1)!._id}`)
  }
  return ids
}

/** Five unpaid orders of a new buyer, oldest first. */
async function fiveOrders(): Promise<{ buyer: Customer; ids: string[] }> {
  const buyer = await shop.customer('ann')
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await shop.placeOrder(buyer, part))._id)
  return { buyer, ids }
}

const cancel = ({ _id }: Row) => admin.delete(`/order/${_id}`)
const changeReference = ({ _id }: Row) => admin.put(`/order/${_id}/reference`, { reference: randomUUID().slice(0, 8), seen: '' })

test.each([
  ['state=unpaid&', cancel],
  ['state=unpaid&newestFirst=true&', cancel],
  ['from=2026-01-01T00:00:00Z&state=unpaid&', cancel],
  ['from=2026-01-01T00:00:00Z&newestFirst=true&state=unpaid&', cancel],
  ['', cancel],
  ['newestFirst=true&', cancel],
  ['changedSince=2026-01-01T00:00:00Z&', changeReference],
])('a customer’s list of orders, ?%s, is worked off page by page without one that is left out', async (query, work) => {
  const { buyer, ids } = await fiveOrders()

  const read = await workOff(buyer, `/order?customer=${buyer.email}&${query}`, work)

  expect(read).toEqual(query.includes('newestFirst') ? ids.toReversed() : ids)
})

test('all orders that a text finds are worked off page by page', async () => {
  const { buyer, ids } = await fiveOrders()

  expect(await workOff(admin, `/allOrder?q=${buyer.email}&state=unpaid&`, cancel)).toEqual(ids)
})

test('paid orders are shipped page by page, and each is shipped', async () => {
  const buyer = await shop.customer('bob')
  for (let count = 0; count < 5; count++) await sellAt(shop.db, { buyer, part, quantity: 1_000, paidAt: sql`now()` })

  await workOff(admin, `/allOrder?customer=${buyer.email}&state=paid&`, ({ _id }) => admin.put(`/orderShipped/${_id}`))

  expect((await admin.get(`/allOrderStates?customer=${buyer.email}`)).json()).toMatchObject({ paid: 0, shipped: 5 })
})

test('changed orders are all on the numbered pages, too, when they change again between two of them', async () => {
  const { buyer, ids } = await fiveOrders()
  const path = `/order?customer=${buyer.email}&changedSince=2026-01-01T00:00:00Z&size=2`

  const read: string[] = []
  for (const page of [0, 1, 2]) {
    const rows = await pageOf(buyer, `${path}&page=${page}`)
    read.push(...rows.map(({ _id }) => _id))
    for (const row of rows) await changeReference(row)
  }

  expect(read).toEqual(ids)
})

test('quotes are deleted and withdrawn page by page', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const fiveOf = async (buyer: Customer) => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift((await saveQuote(buyer, { lines: [{ text: part.partNumber }] }))._id)
    return ids
  }
  const [deleted, withdrawn] = [await fiveOf(ann), await fiveOf(bob)]

  expect(await workOff(ann, '/quotes?', ({ _id }) => ann.delete(`/quotes/${_id}`))).toEqual(deleted)
  const withdraw = ({ _id }: Row) => admin.post(`/quotes/${_id}/void`, { version: 1, reason: 'Wrong price' })
  expect(await workOff(admin, `/allQuotes?state=open&q=${bob.email}&`, withdraw)).toEqual(withdrawn)
})

test('returns are answered page by page', async () => {
  const buyer = await shop.customer('bob')
  for (let count = 0; count < 3; count++) await sellAt(shop.db, { buyer, part, quantity: 1_000, paidAt: sql`now()` })
  const asked: string[] = []
  for (const { _id } of (await buyer.get(`/order?customer=${buyer.email}`)).json<Order[]>()) {
    await admin.put(`/orderShipped/${_id}`)
    const answer = await buyer.post(`/order/${_id}/returns`, { pieces: 1, reason: 'damaged', note: 'Broken', pictures: [] })
    asked.unshift(answer.json<Row>()._id)
  }

  expect(await workOff(admin, '/returns?state=asked&', ({ _id }) => admin.put(`/returns/${_id}/refuse`, { answer: 'No' }))).toEqual(asked)
})

test('movements of the bank are decided page by page', async () => {
  const arrived: string[] = []
  for (const [amount, day] of [
    [1, '2026-11-20'],
    [2, '2026-11-21'],
    [3, '2026-11-21'],
    [4, '2026-11-22'],
    [5, '2026-11-22'],
  ] as const)
    arrived.unshift((await arrives(shop, admin, { amount, day, text: `Rent ${amount}` }))._id)
  const ignore = (movement: Row) => decide(admin, movement, { outcome: 'not-ours', reason: 'Rent' })

  expect(await workOff(admin, '/bank/movements?show=open&', ignore)).toEqual(arrived)
  expect((await admin.get('/bank/movements?show=open')).json()).toMatchObject({ open: 0 })
})

test('parts that run low are filled up page by page, in the order of the list alone', async () => {
  const low: string[] = []
  for (let count = 0; count < 5; count++) low.unshift((await shop.addPart({ available: 10 }))._id)
  const fillUp = ({ _id }: Row) =>
    admin.post(`/parts/${_id}/stock`, { change: 'add', pieces: 5_000, reason: 'received', note: '', seen: 10 })

  const read = await workOff(admin, '/parts?show=low&', fillUp)

  expect(read).toEqual(low)
  expect((await admin.get('/parts?show=low')).json()).toMatchObject({ count: 0 })
  for (const place of ['sort=available', 'q=part']) {
    const refused = await admin.get(`/parts?${place}&after=${low[0]}`)
    expect([refused.statusCode, refused.json().fields]).toEqual([400, [expect.objectContaining({ field: 'after' })]])
  }
})

test.each([
  '/allOrder?',
  '/allQuotes?',
  '/quotes?',
  '/papers?',
  '/allPapers?',
  '/returns?',
  '/parts?',
  '/bank/movements?',
  '/allOrder?changedSince=2026-01-01T00:00:00Z&',
])('an id that no row of %s has, and what is no id, are refused at `after`', async (path) => {
  for (const after of [randomUUID(), 'O-000001', '']) {
    const answer = await admin.get(`${path}after=${after}`)

    expect([answer.statusCode, answer.json().fields?.[0]?.field]).toEqual([400, 'after'])
  }
})
