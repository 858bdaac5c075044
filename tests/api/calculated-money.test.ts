import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { arrives, matchWith, setLimit, stateOf, takesOnAccount, takeTransfers } from '#tests/support/shops/bank.ts'
import { chargeTax } from '#tests/support/shops/charging.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { paidOrder } from '#tests/support/shops/refunds.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

/** 3,000 pieces cost 49,200 dollars; price times quantity in JavaScript is 49199.99999999999. */
const [PRICE, QUANTITY, TOTAL] = [16.4, 3_000, 49_200]
const CALCULATED = PRICE * QUANTITY

let shop: TestShop
let admin: Customer
let buyer: Customer
let part: Part

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
  part = await shop.addPart({ price: PRICE, available: 1_000_000 })
})

// How many orders a buyer may leave unpaid has a limit.
beforeEach(async () => {
  buyer = await shop.customer()
})

const quoted = (): Promise<Quote> => saveQuote(buyer, { lines: [{ text: part.partNumber, quantity: QUANTITY }] })
const order = (): Promise<Order> => shop.placeOrder(buyer, part, QUANTITY)

/** Calls with the total that the caller saw, each for something new. */
const seenTotals: [string, (total: number) => Promise<{ statusCode: number; json(): { code?: string } }>][] = [
  [
    'a purchase',
    async (totalPrice) => {
      const { holdId } = (await holdPieces(buyer, part, QUANTITY)).json()
      return buyer.post('/inventory', { orderItem: { name: part.name, totalPrice, orderQuantity: QUANTITY, holdId, ...contact } })
    },
  ],
  [
    'the amount due of a purchase',
    async (amountDue) => {
      const { holdId } = (await holdPieces(buyer, part, QUANTITY)).json()
      const item = { name: part.name, totalPrice: TOTAL, amountDue, orderQuantity: QUANTITY, holdId, ...contact }
      return buyer.post('/inventory', { orderItem: item })
    },
  ],
  ['a payment', async (totalPrice) => buyer.post('/create-payment-intent', { orderId: (await order())._id, totalPrice })],
  [
    'fewer pieces',
    async (totalPrice) =>
      buyer.put(`/order/${(await shop.placeOrder(buyer, part, 5_000))._id}/pieces`, { orderQuantity: QUANTITY, totalPrice }),
  ],
  ['a quote', (total) => buyer.post('/quotes', { lines: [{ text: part.partNumber, quantity: QUANTITY }], total })],
  [
    'a changed quote',
    async (total) =>
      buyer.put(`/quotes/${(await quoted())._id}`, { version: 1, lines: [{ text: part.partNumber, quantity: QUANTITY }], total }),
  ],
  ['an ordered quote', async (total) => buyer.post(`/quotes/${(await quoted())._id}/order`, { version: 1, total, ...contact })],
  [
    'the amount due of an ordered quote',
    async (amountDue) => buyer.post(`/quotes/${(await quoted())._id}/order`, { version: 1, total: TOTAL, amountDue, ...contact }),
  ],
  [
    'an offer',
    async (total) =>
      admin.post(`/quotes/${(await quoted())._id}/offer`, {
        version: 1,
        lines: [{ row: 1, unitPrice: PRICE }],
        terms: '',
        validDays: 30,
        total,
      }),
  ],
  [
    'an order on account',
    async (due) => {
      const placed = await order()
      await setLimit(admin, buyer, 1e9)
      return takesOnAccount(buyer, placed, due)
    },
  ],
]

describe.each(seenTotals)('of %s', (_, ask) => {
  test.each([CALCULATED, TOTAL, TOTAL + 0.004])('the total %d is the same money', async (total) => {
    expect((await ask(total)).statusCode).toBe(200)
  })

  test.each([TOTAL - 0.01, TOTAL + 0.01])('the total %d, a cent off, is refused', async (total) => {
    const answer = await ask(total)

    expect([answer.statusCode, answer.json().code]).toEqual([409, 'TOTAL_CHANGED'])
  })
})

test('the only unpaid order of a calculated total is found by it', async () => {
  const another = await shop.customer()
  await shop.placeOrder(another, part, QUANTITY)

  expect((await another.post('/create-payment-intent', { totalPrice: CALCULATED })).statusCode).toBe(200)
  expect((await another.post('/create-payment-intent', { totalPrice: TOTAL + 0.01 })).statusCode).toBe(409)
})

test('the same purchase sent twice with a calculated total is one order', async () => {
  const { holdId } = (await holdPieces(buyer, part, QUANTITY)).json()
  const item = { name: part.name, totalPrice: CALCULATED, orderQuantity: QUANTITY, ...contact }

  const first = (await buyer.post('/inventory', { orderItem: { ...item, holdId } })).json<Order>()
  const again = (await buyer.post('/inventory', { orderItem: item })).json<Order>()

  expect(again._id).toBe(first._id)
})

