import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { arrives, choosesTransfer, decide, matchWith, movementsOf, stateOf, takeTransfers, toGiveBack } from '#tests/support/shops/bank.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid, unpaidOrder, expectBooksToBalance } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
})

test('an order that was paid by card meanwhile is not paid again; the transfer is to go back', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await choosesTransfer(buyer, order)
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `late ${order.number}` })

  const answer = await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])
  const back = await decide(admin, movement, { outcome: 'give-back', reason: `${order.number} was paid by card` })

  expect(movement.proposal).toBeNull()
  expect(answer.json()).toMatchObject({ code: 'BILL_NOT_OPEN' })
  expect(back.json()).toEqual({ paid: [], over: order.totalPrice })
  expect((await toGiveBack(admin)).find(({ _id }) => _id === movement._id)).toMatchObject({ amount: order.totalPrice })
})

test('card payment and confirmation in the same moment: one payment, and the other money is seen', async () => {
  const races = 12
  const outcomes = { card: 0, bank: 0 }
  for (let race = 0; race < races; race++) {
    const { buyer, order } = await unpaidOrder(shop)
    const secret = await openPaymentOf(buyer, order)
    const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `race ${order.number}` })
    const match = () => matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])
    // Each side is first once; the others start together.
    const [card, answer] =
      race === 0
        ? [await payByCard(shop, secret), await match()]
        : race === 1
          ? await match().then(async (first) => [await payByCard(shop, secret), first] as const)
          : await Promise.all([payByCard(shop, secret), match()])
    await reconcilePayments(shop.services)

    const { state, transactionId } = await stateOf(shop, order)
    expect(state).toBe('paid')
    if (transactionId!.startsWith('bank_')) {
      outcomes.bank++
      expect(answer.statusCode).toBe(200)
      // No card money, or all of it on its way back.
      if (card.status === 'succeeded') {
        const { rows } = await shop.db.execute(sql`select from refunds where payment_intent = ${card.id}::text`)
        expect(rows).toHaveLength(1)
      }
    } else {
      outcomes.card++
      expect(answer.statusCode).toBe(409)
      expect((await movementsOf(admin, `q=${encodeURIComponent(`race ${order.number}`)}`))[0]!.decision).toBeNull()
    }
  }
  expect(outcomes.bank).toBeGreaterThan(0)
  expect(outcomes.card).toBeGreaterThan(0)
  await expectBooksToBalance(shop)
})

test('after the transfer no card payment is opened, and an old one cannot take money', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `closed ${order.number}` })
  await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])

  expect((await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })).json()).toMatchObject({
    code: 'ORDER_ALREADY_PAID',
  })
  const intent = await payByCard(shop, secret).catch(() => undefined)
  expect(intent?.status).not.toBe('succeeded')
})
