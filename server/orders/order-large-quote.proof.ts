import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { orders } from '#database/tables/orders.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup, orderQuote, savedQuote, statesOf } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { placedEarlier } from '#tests/support/shops/placed-earlier.ts'
import { expireUnpaidOrders } from './expire-unpaid-orders.ts'

let shop: TestShop
let buyer: Customer
const parts: Part[] = []

beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.customer()
  for (let index = 0; index < MAXIMUM_ORDERED_LINES; index++) parts.push(await shop.addPart({ available: 1_000, price: 0.5 }))
})

/** Orders all pieces of all parts: as many lines as one quote may order at once. */
async function orderAll(): Promise<OrderGroup> {
  const lines = parts.map((part) => ({ part }))
  return (await orderQuote(buyer, await savedQuote(shop.db, buyer.userId, lines))).json()
}

test('five hundred orders of one quote expire together, and their pieces can be ordered again and paid in one payment', async () => {
  const first = await orderAll()
  await shop.db.update(orders).set(placedEarlier('8 days')).where(eq(orders.groupId, first.groupId))
  expect(await expireUnpaidOrders(shop.services)).toBe(MAXIMUM_ORDERED_LINES)

  const second = await orderAll()
  const secret = await openPaymentOfGroup(buyer, second)
  await payByCard(shop, secret)
  await reportPaid(buyer, second.orders[0]!, intentIdOf(secret))

  expect(await statesOf(shop, first)).toEqual(Array(MAXIMUM_ORDERED_LINES).fill('cancelled'))
  expect(await statesOf(shop, second)).toEqual(Array(MAXIMUM_ORDERED_LINES).fill('paid'))
  await expectBooksToBalance(shop)
})
