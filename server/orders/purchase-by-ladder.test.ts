import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let buyer: Customer
let part: Part

beforeAll(async () => {
  shop = await openShop()
})

beforeEach(async () => {
  buyer = await shop.customer('ann')
  part = await shop.addPart({
    price: 0.0095,
    available: 60_000,
    priceBreaks: [
      { from: 5_000, price: 0.0093 },
      { from: 10_000, price: 0.0071 },
    ],
  })
})

/** What the part screen sends: the rest of the stock, and in our own client also how many pieces are meant. */
const hold = (quantity: number, more: object = {}) =>
  buyer.put(`/inventory/${part._id}`, {
    restAvailable: {
      img: part.img,
      name: part.name,
      price: part.price,
      available: part.available - quantity,
      description: part.description,
    },
    userInfo: { email: buyer.email },
    ...more,
  })

const order = (quantity: number, totalPrice: number) =>
  buyer.post('/inventory', {
    orderItem: { img: part.img, name: part.name, totalPrice, email: buyer.email, orderQuantity: quantity, displayName: 'ann', ...contact },
    userInfo: { email: buyer.email },
  })

test.each([
  [9_999, 0.0093, 92.99],
  [10_000, 0.0071, 71],
  [25_001, 0.0071, 177.51],
])('%d pieces cost $%d each and $%d together, with and without orderQuantity', async (quantity, price, totalPrice) => {
  for (const more of [{ orderQuantity: quantity }, {}]) {
    part = { ...part, available: await shop.stockOf(part) }

    const held = await hold(quantity, more)
    const placed = await order(quantity, totalPrice)

    expect(held.json()).toMatchObject({ modifiedCount: 1, price, totalPrice })
    expect(placed.json()).toMatchObject({ orderQuantity: quantity, totalPrice })
  }
})

test('the price without the ladder is refused with the current figures, and nothing is written', async () => {
  await hold(10_000)

  const placed = await order(10_000, 95)

  expect(placed.statusCode).toBe(409)
  expect(placed.json()).toMatchObject({
    code: 'TOTAL_CHANGED',
    current: { price: 0.0071, totalPrice: 71, orderQuantity: 10_000 },
  })
  expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toEqual([])
})

test('what is charged is the total of the ladder, found by that total alone', async () => {
  await hold(10_000)
  const placed = (await order(10_000, 71)).json()

  const opened = await buyer.post('/create-payment-intent', { totalPrice: 71 })

  expect(opened.json()).toMatchObject({ clientSecret: expect.any(String) })
  expect((await shop.processor.intents()).find(({ orderId }) => orderId === placed._id)).toMatchObject({ amountCents: 7_100 })
})

test('an order whose hold is gone takes the pieces anew at the price of the ladder', async () => {
  const placed = await order(10_000, 71)

  expect(placed.json()).toMatchObject({ orderQuantity: 10_000, totalPrice: 71 })
})