test('prices of a part that were calculated are set and seen as what they are', async () => {
  const priced = await shop.addPart({ price: 3.3, priceBreaks: [{ from: 5_000, price: 2.3 }] })
  const noisy = { price: 1.1 * 3, priceBreaks: [{ from: 5_000, price: 2.3000000000000003 }] }

  const changed = await admin.put(`/parts/${priced._id}`, {
    price: 1.2 * 3,
    priceBreaks: [{ from: 5_000, price: 1.1 * 2 }],
    seenPrice: noisy.price,
    seen: noisy,
  })
  const raised = await admin.post('/price-changes', {
    percent: 0.1 + 0.2,
    places: 2,
    parts: [{ partsId: priced._id, seenPrice: 1.2 * 3 }],
  })
  const { img } = priced
  const added = await admin.post('/parts', { name: 'Calculated', price: 1.1 * 3, available: 5, description: 'x', img })

  expect(changed.json()).toMatchObject({ modifiedCount: 1, part: { price: 3.6, priceBreaks: [{ from: 5_000, price: 2.2 }] } })
  expect(raised.json()).toMatchObject({ modifiedCount: 1 })
  expect(added.statusCode).toBe(200)
  expect((await admin.put(`/parts/${priced._id}`, { price: 3, seenPrice: 3.6 })).statusCode).toBe(400)
  expect((await admin.put(`/parts/${priced._id}`, { price: 3.00001 })).statusCode).toBe(400)
})

test('an offer at a calculated price is at the price that it is', async () => {
  const quote = await quoted()

  const answer = await admin.post(`/quotes/${quote._id}/offer`, {
    version: 1,
    lines: [{ row: 1, unitPrice: 5.1 * 3 }],
    terms: '',
    validDays: 30,
    total: 5.1 * 3 * QUANTITY,
  })

  expect(answer.statusCode).toBe(200)
  expect((await buyer.get(`/quotes/${quote._id}`)).json<Quote>().lines[0]).toMatchObject({ unitPrice: 15.3, lineTotal: 45_900 })
})

test('a price that was calculated is a bound of a search', async () => {
  const found = await shop.addPart({ name: 'Bound of a search', price: 3.3 })

  const search = async (query: string) => (await shop.visitor.get(`/searchParts?q=${encodeURIComponent(found.name)}&${query}`)).json()

  expect((await search(`minPrice=${1.1 * 3}`)).count).toBe(1)
  expect((await search(`maxPrice=${3.2999999999999998}`)).count).toBe(1)
  expect((await search('minPrice=3.3001')).count).toBe(0)
})

describe('an amount that is set', () => {
  test('of a refund may be calculated, but is not a fraction of a cent', async () => {
    const { order: paid } = await paidOrder(shop)

    const refund = (amount: number) => admin.post(`/order/${paid._id}/refund`, { reason: 'Scratched', amount })

    expect((await refund(0.1 + 0.2)).json()).toMatchObject({ order: { refundedTotal: 0.3 } })
    expect((await refund(1.005)).statusCode).toBe(400)
  })

  test('of a credit limit may be calculated, but is not a fraction of a cent', async () => {
    expect((await setLimit(admin, buyer, CALCULATED)).json()).toMatchObject({ limit: TOTAL })
    expect((await setLimit(admin, buyer, 100.005)).statusCode).toBe(400)
  })

  test('of money that has arrived may be calculated', async () => {
    const placed = await order()
    const movement = await arrives(shop, admin, { amount: TOTAL, text: `calculated ${placed.number}` })

    expect((await matchWith(admin, movement, [{ billId: placed._id, amount: CALCULATED }])).statusCode).toBe(200)
    expect((await stateOf(shop, placed)).state).toBe('paid')
  })

  test.each([1.1, 8.19, 19.99, 0.1 + 0.2])('of a tax rate of %d % has two places', async (rate) => {
    const country = { 1.1: 'AT', 8.19: 'BE', 19.99: 'BG' }[rate] ?? 'CZ'

    const answer = await admin.post('/tax-rates', { country, from: '2199-01-01', rate })

    expect(answer.json()).toMatchObject({ rate: { country, rate: Math.round(rate * 100) / 100 } })
    expect((await admin.post('/tax-rates', { country, from: '2199-02-01', rate: 8.195 })).statusCode).toBe(400)
  })
})

test('the tax of a calculated amount is that of the money that it is', async () => {
  await chargeTax(admin)
  const shipTo = { country: 'DE', postalCode: '10115' }

  const preview = async (total: number) => (await buyer.post('/tax-preview', { amounts: [{ total, shipTo }] })).json()

  expect(await preview(CALCULATED)).toEqual(await preview(TOTAL))
})
