import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Order, Reorder } from '#contract/orders/orders.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Client, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

const again = (who: Client, ...orders: Pick<Order, '_id'>[]) => who.post('/orders/reorder', { orders: orders.map(({ _id }) => _id) })

test('orders are answered with what they cost then and cost today, in the order in which they are named', async () => {
  const [risen, same] = [await shop.addPart({ available: 10_000, price: 2 }), await shop.addPart({ available: 10_000, price: 1 })]
  const [first, second] = [await shop.placeOrder(ann, risen, 2_000), await shop.placeOrder(ann, same, 1_000)]
  await admin.put(`/parts/${risen._id}`, { price: 3 })

  const answer = (await again(ann, second, first)).json<Reorder>()

  expect(answer).toMatchObject({
    lines: [
      { orderId: second._id, number: second.number, ordered: { price: 1, totalPrice: 1_000 }, today: { price: 1, totalPrice: 1_000 } },
      {
        orderId: first._id,
        orderQuantity: 2_000,
        ordered: { price: 2, totalPrice: 4_000 },
        today: { price: 3, totalPrice: 6_000 },
        available: 8_000,
        enough: true,
      },
    ],
    orderedTotal: 5_000,
    todayTotal: 7_000,
  })
})

test('a part that is no longer sold has no price today, and the stock is counted over all lines', async () => {
  const [gone, scarce] = [await shop.addPart(), await shop.addPart({ available: 5_000, price: 1 })]
  const ofGone = await shop.placeOrder(ann, gone)
  const ofScarce = [await shop.placeOrder(ann, scarce, 2_000), await shop.placeOrder(ann, scarce, 1_500)]
  await admin.delete(`/parts/${gone._id}`)

  const { lines, todayTotal } = (await again(ann, ofGone, ...ofScarce)).json<Reorder>()

  expect(lines[0]).toMatchObject({ today: null, available: 0, enough: false })
  expect(lines.slice(1).map(({ available, enough }) => [available, enough])).toEqual([
    [1_500, false],
    [1_500, false],
  ])
  expect(todayTotal).toBe(3_500)
})

test('a cancelled order can be ordered again', async () => {
  const order = await shop.placeOrder(ann, await shop.addPart())
  await ann.delete(`/order/${order._id}`)

  expect((await again(ann, order)).json<Reorder>().lines).toMatchObject([{ orderId: order._id, enough: true }])
})

test("another customer's order, and an unknown one, are not found; an admin may look at any", async () => {
  const [own, foreign] = [await shop.placeOrder(ann, await shop.addPart()), await shop.placeOrder(admin, await shop.addPart())]

  expect((await again(ann, own, foreign)).statusCode).toBe(404)
  expect((await again(ann, own, { _id: randomUUID() })).statusCode).toBe(404)
  expect((await again(admin, own)).statusCode).toBe(200)
})

test('a program reads what orders cost today and saves them as a quote', async () => {
  const order = await shop.placeOrder(ann, await shop.addPart({ price: 2 }), 1_000)
  const { ask } = await programOf(shop, ann, ['orders:read', 'quotes:write'])

  const { lines } = (await ask('POST', '/orders/reorder', { orders: [order._id] })).json<Reorder>()
  const quote = await ask('POST', '/quotes', {
    lines: lines.map(({ name, orderQuantity, partsId }) => ({ text: name, quantity: orderQuantity, partsId })),
  })

  expect(quote.json<Quote>().total).toBe(lines[0]!.today!.totalPrice)
})

test('an order that is named twice, also by its id in capitals, is refused at the field', async () => {
  const order = await shop.placeOrder(ann, await shop.addPart(), 1_000)
  const inCapitals = { _id: order._id.toUpperCase() }

  expect((await again(ann, order, inCapitals)).json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'orders' }] })
  expect((await again(ann, inCapitals)).json<Reorder>().lines).toMatchObject([{ orderId: order._id }])
})
