import { expect, test } from 'vitest'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { eq } from 'drizzle-orm'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { groupNow, openPaymentOfGroup, orderQuote, savedQuote, statesOf } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, intentsOf, payByCard, race } from '#tests/support/shops/payments.ts'
import { reconcilePayments } from '../payment-events/reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

const shop = await openShop()

const intentsFor = ({ groupId }: OrderGroup) => intentsOf(shop, { _id: groupId })
const refundsFor = async ({ orders: [first] }: OrderGroup) =>
  shop.db.select().from(returnedPayments).where(eq(returnedPayments.orderId, first!._id))
const cancel = async (buyer: Customer, { orders: placed }: OrderGroup, index: number): Promise<number> =>
  (await buyer.delete(`/order/${placed[index]!._id}`)).json().deletedCount

test('paying a group and cancelling one of its orders concurrently, whatever the moment: never half, never both (25)', async () => {
  const part = await shop.addPart({ available: 1_000_000 })
  const buyer = await shop.customer()
  let won = 0
  for (let round = 0; round < 32; round++) {
    const quote = await savedQuote(shop.db, buyer.userId, [{ part }, { part, quantity: 2_000 }])
    const group: OrderGroup = (await orderQuote(buyer, quote)).json()
    const secret = await openPaymentOfGroup(buyer, group)
    const [payment, deletedCount] = await race(
      shop,
      round,
      () => payByCard(shop, secret),
      () => cancel(buyer, group, 0),
    )
    await settlePayment(shop.services, intentIdOf(secret))

    const isPaid = payment.status === 'succeeded'
    expect(deletedCount).toBe(isPaid ? 0 : 1)
    expect(await statesOf(shop, group)).toEqual(isPaid ? ['paid', 'paid'] : ['cancelled', 'unpaid'])
    expect(await refundsFor(group)).toEqual([])
    if (isPaid) won++
    else await cancel(buyer, group, 1)
  }
  expect(await shop.stockOf(part)).toBe(1_000_000 - won * 3_000)
  await expectBooksToBalance(shop)
})

test('opening the payment and cancelling two orders concurrently leaves no payment of a wrong sum (25)', async () => {
  const part = await shop.addPart({ available: 1_000_000 })
  const buyer = await shop.customer()
  for (let round = 0; round < 12; round++) {
    const quote = await savedQuote(shop.db, buyer.userId, [{ part }, { part, quantity: 2_000 }, { part, quantity: 4_000 }])
    const group: OrderGroup = (await orderQuote(buyer, quote)).json()
    const open = () => buyer.post('/create-payment-intent', { orderId: group.orders[2]!._id, totalPrice: group.totalPrice })
    if (round % 2 === 0) await open()

    await Promise.all([open(), cancel(buyer, group, 0), open(), cancel(buyer, group, 1), open()])
    await reconcilePayments(shop.services)

    expect(await statesOf(shop, group)).toEqual(['cancelled', 'cancelled', 'unpaid'])
    const secret = await openPaymentOfGroup(buyer, await groupNow(buyer, group))
    const payable = (await intentsFor(group)).filter(({ status }) => status === 'requires_payment_method')
    expect(payable).toMatchObject([{ id: intentIdOf(secret), amountCents: 1_000_000 }])
    await cancel(buyer, group, 2)
  }
  expect(await shop.stockOf(part)).toBe(1_000_000)
})
