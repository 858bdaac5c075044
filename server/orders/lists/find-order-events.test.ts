import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { orderEvents } from '#database/tables/order-events.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  buyer = await shop.customer('ann')
})

const place = async () => shop.placeOrder(buyer, await shop.addPart())

async function pay(order: Order): Promise<void> {
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  await reportPaid(buyer, order, id)
}

async function eventsOf({ _id }: Order, reader = buyer): Promise<[string, string, string | null][]> {
  const { events } = (await reader.get(`/order/${_id}/events`)).json<{ events: OrderEvent[] }>()
  return events.map(({ kind, by, actor }) => [kind, by, actor])
}

test('an order tells when it was placed, paid and shipped; only admins learn who of the shop did it', async () => {
  const order = await place()
  await pay(order)
  await admin.put(`/orderShipped/${order._id}`)

  const before = [
    ['placed', 'customer', buyer.email],
    ['paid', 'customer', buyer.email],
  ]
  expect(await eventsOf(order)).toEqual([...before, ['shipped', 'shop', null], ['parcel', 'shop', null]])
  expect(await eventsOf(order, admin)).toEqual([...before, ['shipped', 'shop', admin.email], ['parcel', 'shop', admin.email]])
})

test.each([
  ['its buyer', () => buyer, 'customer'],
  ['an admin', () => admin, 'shop'],
] as const)('an order that %s cancelled still tells it', async (_, who, by) => {
  const order = await place()

  await who().delete(`/order/${order._id}`)

  expect((await eventsOf(order, admin)).at(-1)).toEqual(['cancelled', by, who().email])
})

test('a cancellation waiting for the payment to end is told before the cancellation', async () => {
  const order = await place()
  await openPaymentOf(buyer, order)

  await buyer.delete(`/order/${order._id}`)

  expect((await eventsOf(order)).map(([kind]) => kind)).toEqual(['placed', 'cancelling', 'cancelled'])
})

test('a refund tells its amount and the admin', async () => {
  const order = await place()
  await pay(order)

  await admin.post(`/order/${order._id}/refund`, { reason: 'A price slip' })

  const { events } = (await admin.get(`/order/${order._id}/events`)).json<{ events: OrderEvent[] }>()
  expect(events.at(-1)).toMatchObject({ kind: 'refunded', by: 'shop', actor: admin.email, refundedTotal: order.totalPrice })
})

test('each order of a quote has separate events', async () => {
  const lines = [{ part: await shop.addPart() }, { part: await shop.addPart() }]
  const [first, second] = (await orderQuote(buyer, await savedQuote(shop.db, buyer.userId, lines))).json<{ orders: Order[] }>().orders

  await buyer.delete(`/order/${first!._id}`)

  expect((await eventsOf(first!)).map(([kind]) => kind)).toEqual(['placed', 'cancelled'])
  expect((await eventsOf(second!)).map(([kind]) => kind)).toEqual(['placed'])
})

test("another customer's order, and an unknown one, are not found", async () => {
  const order = await place()
  const stranger = await shop.customer()

  for (const id of [order._id, '00000000-0000-4000-8000-000000000000']) {
    expect((await stranger.get(`/order/${id}/events`)).statusCode).toBe(404)
  }
})

test('what happened is not changed and not removed', async () => {
  await place()

  for (const change of [sql`update order_events set kind = 'paid'`, sql`delete from order_events`]) {
    await expect(shop.db.execute(change)).rejects.toMatchObject({ cause: { message: 'the events of an order are only added to' } })
  }
  expect(await shop.db.$count(orderEvents)).toBeGreaterThan(0)
})
