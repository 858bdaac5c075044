import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '#database/tables/orders.ts'
import { isCreditorReference } from '#server/payments/transfer/creditor-reference.ts'
import { choosesTransfer, takeTransfers } from '#tests/support/shops/bank.ts'
import { confirmAddress, newcomer } from '#tests/support/shops/newcomers.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { unpaidOrder, mailsAbout } from '#tests/support/shops/payments.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
})

test('the buyer gets a reference, an account and a pro-forma invoice; the pieces are held longer', async () => {
  const { buyer, order } = await unpaidOrder(shop)

  const ways = await choosesTransfer(buyer, order)
  const again = await choosesTransfer(buyer, order)

  expect(ways).toMatchObject({
    due: order.totalPrice,
    transfer: { days: 7, chosen: true, received: 0, account: { iban: 'DE89370400440532013000' } },
  })
  expect(isCreditorReference(ways.transfer!.reference!)).toBe(true)
  expect(again).toEqual(ways)
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, order._id))
  expect(row!.state).toBe('unpaid')
  expect(row!.payBy!.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
  expect(await mailsAbout(shop, order)).toContain('transfer-chosen')
  const file = await buyer.get(`/order/${order._id}/pro-forma`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file.rawPayload)))
  const written = text.join(' ').replace(/\s+/g, ' ')
  expect(written).toContain('Pro-forma invoice')
  expect(written.replaceAll(' ', '')).toContain(ways.transfer!.reference!)
  expect(written).toContain('DE89 3704 0044 0532 0130 00')
})

test('it belongs to its buyer, and is offered only where an account is set', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const other = await shop.customer('other')
  for (const ask of [
    () => other.get(`/order/${order._id}/payment-ways`),
    () => other.post(`/order/${order._id}/transfer`),
    () => other.get(`/order/${order._id}/pro-forma`),
  ]) {
    expect((await ask()).statusCode).toBe(404)
  }
  expect((await buyer.get(`/order/${order._id}/pro-forma`)).statusCode).toBe(404)

  const { settings } = shop.services
  const before = settings.shop
  settings.shop = {}
  const ways = await buyer.get(`/order/${order._id}/payment-ways`)
  const refused = await buyer.post(`/order/${order._id}/transfer`)
  settings.shop = before
  expect(ways.json()).toMatchObject({ transfer: null, onAccount: null, card: { allowed: true } })
  expect(refused.json()).toMatchObject({ code: 'TRANSFER_NOT_OFFERED' })
})

test('a bill above what one card can take is accepted with transfer, and refused without', async () => {
  const part = await shop.addPart({ available: 1_000_000, price: 25 })
  const buyer = await shop.customer()

  const order = await shop.placeOrder(buyer, part, 100_000)

  expect(order.totalPrice).toBe(2_500_000)
  expect((await buyer.get(`/order/${order._id}/payment-ways`)).json()).toMatchObject({
    card: { allowed: false, most: 999_999.99 },
    transfer: { chosen: false },
  })
  expect((await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })).json()).toMatchObject({
    code: 'ORDER_NOT_PAYABLE',
    message: '$2,500,000.00 is more than one card payment can take ($999,999.99). Please pay by bank transfer.',
  })
  const { settings } = shop.services
  const before = settings.shop
  settings.shop = {}
  expect((await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })).json()).toMatchObject({
    message: '$2,500,000.00 is more than one card payment can take ($999,999.99). Please write to the shop how you want to pay.',
  })
  const refused = await (
    await shop.customer()
  ).put(`/inventory/${part._id}`, { restAvailable: { available: 800_000 }, orderQuantity: 100_000 })
  settings.shop = before
  expect(refused.statusCode).toBe(400)
})

test('for a buyer who has never paid, a transfer keeps the pieces for two days, and the days of the shop for others (67)', async () => {
  const earning = await openShop({ env: { TRUST_EARNED: '1' } })
  takeTransfers(earning)
  const buyer = await newcomer(earning)
  const order = await earning.placeOrder(buyer, await earning.addPart())

  const unconfirmed = await buyer.post(`/order/${order._id}/transfer`)
  await confirmAddress(earning, buyer)
  await choosesTransfer(buyer, order)

  expect(unconfirmed.json()).toMatchObject({ code: 'CONFIRM_FIRST' })
  const { rows } = await earning.db.execute<{ hours: number }>(
    sql`select round(extract(epoch from pay_by - placed_at) / 3600)::int as hours from orders where id = ${order._id}`,
  )
  expect(rows).toEqual([{ hours: 48 }])
})
