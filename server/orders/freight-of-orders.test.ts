import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '#contract/basics/money.ts'
import { taxedTogether, taxOf } from '#contract/payments/tax.ts'
import { orders } from '#database/tables/orders.ts'
import { salesOfHours } from '#database/tables/sales.ts'
import { totalUpSales } from '#server/reports/total-up-sales.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { groupWithFreight, pallets, quoteWithFreight } from '#tests/support/shops/freight.ts'
import { groupNow, openPaymentOfGroup, orderQuote, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { refundByAdmin } from '#tests/support/shops/refunds.ts'
import { germanTax } from '#tests/support/shops/taxed.ts'

const shop = await openShop()
const admin = await shop.admin()

const centsOf = (dollars: number) => Math.round(dollars * 100)
const sumOf = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0)
const chargedBy = async (intentId: string) => (await shop.processor.intents()).find(({ id }) => id === intentId)!.amountCents

type Bought = Awaited<ReturnType<typeof groupWithFreight>>

async function pay({ buyer, group }: { buyer: Customer; group: Bought['group'] }): Promise<string> {
  const { id } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  const answer = await reportPaid(buyer, group.orders[0]!, id)
  expect(answer.statusCode).toBe(200)
  return id
}

test('an order without freight has no field of it, nor has its group', async () => {
  const { group } = await unpaidGroup(shop, 1)

  expect(group).not.toHaveProperty('freight')
  expect(group.orders[0]).not.toHaveProperty('freight')
})

test('an order shows its freight beside the price of its goods, and is paid with it', async () => {
  const { buyer, group } = await groupWithFreight(shop, { prices: [1], freightCents: 4_500 })

  const paidWith = await pay({ buyer, group })

  const { name, carrier, incoterm } = pallets
  expect(group).toMatchObject({ totalPrice: 1_000, freight: { amount: 45 } })
  expect(group.orders[0]).toMatchObject({ totalPrice: 1_000, freight: { amount: 45, name, carrier, incoterm } })
  expect(await chargedBy(paidWith)).toBe(104_500)
  expect((await groupNow(buyer, group)).paid).toBe(true)
  await expectBooksToBalance(shop)
})

test('the payment opens with the price of the goods and with the sum that is due, and with nothing else', async () => {
  const { buyer, group } = await groupWithFreight(shop, { prices: [1], freightCents: 4_500 })
  const open = (totalPrice: number) => buyer.post('/create-payment-intent', { orderId: group.orders[0]!._id, totalPrice })

  const goods = await open(1_000)
  const due = await open(1_045)
  const alone = await buyer.post('/create-payment-intent', { totalPrice: 1_045 })
  const other = await open(45)

  for (const answer of [due, alone]) expect(answer.json()).toEqual(goods.json())
  expect(other.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 1_000 })
})

test('the sum that a buyer saw without the freight is refused with the one that is due', async () => {
  const buyer = await shop.customer()
  const quote = await quoteWithFreight(shop, buyer, { prices: [2], freightCents: 4_500 })

  const seenWithout = await orderQuote(buyer, quote, { amountDue: 2_000 })
  const seenWith = await orderQuote(buyer, quote, { amountDue: 2_045 })

  expect(seenWithout.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 2_000, currentDue: 2_045 })
  expect(seenWith.statusCode).toBe(200)
})

test('the freight of an order never changes', async () => {
  const { group } = await groupWithFreight(shop, { prices: [1], freightCents: 4_500 })
  const change = (values: object) => shop.db.update(orders).set(values).where(eq(orders.id, group.orders[0]!._id))
  const refused = { cause: { message: expect.stringContaining('its freight cannot change') } }

  await expect(change({ freightCents: 4_499 })).rejects.toMatchObject(refused)
  await expect(change({ freight: { ...pallets, name: 'Parcel' } })).rejects.toMatchObject(refused)
})

test('a cancelled order of a group takes its share of the freight with it, and the others keep theirs', async () => {
  const { buyer, group } = await groupWithFreight(shop, { prices: [1, 2], freightCents: 4_500 })

  await buyer.delete(`/order/${group.orders[0]!._id}`)
  const left = await groupNow(buyer, group)
  const paidWith = await pay({ buyer, group: left })

  expect(left).toMatchObject({ totalPrice: 2_000, freight: { amount: 30 } })
  expect(await chargedBy(paidWith)).toBe(203_000)
  await expectBooksToBalance(shop)
})

