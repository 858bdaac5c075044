import { expect, test } from 'vitest'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { cardEntry, cards, openPaymentOf, orderRow, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'

const shop = await openShop()

const enterCard = async (changes: object) =>
  (await shop.visitor.post('/sandbox/payment-methods', { ...cardEntry(cards.pays), ...changes })).json()

const act = async (clientSecret: string, outcome: 'complete' | 'fail') =>
  (await shop.visitor.post(`/sandbox/payment-intents/${intentIdOf(clientSecret)}/action`, { clientSecret, outcome })).json()

test.each([
  ['4242424242424242', 'visa', '4242'],
  ['5555 5555 5555 4444', 'mastercard', '4444'],
  ['3782-822463-10005', 'amex', '0005'],
])('card %s is a %s', async (number, brand, last4) => {
  expect(await enterCard({ number })).toEqual({ id: expect.stringMatching(/^pm_[A-Za-z0-9]{24}$/), card: { brand, last4 } })
})

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
  ['4111111111111111', 'Your card was declined. Your request was in test mode, but used a non test card.'],
])('paying with card %s shows: %s, and another card can be tried (28)', async (number, message) => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)

  const refused = await payByCard(shop, secret, number)
  const report = await reportPaid(buyer, order, intentIdOf(secret))
  const paid = await payByCard(shop, await openPaymentOf(buyer, order))

  expect(refused).toMatchObject({ status: 'requires_payment_method', error: { message } })
  expect(report.statusCode).toBe(402)
  expect(paid).toEqual({ id: intentIdOf(secret), status: 'succeeded' })
})

test.each([
  [{ number: '4242424242424241' }, 'Your card number is invalid.'],
  [{ number: 'not a number' }, 'Your card number is invalid.'],
  [{ number: '4242' }, 'Your card number is incomplete.'],
  [{ number: '' }, 'Your card number is incomplete.'],
  [{ expMonth: 13 }, "Your card's expiration month is invalid."],
  [{ expYear: 20 }, "Your card's expiration year is in the past."],
  [{ expYear: 2_200 }, "Your card's expiration year is invalid."],
  [{ cvc: '12' }, "Your card's security code is incomplete."],
  [{ cvc: '12345' }, "Your card's security code is invalid."],
])('a card with %j is not accepted: %s', async (changes, message) => {
  expect(await enterCard(changes)).toEqual({ error: { code: expect.any(String), message } })
})

test('a card that requires a second step pays once it is passed (28)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)

  const asked = await payByCard(shop, secret, cards.secondStep)
  const early = await reportPaid(buyer, order, intentIdOf(secret))
  const passed = await act(secret, 'complete')

  expect(asked.status).toBe('requires_action')
  expect(early.statusCode).toBe(402)
  expect(passed.status).toBe('succeeded')
})

test('a failed or abandoned second step leaves the order unpaid and payable (28)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  await payByCard(shop, secret, cards.secondStep)

  const failed = await act(secret, 'fail')
  const state = (await orderRow(shop, order)).state
  await payByCard(shop, secret, cards.secondStep)
  const another = await payByCard(shop, secret)

  expect(failed).toMatchObject({ status: 'requires_payment_method', error: { code: expect.any(String) } })
  expect(state).toBe('unpaid')
  expect(another.status).toBe('succeeded')
})

test('a slow card is processed for a while and then pays (28)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)

  const answer = await payByCard(shop, secret, cards.slow)

  expect(answer.status).toBe('processing')
  await expect
    .poll(async () => {
      const path = `/sandbox/payment-intents/${intentIdOf(secret)}?clientSecret=${secret}`
      return (await shop.visitor.get(path)).json()
    })
    .toEqual({ id: intentIdOf(secret), status: 'succeeded' })
})

test('without the client secret a payment cannot be read, confirmed or acted on', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const id = intentIdOf(await openPaymentOf(buyer, order))
  const clientSecret = `${id}_secret_guessed`
  const paymentMethod = (await enterCard({})).id

  const answers = [
    await shop.visitor.get(`/sandbox/payment-intents/${id}?clientSecret=${clientSecret}`),
    await shop.visitor.post(`/sandbox/payment-intents/${id}/confirm`, { clientSecret, paymentMethod }),
    await shop.visitor.post(`/sandbox/payment-intents/${id}/action`, { clientSecret, outcome: 'complete' }),
  ]

  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404])
})

test('a canceled payment cannot be confirmed', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  await buyer.delete(`/order/${order._id}`)

  const answer = await payByCard(shop, secret)

  expect(answer).toMatchObject({ status: 'canceled', error: { code: 'payment_intent_unexpected_state' } })
})

test('the payment screen is told which processor takes the payments', async () => {
  const answer = await shop.visitor.get('/payment-setup')

  expect(answer.json()).toEqual({ provider: 'sandbox', publishableKey: '', leastAtOnce: 0.5, mostAtOnce: 999_999.99 })
})
