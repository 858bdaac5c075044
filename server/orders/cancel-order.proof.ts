import { expect, test } from 'vitest'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, intentsOf, orderRow, raceCancellations } from '#tests/support/shops/payments.ts'

const shop = await openShop()

test('cancelling and paying at the same moment, whatever the moment: either the money or the pieces, never both (25)', async () => {
  await raceCancellations(shop, 24)

  await expectBooksToBalance(shop)
})

test('opening the payment and cancelling at the same moment leaves no payment that could be paid (25)', async () => {
  const part = await shop.addPart({ available: 100_000 })
  const buyer = await shop.customer()
  for (let round = 0; round < 20; round++) {
    const order = await shop.placeOrder(buyer, part)
    await Promise.all([
      buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice }),
      buyer.delete(`/order/${order._id}`),
    ])
    await reconcilePayments(shop.services)

    expect((await orderRow(shop, order)).state).toBe('cancelled')
    for (const { status } of await intentsOf(shop, order)) expect(status).toBe('canceled')
  }
  expect(await shop.stockOf(part)).toBe(100_000)
})
