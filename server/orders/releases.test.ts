import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { weekdayText } from '#contract/basics/day-text.ts'
import { shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { FreightChoices } from '#contract/freight/methods.ts'
import type { Part } from '#contract/parts/parts.ts'
import { planReleases, type Release } from '#contract/promises/releases.ts'
import type { OrderGroup, PricedLines, Quote } from '#contract/quotes/quotes.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteLines } from '#database/tables/quotes.ts'
import { checkInvariants } from '../run/invariants/check-invariants.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let calendar: ShopCalendar

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  calendar = shopCalendar()
})

/** So many times 10,000, every quarter from some weeks ahead. */
const planned = (times: number, pieces = 10_000): Release[] =>
  planReleases({ pieces, first: shipDay(40, calendar), every: 'quarter', times }, calendar).map(({ wishedOn }) => ({ pieces, wishedOn }))

async function partWith(available: number, madeMonthly: number | null = 12_000): Promise<Part> {
  const part = await shop.addPart({ available, price: 2.5, priceBreaks: [{ from: 30_000, price: 2 }] })
  await shop.db.update(parts).set({ madeMonthly }).where(eq(parts.id, part._id))
  return part
}
const quoted = (buyer: Customer, part: Part, releases: Release[], more: object = {}) =>
  buyer.post('/quotes', { lines: [{ text: part.partNumber, releases, ...more }] })
const order = (buyer: Customer, { _id, version, total }: Pick<Quote, '_id' | 'version' | 'total'>, more: object = {}) =>
  buyer.post(`/quotes/${_id}/order`, { version, total, ...contact, ...more })

test('30,000 in three deliveries are priced as 30,000, say when each of them leaves, and become three orders that are paid together', async () => {
  const part = await partWith(16_750)
  const buyer = await shop.customer()
  const releases = planned(3)
  const [first, second, third] = releases.map(({ wishedOn }) => wishedOn)

  const quote = (await quoted(buyer, part, releases)).json<Quote>()

  expect(quote).toMatchObject({
    total: 60_000,
    orderable: true,
    lines: [{ asked: '30000', quantity: 30_000, unitPrice: 2, betterBuy: null }],
  })
  expect(quote.lines[0]!.releases).toEqual([
    { pieces: 10_000, wishedOn: first, total: 20_000, leavesOn: first },
    {
      pieces: 10_000,
      wishedOn: second,
      total: 20_000,
      leavesOn: second,
      promise: [
        { pieces: 6_750, day: second, from: 'stock' },
        { pieces: 3_250, day: second, from: 'made' },
      ],
    },
    { pieces: 10_000, wishedOn: third, total: 20_000, leavesOn: third, promise: [{ pieces: 10_000, day: third, from: 'made' }] },
  ])
  const group = (await order(buyer, quote)).json<OrderGroup>()
  expect(group).toMatchObject({ totalPrice: 60_000 })
  expect(group.orders.map(({ orderQuantity, wishedOn, release, promised }) => ({ orderQuantity, wishedOn, release, promised }))).toEqual([
    { orderQuantity: 10_000, wishedOn: first, release: { line: 1, number: 1, of: 3 }, promised: undefined },
    {
      orderQuantity: 10_000,
      wishedOn: second,
      release: { line: 1, number: 2, of: 3 },
      promised: [{ pieces: 3_250, day: second, from: 'made' }],
    },
    {
      orderQuantity: 10_000,
      wishedOn: third,
      release: { line: 1, number: 3, of: 3 },
      promised: [{ pieces: 10_000, day: third, from: 'made' }],
    },
  ])
  expect(await shop.stockOf(part)).toBe(0)

  const intent = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, intent.id)
  const paid = (await buyer.get(`/order-groups/${group.groupId}`)).json<OrderGroup>()
  expect(paid.orders.map(({ shipBy }) => shipBy)).toEqual([first, second, third])
  expect((await checkInvariants(shop.db)).filter(({ count, name }) => count > 0 && name !== 'nothingIsOverdue')).toEqual([])
})

test('a delivery has what those before it leave: the one that cannot be promised is told, and nothing of the quote is ordered', async () => {
  const part = await partWith(15_000, null)
  const buyer = await shop.customer()
  const releases = planned(2)

  const quote = (await quoted(buyer, part, releases)).json<Quote>()

  expect(quote).toMatchObject({ orderable: false, lines: [{ notes: ['above-stock'] }] })
  expect(quote.lines[0]!.releases!.map(({ leavesOn }) => leavesOn)).toEqual([releases[0]!.wishedOn, null])
  expect((await order(buyer, quote)).json()).toMatchObject({ code: 'STOCK_TOO_LOW', fields: [{ field: 'lines.1' }, { field: 'lines.1' }] })
  expect(await shop.stockOf(part)).toBe(15_000)
})

