import { expect, test } from 'vitest'
import type { Customers, CustomerInFull } from '#contract/people/customers.ts'
import type { Best, SalesReport } from '#contract/shop/reports.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { refundByAdmin } from '#tests/support/shops/refunds.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'
import { totalUpSales } from './total-up-sales.ts'

const shop = await openShop()
const admin = await shop.admin()

/** Turnover as each screen shows it. */
async function turnovers(buyer: { userId: string; email: string }, part: { _id: string }) {
  const report = (await admin.get('/sales?by=month')).json<SalesReport>()
  const best = (await admin.get('/best')).json<Best>()
  return {
    list: (await admin.get(`/customers?q=${buyer.email}`)).json<Customers>().customers[0]!.turnover,
    customer: (await admin.get(`/customers/${buyer.userId}`)).json<CustomerInFull>().turnover,
    bestCustomer: best.customers.find(({ email }) => email === buyer.email)!.turnover,
    bestPart: best.parts.find(({ partsId }) => partsId === part._id)!.turnover,
    sales: report.total.turnover,
    lastMonth: report.periods.at(-1)!.turnover,
  }
}

const everywhere = (turnover: number) => ({
  list: turnover,
  customer: turnover,
  bestCustomer: turnover,
  bestPart: turnover,
  sales: turnover,
  lastMonth: turnover,
})

test('turnover is the same figure wherever it is shown: paid, without tax, less what was given back', async () => {
  const buyer = await shop.customer('ann')
  const part = await shop.addPart({ available: 100_000, price: 2 })
  const orders = []
  for (let count = 0; count < 3; count++) orders.push(await shop.placeOrder(buyer, part, 1_000))
  await shop.placeOrder(buyer, part, 5_000) // stays unpaid
  await taxOrders(shop, [orders[2]!._id], germanTax) // 19 %
  for (const order of orders) await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  expect(await turnovers(buyer, part)).toEqual(everywhere(6_000))

  // Of the first order all goes back, of the second a part; of the taxed one 238 dollars, 200 of them its price.
  expect((await refundByAdmin(admin, orders[0]!)).statusCode).toBe(200)
  await admin.post(`/order/${orders[1]!._id}/refund`, { reason: 'Dents', amount: 500 })
  await admin.post(`/order/${orders[2]!._id}/refund`, { reason: 'Dents', amount: 238 })

  expect(await turnovers(buyer, part)).toEqual(everywhere(3_300))
  await totalUpSales(shop.db)
  expect(await turnovers(buyer, part)).toEqual(everywhere(3_300))
})

test('what was given back is taken off the times in which it was paid, also after these were totalled', async () => {
  const other = await openShop()
  const owner = await other.admin()
  const buyer = await other.customer('bob')
  const order = await other.placeOrder(buyer, await other.addPart({ price: 3 }), 1_000)
  await reportPaid(buyer, order, (await payByCard(other, await openPaymentOf(buyer, order))).id)
  const { rows } = await other.db.execute<{ paid_at: string }>(`update orders set paid_at = now() - interval '40 days' returning paid_at`)
  await totalUpSales(other.db)

  expect((await refundByAdmin(owner, order)).statusCode).toBe(200)

  const { periods, total } = (await owner.get('/sales')).json<SalesReport>()
  const day = periods.find(({ before, from }) => before.orders > 0 && Date.parse(from) > Date.parse(rows[0]!.paid_at))
  expect([day?.before, total.turnover]).toEqual([{ orders: 1, pieces: 0, turnover: 0 }, 0])
  expect((await owner.get('/best')).json<Best>().customers).toMatchObject([{ email: buyer.email, orders: 1, turnover: 0 }])
})

test('what was refunded is without tax as turnover is, and its pieces are not sold ones', async () => {
  const other = await openShop()
  const owner = await other.admin()
  const buyer = await other.customer('carl')
  const part = await other.addPart({ available: 100_000, price: 2 })
  const orders = []
  for (let count = 0; count < 4; count++) orders.push(await other.placeOrder(buyer, part, 1_000))
  for (const { _id } of orders) await taxOrders(other, [_id], germanTax) // 19 %
  for (const order of orders) await reportPaid(buyer, order, (await payByCard(other, await openPaymentOf(buyer, order))).id)
  const [whole, withdrawn, returned] = orders
  const refund = (order: { _id: string }, body: object) => owner.post(`/order/${order._id}/refund`, { reason: 'Dents', ...body })

  expect((await refund(whole!, {})).statusCode).toBe(200)
  expect((await refund(withdrawn!, { pieces: 300, withdraw: 300 })).statusCode).toBe(200)
  await owner.put(`/orderShipped/${returned!._id}`)
  expect((await refund(returned!, { pieces: 200, restock: 200 })).statusCode).toBe(200)
  await owner.put(`/orderShipped/${orders[3]!._id}`)
  await buyer.post(`/order/${orders[3]!._id}/returns`, { pieces: 100, reason: 'damaged', note: 'Scratched', pictures: [] })
  await refund(orders[3]!, { amount: 23.8 })

  const expected = { orders: 4, pieces: 4_000 - 1_000 - 300 - 200, turnover: 8_000 - 2_000 - 600 - 400 - 20 }
  for (const _ of ['from the orders', 'from totals']) {
    const report = (await owner.get('/sales')).json<SalesReport>()
    const best = (await owner.get('/best')).json<Best>()
    expect([report.total, report.refunded]).toEqual([expected, 3_020])
    expect([best.parts[0], best.customers[0]]).toMatchObject([expected, expected])
    await other.db.execute("update orders set paid_at = date_trunc('hour', paid_at) - interval '1 hour'")
    await totalUpSales(other.db)
  }
})
