import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let ann: Customer
/** Ids of the orders, oldest first: Ann's, Bob's, Ann's, which is paid, and Bob's. */
let placed: string[]

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
  const [bob, part] = await Promise.all([shop.customer('bob'), shop.addPart({ available: 100_000 })])
  const orders = []
  for (const buyer of [ann, bob, ann, bob]) orders.push(await shop.placeOrder(buyer, part))
  const { id } = await payByCard(shop, await openPaymentOf(ann, orders[2]!))
  await reportPaid(ann, orders[2]!, id)
  placed = orders.map(({ _id }) => _id)
})

const ids = async (query: string) => (await admin.get(`/allOrder?page=0&${query}`)).json().map(({ _id }: { _id: string }) => _id)

test('pages of orders begin at the newest where that is asked for', async () => {
  const pages = [0, 1, 2].map((page) => admin.get(`/allOrder?page=${page}&size=3&newestFirst=true`))

  const shown = (await Promise.all(pages)).map((answer) => answer.json().map(({ _id }: { _id: string }) => _id))

  expect(shown).toEqual([placed.slice(1).toReversed(), placed.slice(0, 1), []])
})

test('orders are filtered by state and by customer, in both orders', async () => {
  const { email } = ann
  const [first, second, third, fourth] = placed

  expect(await ids('state=paid')).toEqual([third])
  expect(await ids('state=unpaid&newestFirst=true')).toEqual([fourth, second, first])
  expect(await ids(`customer=${email.toUpperCase()}`)).toEqual([first, third])
  expect(await ids(`customer=${email}&state=unpaid&newestFirst=true`)).toEqual([first])
  expect(await ids('customer=unknown@example.com')).toEqual([])
  expect(await ids('state=cancelled')).toEqual([])
  expect((await admin.get('/allOrder?page=0&state=cancelling')).statusCode).toBe(400)
})

test('orders are counted by state, of all customers and of one', async () => {
  const { email } = ann
  const counts = async (query = '') => (await admin.get(`/allOrderStates${query}`)).json()

  expect(await counts()).toEqual({ unpaid: 3, paid: 1, shipped: 0, refunded: 0, cancelled: 0 })
  expect(await counts(`?customer=${email}`)).toEqual({ unpaid: 1, paid: 1, shipped: 0, refunded: 0, cancelled: 0 })
  await admin.put(`/orderShipped/${placed[2]}`)
  expect(await counts()).toEqual({ unpaid: 3, paid: 0, shipped: 1, refunded: 0, cancelled: 0 })
  expect(await counts(`?customer=${email}`)).toEqual({ unpaid: 1, paid: 0, shipped: 1, refunded: 0, cancelled: 0 })
})

test('orders are filtered and counted by the time at which they were placed, with every other filter', async () => {
  const { email } = ann
  const [first, second, third, fourth] = placed
  for (const [id, at] of [
    [first, '2026-01-01T00:00:00Z'],
    [second, '2026-01-03T00:00:00Z'],
    [third, '2026-01-02T00:00:00Z'],
  ])
    await shop.db.execute(sql`update orders set placed_at = ${at}::timestamptz where id = ${id}::uuid`)

  expect(await ids('from=2026-01-02T00:00:00Z')).toEqual([third, second, fourth])
  expect(await ids('to=2026-01-02T00:00:00Z')).toEqual([first])
  expect(await ids('from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00%2B01:00&newestFirst=true')).toEqual([third, first])
  expect(await ids(`from=2026-01-01T12:00:00Z&to=2026-02-01T00:00:00Z&customer=${email}`)).toEqual([third])
  expect(await ids('to=2026-02-01T00:00:00Z&state=unpaid')).toEqual([first, second])
  expect((await admin.get('/allOrder?page=0&from=yesterday')).statusCode).toBe(400)
  expect((await admin.get('/allOrder?page=0&from=2026-01-01T23:59:60Z')).statusCode).toBe(400)
  expect(await ids('from=2026-01-02t00:00:00z')).toEqual([third, second, fourth])
  const counts = async (query: string) => (await admin.get(`/allOrderStates?${query}`)).json()
  expect(await counts('to=2026-01-04T00:00:00Z')).toEqual({ unpaid: 2, paid: 0, shipped: 1, refunded: 0, cancelled: 0 })
  expect(await counts(`from=2026-01-02T00:00:00Z&customer=${email}`)).toEqual({ unpaid: 0, paid: 0, shipped: 1, refunded: 0, cancelled: 0 })
})