test('deliveries that cannot be are refused at their fields when they are priced, and a line without any is answered as before', async () => {
  const part = await partWith(50_000)
  const [one, two] = planned(2) as [Release, Release]
  const ask = (lines: object[]) => shop.visitor.post('/quotes/price', { lines })

  const refused = (
    await ask([{ text: part.partNumber }, { text: part.partNumber, quantity: 30_000, releases: [two, { ...one, pieces: 10 }] }])
  ).json()

  expect(refused).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [
      { field: 'lines.2.releases.2.pieces', message: 'A delivery has at least 1,000 pieces.' },
      { field: 'lines.2.releases.2.wishedOn', message: `Choose a day after ${weekdayText(two.wishedOn)}, the day of the delivery before.` },
      { field: 'lines.2.releases', message: 'These deliveries have 10,010 pieces together, the line has 30,000. Make them equal.' },
    ],
  })
  expect((await ask([{ text: part.partNumber, releases: [one] }])).json()).toMatchObject({ code: 'INVALID_INPUT' })
  expect((await ask([{ text: part.partNumber }])).json<PricedLines>().lines[0]).not.toHaveProperty('releases')
})

test('where a piece costs fractions of a cent, the total of the line is what its orders cost', async () => {
  const part = await shop.addPart({ price: 0.0125, available: 9_000 })
  const buyer = await shop.customer()
  const quote = (await quoted(buyer, part, planned(2, 1_001))).json<Quote>()

  const group = (await order(buyer, quote)).json<OrderGroup>()

  expect(quote.total).toBe(25.02)
  expect(group.totalPrice).toBe(25.02)
  expect(group.orders.map(({ totalPrice }) => totalPrice)).toEqual([12.51, 12.51])
})

test('an offer keeps the deliveries, and as many pieces; a delivery whose day is over cannot be ordered', async () => {
  const part = await partWith(40_000)
  const buyer = await shop.customer()
  const quote = (await quoted(buyer, part, planned(3))).json<Quote>()
  const offer = (quantity: number) =>
    admin.post(`/quotes/${quote._id}/offer`, {
      version: 1,
      lines: [{ row: 1, quantity, unitPrice: 1.9 }],
      terms: '',
      validDays: 60,
      total: quantity * 1.9,
    })

  expect((await offer(20_000)).json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'lines.0.quantity' }] })
  expect((await offer(30_000)).json()).toEqual({ version: 2 })
  const offered = (await buyer.get(`/quotes/${quote._id}`)).json<Quote>()
  expect(offered.lines[0]!.releases!.map(({ pieces, total }) => [pieces, total])).toEqual(Array.from({ length: 3 }, () => [10_000, 19_000]))

  const over = [{ pieces: 10_000, wishedOn: '2026-01-02' }, ...planned(3).slice(1)]
  await shop.db.update(quoteLines).set({ releases: over }).where(eq(quoteLines.quoteId, quote._id))
  expect((await buyer.get(`/quotes/${quote._id}`)).json()).toMatchObject({ orderable: false, lines: [{ notes: ['delivery-over'] }] })
  expect((await order(buyer, offered)).json()).toMatchObject({
    code: 'QUOTE_NOT_ORDERABLE',
    fields: [{ field: 'lines.1', message: `The delivery of ${weekdayText('2026-01-02')} is over. Edit the deliveries of this line.` }],
  })
  expect(await shop.db.select().from(orders).where(eq(orders.userId, buyer.userId))).toEqual([])
})

test('changed and quoted again, the other lines keep their deliveries', async () => {
  const part = await partWith(40_000)
  const buyer = await shop.customer()
  const quote = (await quoted(buyer, part, planned(2))).json<Quote>()

  const again = (await buyer.post(`/quotes/${quote._id}/requote`, { version: 1 })).json<Quote>()

  expect(again.version).toBe(2)
  expect(again.lines[0]!.releases!.map(({ pieces, wishedOn }) => ({ pieces, wishedOn }))).toEqual(planned(2))
})

