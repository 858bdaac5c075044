import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { cards, openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'

const shop = await openShop()

test('buyer and admins see the last four digits of the card that paid, others nothing', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const path = `/order/${order._id}/card`
  expect((await buyer.get(path)).json()).toEqual({ card: null })
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order), cards.pays)
  await reportPaid(buyer, order, id)

  expect((await buyer.get(path)).json()).toEqual({ card: { brand: 'visa', last4: '4242' } })
  expect((await (await shop.admin()).get(path)).json()).toEqual({ card: { brand: 'visa', last4: '4242' } })
  expect((await (await shop.customer()).get(path)).statusCode).toBe(404)
})

test('a provider that does not answer is told, and an unknown payment has no card', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order), cards.pays)
  await reportPaid(buyer, order, id)
  shop.processor.faults.unavailable = 'refuse'
  const answer = await buyer.get(`/order/${order._id}/card`)
  shop.processor.behave()

  expect(answer.statusCode).toBe(503)
  expect(await shop.services.payments.findCard('pi_unknown')).toBeUndefined()
})
