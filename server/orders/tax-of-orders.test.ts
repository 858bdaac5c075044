import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { toCents } from '#contract/basics/money.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { shareTax, taxOf, type TaxDecision } from '#contract/payments/tax.ts'
import { orders } from '#database/tables/orders.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { groupNow, orderQuote, savedQuote, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, openPaymentOf, orderRow, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { refundByAdmin, tell } from '#tests/support/shops/refunds.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'

const shop = await openShop()
const admin = await shop.admin()
afterEach(() => shop.processor.behave())

async function taxedOrder() {
  const bought = await unpaidOrder(shop) // $2,500
  await taxOrders(shop, [bought.order._id], germanTax)
  return bought
}

/** A group of orders of 1,000 pieces at these prices. */
async function taxedGroup(pricesInDollars: number[], tax: TaxDecision = germanTax) {
  const buyer = await shop.customer()
  const lines = []
  for (const price of pricesInDollars) lines.push({ part: await shop.addPart({ available: 10_000, price }) })
  const group: OrderGroup = (await orderQuote(buyer, await savedQuote(shop.db, buyer.userId, lines))).json()
  await taxOrders(shop, group.orders.map(({ _id }) => _id), tax) // prettier-ignore
  return { buyer, group: await groupNow(buyer, group) }
}

const openIntent = (buyer: Customer, orderId: string, totalPrice: number) => buyer.post('/create-payment-intent', { orderId, totalPrice })
const chargedBy = async (intentId: string) => (await shop.processor.intents()).find(({ id }) => id === intentId)!.amountCents
const taxesOf = async (group: OrderGroup) =>
  (await shop.db.select().from(orders).where(eq(orders.groupId, group.groupId)).orderBy(orders.position)).map((row) => row.taxCents)

test('an order without tax has no field of it', async () => {
  const { buyer, order } = await unpaidOrder(shop)

  expect(order).not.toHaveProperty('tax')
  expect((await unpaidGroup(shop)).group).not.toHaveProperty('tax')
  expect((await buyer.get(`/order/${order._id}`)).json()).not.toHaveProperty('tax')
})

test('an order with tax shows it beside the net total, and is paid with it', async () => {
  const { buyer, order } = await taxedOrder()

  const seen = (await buyer.get(`/order/${order._id}`)).json()
  const paying = await openIntent(buyer, order._id, order.totalPrice)
  const { id } = await payByCard(shop, paying.json().clientSecret)
  await reportPaid(buyer, order, id)

  expect(seen).toMatchObject({ totalPrice: 2_500, tax: { total: 475, rate: 19, category: 'S', reason: 'domestic', due: 2_975 } })
  expect(await chargedBy(id)).toBe(297_500)
  expect((await orderRow(shop, order)).state).toBe('paid')
  await expectBooksToBalance(shop)
})

test('the payment opens with the net total, with the total due, and with nothing else; by the total alone too', async () => {
  const { buyer, order } = await taxedOrder()

  const net = await openIntent(buyer, order._id, 2_500)
  const due = await openIntent(buyer, order._id, 2_975)
  const alone = [
    await buyer.post('/create-payment-intent', { totalPrice: 2_500 }),
    await buyer.post('/create-payment-intent', { totalPrice: 2_975 }),
  ]
  const other = await openIntent(buyer, order._id, 475)

  for (const answer of [due, ...alone]) expect(answer.json()).toEqual(net.json())
  expect(other.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { totalPrice: 2_500 } })
})

test('the tax of a group is that of its sum, and its orders share it (76)', async () => {
  const { group } = await taxedGroup([0.0011, 0.0012, 0.0013]) // 110, 120, 130 cents

  expect(await taxesOf(group)).toEqual(shareTax([110, 120, 130].map(toCents), germanTax))
  expect(group.tax).toEqual({ total: taxOf(toCents(360), germanTax) / 100, due: 4.28 })
  expect(group.totalPrice).toBe(3.6)
})

test('cancelling shares the tax again, and the bill pays what is left (76)', async () => {
  const { buyer, group } = await taxedGroup([0.0011, 0.0012, 0.0013, 0.0017])
  await buyer.delete(`/order/${group.orders[1]!._id}`)

  const left = await groupNow(buyer, group)
  const { id } = await payByCard(shop, (await openIntent(buyer, group.orders[0]!._id, left.totalPrice)).json().clientSecret)
  await reportPaid(buyer, group.orders[0]!, id)

  const due = 410 + taxOf(toCents(410), germanTax)
  expect([left.tax!.due * 100, await chargedBy(id)]).toEqual([due, due])
  expect((await groupNow(buyer, group)).paid).toBe(true)
  await expectBooksToBalance(shop)
})