test('before they are paid the deliveries of a line end together, and none has fewer pieces: their price is that of all of them', async () => {
  const [part, other] = [await partWith(40_000), await partWith(5_000)]
  const buyer = await shop.customer()
  const lines = [
    { text: part.partNumber, releases: planned(3) },
    { text: other.partNumber },
    { text: part.partNumber, releases: planned(2, 5_000) },
  ]
  const quote = (await buyer.post('/quotes', { lines })).json<Quote>()
  const { orders: placed } = (await order(buyer, quote)).json<OrderGroup>()
  const [first, second, , , another] = placed

  const fewer = await buyer.put(`/order/${first!._id}/pieces`, { orderQuantity: 1_000, totalPrice: 2_000 })
  expect(fewer.json()).toMatchObject({ code: 'ORDER_NOT_REDUCIBLE', message: expect.stringContaining('cancelled together') })
  expect((await admin.delete(`/order/${second!._id}`)).json()).toEqual({ deletedCount: 1 })

  const { orders: now } = (await buyer.get(`/order-groups/${first!.groupId}`)).json<OrderGroup>()
  expect(now.map(({ release }) => release?.line)).toEqual([undefined, 3, 3])
  const audited = await shop.db
    .select()
    .from(auditLog)
    .where(
      inArray(
        auditLog.subject,
        placed.map(({ _id }) => _id),
      ),
    )
    .orderBy(auditLog.position)
  expect(audited.map(({ action, subject }) => [action, subject])).toEqual(placed.slice(0, 3).map(({ _id }) => ['cancel-order', _id]))
  expect(another!.release).toEqual({ line: 3, number: 1, of: 2 })
  expect(await shop.stockOf(part)).toBe(30_000)
})

test('the list of what is to be shipped begins with what is due first: by the promised day, or the wished one where that is later', async () => {
  const buyer = await shop.customer()
  const part = await partWith(60_000)
  const pay = async (group: OrderGroup) =>
    reportPaid(buyer, group.orders[0]!, (await payByCard(shop, await openPaymentOfGroup(buyer, group))).id)
  const several = (await order(buyer, (await quoted(buyer, part, planned(2))).json<Quote>())).json<OrderGroup>()
  await pay(several)
  const wished = shipDay(50, calendar)
  const single = (await buyer.post('/quotes', { lines: [{ text: part.partNumber }] })).json<Quote>()
  const later = (await order(buyer, single, { wishedOn: wished })).json<OrderGroup>()
  await pay(later)
  const soon = await order(buyer, (await buyer.post('/quotes', { lines: [{ text: part.partNumber }] })).json<Quote>())
  await pay(soon.json<OrderGroup>())
  const listed = async (query: string) =>
    (await admin.get(`/allOrder?page=0&state=paid&customer=${buyer.email}&dueFirst=true${query}`)).json<Order[]>().map(({ _id }) => _id)

  const [first, second] = several.orders.map(({ _id }) => _id)
  const all = [soon.json<OrderGroup>().orders[0]!._id, first, later.orders[0]!._id, second]
  expect(await listed('')).toEqual(all)
  expect(await listed('&size=2')).toEqual(all.slice(0, 2))
  expect(await listed(`&size=2&after=${first}`)).toEqual(all.slice(2))
})

test('deliveries are carried, and charged, day by day: three pallets that are not full, the same beside the quote and in its orders', async () => {
  const part = await partWith(60_000)
  await shop.db.update(parts).set({ weight: '40' }).where(eq(parts.id, part._id))
  const pallets = { name: 'Pallets', carrier: 'dhl', reach: 'everywhere', pricing: 'pallet', kgPerPallet: 1_500, price: 80 }
  await admin.post('/freight-methods', { ...pallets, incoterm: 'DAP', place: '', transitDays: 2, position: 0, active: true })
  const buyer = await shop.customer()
  const together = (await buyer.post('/quotes', { lines: [{ text: part.partNumber, quantity: 30_000 }] })).json<Quote>()
  const apart = (await quoted(buyer, part, planned(3))).json<Quote>()
  const priceOf = async ({ _id, version }: Quote) =>
    (await buyer.post('/freight/choices', { quote: { id: _id, version }, address: contact.address })).json<FreightChoices>().consignments

  const offered = await priceOf(apart)
  const { orders: placed, freight } = (await order(buyer, apart)).json<OrderGroup>()

  expect(await priceOf(together)).toMatchObject([{ rows: [1], choices: [{ price: 80 }] }])
  expect(offered).toMatchObject([{ rows: [1], choices: [{ price: 240 }] }])
  expect(freight).toEqual({ amount: 240 })
  expect(placed.map((one) => one.freight!.amount)).toEqual([80, 80, 80])
})

test('the files of a quote say its deliveries', async () => {
  const part = await partWith(15_000, null)
  const buyer = await shop.customer()
  const releases = planned(2)
  const quote = (await quoted(buyer, part, releases)).json<Quote>()

  const { payload } = await buyer.get(`/quotes/${quote._id}/document?format=csv`)

  const [first, second] = releases.map(({ wishedOn }) => weekdayText(wishedOn))
  expect(payload).toContain(`Deliveries: 10,000 on ${first}, 10,000 on ${second} (cannot be promised)`)
})
