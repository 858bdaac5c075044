import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderNumber, type Order } from '#contract/orders/orders.ts'
import { mails } from '#database/tables/mails.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

const shop = await openShop()

async function mailAbout(ref: string): Promise<string> {
  const [mail] = await shop.db.select({ body: mails.body }).from(mails).where(eq(mails.ref, ref))
  return mail!.body
}

test.each([
  [1, 'O-000001'],
  [999_999, 'O-999999'],
  [1_000_000, 'O-1000000'],
])('the order at place %i is %s', (position, number) => {
  expect(orderNumber(position)).toBe(number)
})

test('an order has one number, in every answer and in its mail', async () => {
  const [buyer, part] = [await shop.customer(), await shop.addPart()]

  const placed = await shop.placeOrder(buyer, part)

  const [listed] = (await buyer.get(`/order?customer=${buyer.email}`)).json<Order[]>()
  expect(placed.number).toMatch(/^O-\d{6}$/)
  expect([listed!.number, (await buyer.get(`/order/${placed._id}`)).json<Order>().number]).toEqual([placed.number, placed.number])
  expect(await mailAbout(placed._id)).toContain(placed.number)
})

test('an order is reported paid with all that it was read with', async () => {
  const [buyer, part] = [await shop.customer(), await shop.addPart()]
  const order = await shop.placeOrder(buyer, part)
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  const read = (await buyer.get(`/order/${order._id}`)).json<Order>()

  expect((await buyer.put(`/order/${order._id}`, { order: read, transactionId: id })).statusCode).toBe(200)
})

test("one order has its part's number, also when the part is no longer sold", async () => {
  const [buyer, part] = [await shop.customer(), await shop.addPart({ partNumber: 'TC-7' })]
  const { _id } = await shop.placeOrder(buyer, part)
  await (await shop.admin()).delete(`/parts/${part._id}`)

  expect((await buyer.get(`/order/${_id}`)).json()).toMatchObject({ partNumber: 'TC-7' })
})

test('orders of a quote have a number each, and their mail names all of them', async () => {
  const buyer = await shop.customer()
  const lines = [{ part: await shop.addPart() }, { part: await shop.addPart() }]

  const { groupId, orders } = (await orderQuote(buyer, await savedQuote(shop.db, buyer.userId, lines))).json()

  const numbers = orders.map(({ number }: Order) => number)
  expect(new Set(numbers).size).toBe(2)
  for (const number of numbers) expect(await mailAbout(groupId)).toContain(number)
})

test('the audit log names a shipped order by its number', async () => {
  const [admin, buyer, part] = [await shop.admin(), await shop.customer(), await shop.addPart()]
  const order = await shop.placeOrder(buyer, part)
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  await reportPaid(buyer, order, id)

  await admin.put(`/orderShipped/${order._id}`)

  const { entries } = (await admin.get('/audit-log')).json()
  expect(entries).toContainEqual(expect.objectContaining({ action: 'ship-order', subjectName: order.number }))
})