test('an order that is reduced keeps its freight, and is taxed with it', async () => {
  const { buyer, group } = await groupWithFreight(shop, { prices: [1], quantity: 5_000, freightCents: 10_000, taxes: [germanTax] })

  await buyer.put(`/order/${group.orders[0]!._id}/pieces`, { orderQuantity: 2_000, totalPrice: 2_000 })

  expect((await groupNow(buyer, group)).orders[0]).toMatchObject({
    totalPrice: 2_000,
    freight: { amount: 100 },
    tax: { total: 399, due: 2_499 },
  })
})

test('whatever goods and freight a group has, its sum is goods, freight and their tax, and a refund of everything gives exactly what was paid', async () => {
  const reduced = { ...germanTax, rateBp: 700 }
  // From 50 cents for 1,000 pieces on, the least that a card pays.
  const order = fc.record({ price: fc.integer({ min: 5, max: 99_999 }), tax: fc.constantFrom(germanTax, germanTax, reduced) })
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 99_999 }), async (placed, freightCents) => {
      const { buyer, group } = await groupWithFreight(shop, {
        prices: placed.map(({ price }) => price / 10_000),
        taxes: placed.map(({ tax }) => tax),
        freightCents,
      })
      const rows = await shop.db.select().from(orders).where(eq(orders.groupId, group.groupId))
      const together = Map.groupBy(rows, ({ tax }) => taxedTogether(tax!))
      const netOf = (some: typeof rows) => toCents(sumOf(some.map((row) => row.totalCents + row.freightCents)))
      const taxCents = sumOf([...together.values()].map((some) => taxOf(netOf(some), some[0]!.tax!)))
      expect(sumOf(rows.map((row) => row.freightCents))).toBe(freightCents)
      expect(centsOf(group.tax!.total)).toBe(taxCents)
      expect(centsOf(group.tax!.due)).toBe(centsOf(group.totalPrice) + freightCents + taxCents)

      const paidWith = await pay({ buyer, group })
      for (const one of group.orders) expect((await refundByAdmin(admin, one)).json()).toMatchObject({ modifiedCount: 1 })

      const paid = (await shop.processor.intents()).find(({ id }) => id === paidWith)!
      expect(paid.refundedCents).toBe(paid.amountCents)
    }),
    { numRuns: 4 },
  )
  expect((await checkInvariants(shop.db)).filter(({ count }) => count > 0)).toEqual([])
  await expectBooksToBalance(shop)
})

test('turnover is that of the goods; freight stands beside it, in hours that are added up too', async () => {
  const before = (await admin.get('/sales')).json()
  const { buyer, group } = await groupWithFreight(shop, { prices: [1], freightCents: 4_500, taxes: [germanTax] })
  await pay({ buyer, group })

  const counted = (await admin.get('/sales')).json()
  await shop.db.delete(salesOfHours)
  await shop.db
    .update(orders)
    .set({ paidAt: new Date(Date.now() - 2 * 3_600_000) })
    .where(eq(orders.groupId, group.groupId))
  await totalUpSales(shop.db)
  const addedUp = (await admin.get('/sales')).json()

  expect(counted.total.turnover - before.total.turnover).toBeCloseTo(1_000)
  expect(counted.freight - before.freight).toBeCloseTo(45)
  expect(addedUp).toMatchObject({ total: { turnover: counted.total.turnover }, freight: counted.freight })
})

test('files of orders have columns of freight at their end, in a shop that has any', async () => {
  await groupWithFreight(shop, { prices: [1], freightCents: 4_500, taxes: [germanTax] })

  const file = (await admin.get('/allOrderFile?format=csv')).body

  const [head, newest] = file.split('\n')
  expect(head).toMatch(/,Freight \(USD\),With freight and tax \(USD\),Freight,Incoterm\r?$/)
  expect(newest).toMatch(/,45,1243\.55,Pallets,"DAP Hamburg, Incoterms 2020"\r?$/)
})