test('the database shares as the contract does, whatever amounts are cancelled (76)', async () => {
  const rate = fc.constantFrom(700, 1_900, 2_550)
  const prices = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(prices, rate, fc.nat(), async (unitPrices, rateBp, pick) => {
      const tax = { ...germanTax, rateBp }
      const { buyer, group } = await taxedGroup(unitPrices.map((price) => price / 10_000), tax) // prettier-ignore
      const nets = group.orders.map(({ totalPrice }) => toCents(Math.round(totalPrice * 100)))
      expect(await taxesOf(group)).toEqual(shareTax(nets, tax))

      const gone = pick % nets.length
      await buyer.delete(`/order/${group.orders[gone]!._id}`)

      expect((await taxesOf(group)).toSpliced(gone, 1)).toEqual(shareTax(nets.toSpliced(gone, 1), tax))
    }),
    { numRuns: 15 },
  )
  expect((await checkInvariants(shop.db)).filter(({ count }) => count > 0)).toEqual([])
})

test('an order that is reduced is taxed anew', async () => {
  const part = await shop.addPart({ available: 10_000, price: 1 })
  const buyer = await shop.customer()
  const order = await shop.placeOrder(buyer, part, 5_000)
  await taxOrders(shop, [order._id], germanTax)
  await openIntent(buyer, order._id, 5_000)

  const reduced = await buyer.put(`/order/${order._id}/pieces`, { orderQuantity: 2_000, totalPrice: 2_000 })

  expect(reduced.json()).toMatchObject({ totalPrice: 2_000, tax: { total: 380, due: 2_380 } })
})

test('a refund gives back price and tax, and never more (74)', async () => {
  const { buyer, order } = await taxedOrder()
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  await reportPaid(buyer, order, id)
  await shop.processor.refund(id, 97_500)
  await tell(shop, id)

  const answer = await refundByAdmin(admin, order)

  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { refunded: true, refundedTotal: 2_975 } })
  await expect(shop.db.update(orders).set({ refundedCents: 297_501 }).where(eq(orders.id, order._id))).rejects.toMatchObject({
    cause: { constraint: 'orders_refund_within_total' },
  })
  await expectBooksToBalance(shop)
  const customer = (await admin.get(`/customers/${buyer.userId}`)).json()
  expect(customer).toMatchObject({ turnover: 0, refunded: 2_975 })
})

test('a refund of price and tax at the provider ends the order; one of the price alone does not', async () => {
  const [whole, price] = [await taxedOrder(), await taxedOrder()]
  for (const [{ buyer, order }, cents] of [
    [whole, 297_500],
    [price, 250_000],
  ] as const) {
    // prettier-ignore
    const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
    await reportPaid(buyer, order, id)
    await shop.processor.refund(id, cents)
    await tell(shop, id)
  }

  expect([(await orderRow(shop, whole.order)).state, (await orderRow(shop, price.order)).state]).toEqual(['refunded', 'paid'])
})

test('the tax of an order is decided anew only while it is unpaid, and its amount follows', async () => {
  const { buyer, order } = await taxedOrder()
  const change = (values: object) => shop.db.update(orders).set(values).where(eq(orders.id, order._id))
  const refused = { cause: { message: expect.stringContaining('its tax cannot change') } }

  await change({ tax: { ...germanTax, rateBp: 700 } })
  expect((await orderRow(shop, order)).taxCents).toBe(17_500)
  await change({ tax: null })
  expect((await orderRow(shop, order)).taxCents).toBe(0)
  await change({ tax: germanTax })
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  await reportPaid(buyer, order, id)
  await expect(change({ taxCents: 1 })).rejects.toMatchObject(refused)
  await expect(change({ tax: { ...germanTax, rateBp: 0 } })).rejects.toMatchObject(refused)
  await expect(change({ tax: null })).rejects.toMatchObject(refused)
})

test('a tax that is not that of its bill is found', async () => {
  const { order } = await taxedOrder()
  await shop.db.update(orders).set({ taxCents: 47_499 }).where(eq(orders.id, order._id))

  const findings = await checkInvariants(shop.db)
  await shop.db.update(orders).set({ taxCents: 47_500 }).where(eq(orders.id, order._id))

  expect(findings.filter(({ count }) => count > 0)).toMatchObject([{ name: 'taxesAreExact', ids: [order._id] }])
})

test('a calculated tax is the same in the database and in the contract', async () => {
  const net = fc.integer({ min: 0, max: 1_000_000_000_000 })
  await fc.assert(
    fc.asyncProperty(net, net, fc.integer({ min: 0, max: 1_000_000_000 }), async (some, netCents, taxCents) => {
      const part = netCents === 0 ? some : some % (netCents + 1)
      const taxed = { ...germanTax, calculated: { id: 'taxcalc_1', netCents, taxCents } }

      const { rows } = await shop.db.execute<{ tax: string }>(
        sql`select tax_of(${part}::numeric, ${JSON.stringify(taxed)}::jsonb)::text as tax`,
      )

      expect(BigInt(rows[0]!.tax)).toBe(BigInt(taxOf(toCents(part), taxed)))
    }),
  )
})
