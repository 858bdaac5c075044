import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { holds, orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { lockUntilReleased, untilWaiting } from '#tests/support/database/lock-waits.ts'
import { holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { tryToFinishCancelling } from './try-to-finish-cancelling.ts'
import { checkLastingInvariants } from '../run/invariants/check-invariants.ts'
import { endOpenPurchases } from './end-open-purchases.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

const endAll = ({ userId }: Customer) => transaction(shop.db, (tx) => endOpenPurchases(tx, userId))
const setAside = async ({ userId }: Customer) =>
  (await shop.db.$count(holds, and(eq(holds.userId, userId), eq(holds.state, 'held')))) +
  (await shop.db.$count(orders, and(eq(orders.userId, userId), inArray(orders.state, ['unpaid', 'cancelling']))))

test('all pieces that an account has set aside go back into stock, and those of others stay', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const [held, ordered] = [await shop.addPart(), await shop.addPart()]
  await holdPieces(ann, held, 2_000)
  await shop.placeOrder(ann, ordered, 3_000)
  await shop.placeOrder(bob, ordered, 1_000)

  const ended = await endAll(ann)

  expect(ended).toEqual({ releasedHolds: 1, cancelledOrders: 1, transferredCents: 0, toFinish: [] })
  expect([await shop.stockOf(held), await shop.stockOf(ordered)]).toEqual([10_000, 9_000])
  expect([await setAside(ann), await setAside(bob)]).toEqual([0, 1])
})

test('an order with an open payment returns its pieces once the provider has ended the payment', async () => {
  const ann = await shop.customer('ann')
  const part = await shop.addPart()
  const order = await shop.placeOrder(ann, part)
  await ann.post('/create-payment-intent', { totalPrice: order.totalPrice, orderId: order._id })

  const { toFinish } = await endAll(ann)
  const before = await shop.stockOf(part)
  const cancelled = await tryToFinishCancelling(shop.services, toFinish[0]!)

  expect(before).toBe(9_000)
  expect(cancelled).toEqual([order._id])
  expect(await shop.stockOf(part)).toBe(10_000)
})

test('a purchase that has passed the look at its session is ended with the account', async () => {
  const ann = await shop.customer('ann')
  const part = await shop.addPart()
  const release = await lockUntilReleased(shop.db, (tx) => tx.execute(sql`select from parts where id = ${part._id}::uuid for update`))
  const buying = holdPieces(ann, part, 1_000)
  await untilWaiting(shop.db, 1)

  const ending = endAll(ann)
  await untilWaiting(shop.db, 2)
  await release()

  expect((await buying).json().modifiedCount).toBe(1)
  expect((await ending).releasedHolds).toBe(1)
  expect(await shop.stockOf(part)).toBe(10_000)
})

test('purchases made while the account is being ended are ended with it, or stay complete', async () => {
  const ann = await shop.customer('ann')
  const parts = await Promise.all(Array.from({ length: 8 }, () => shop.addPart()))

  const buying = Promise.allSettled(parts.map((part) => shop.placeOrder(ann, part)))
  for (let round = 0; round < 3; round++) await endAll(ann)
  await buying
  await endAll(ann)

  expect(await Promise.all(parts.map((part) => shop.stockOf(part)))).toEqual(parts.map(() => 10_000))
  expect(await checkLastingInvariants(shop.db)).toEqual([])
})
