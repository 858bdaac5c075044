import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { weekdayText } from '#contract/basics/day-text.ts'
import type { Delivery } from '#contract/parts/expected-goods.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import { promiseMessages, type PromiseAtRisk } from '#contract/promises/promise-calls.ts'
import type { OrderGroup, PricedLines, Quote } from '#contract/quotes/quotes.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { madeMonths, promises } from '#database/tables/promises.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { expireUnpaidOrders } from '../orders/expire-unpaid-orders.ts'
import { checkInvariants } from '../run/invariants/check-invariants.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { groupNow, openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop({ watchesLocks: true })
  admin = await shop.admin()
})

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const calendar = shopCalendar()
const stockDay = shipDay(2, calendar)
const madeDay = shipDay(15, calendar)
const dayAfter = (arrival: string) => shipDay(2, { ...calendar, today: arrival })

/** A part of which so many pieces are made on demand in a month; null promises nothing beyond the stock. */
async function partWith(available: number, madeMonthly: number | null = 20_000): Promise<Part> {
  const part = await shop.addPart({ available, price: 2.5, priceBreaks: [{ from: 30_000, price: 2 }] })
  await shop.db.update(parts).set({ madeMonthly }).where(eq(parts.id, part._id))
  return part
}
const expectGoods = async (part: Part, pieces: number, days: number) =>
  (await admin.post(`/parts/${part._id}/expected`, { date: inDays(days), pieces, note: '' })).json<{ insertedId: string }>().insertedId
const priced = async (part: Part, ...quantities: number[]) =>
  (
    await shop.visitor.post('/quotes/price', { lines: quantities.map((quantity) => ({ text: part.partNumber, quantity })) })
  ).json<PricedLines>().lines
const quoted = async (buyer: Customer, part: Part, ...quantities: number[]) =>
  (await buyer.post('/quotes', { lines: quantities.map((quantity) => ({ text: part.partNumber, quantity })) })).json<Quote>()
const order = (buyer: Customer, quote: Quote, more: object = {}) =>
  buyer.post(`/quotes/${quote._id}/order`, { version: quote.version, total: quote.total, ...contact, ...more })
async function ordered(buyer: Customer, part: Part, quantity: number): Promise<OrderGroup> {
  const answer = await order(buyer, await quoted(buyer, part, quantity))
  expect(answer.json()).toMatchObject({ orders: [{ orderQuantity: quantity }] })
  return answer.json()
}
const pay = async (buyer: Customer, group: OrderGroup) => {
  const intent = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, intent.id)
}
const orderNow = async (buyer: Customer, { orders: [first] }: OrderGroup) =>
  (await buyer.get(`/order/${first!._id}?cancelled=true`)).json<OrderInFull>()
const promisedOf = async (id: string) =>
  (await shop.db.select({ pieces: expectedGoods.promisedPieces }).from(expectedGoods).where(eq(expectedGoods.id, id)))[0]!.pieces
const madeOf = async ({ _id }: Part) =>
  (
    await shop.db
      .select({ pieces: sql<string>`sum(promised_pieces)` })
      .from(madeMonths)
      .where(eq(madeMonths.partId, _id))
  )[0]!.pieces
const shown = async ({ _id }: Part) => (await admin.get(`/inventory/${_id}`)).json<Part>()
async function expectKept() {
  const broken = (await checkInvariants(shop.db)).filter(({ count, name }) => count > 0 && name !== 'nothingIsOverdue')
  expect(broken).toEqual([])
}

test('30,000 pieces of which 16,750 are in stock are priced by the ladder, say when they leave, and are ordered without a person', async () => {
  const part = await partWith(16_750)
  const buyer = await shop.customer()
  const promise = [
    { pieces: 16_750, day: stockDay, from: 'stock' },
    { pieces: 13_250, day: madeDay, from: 'made' },
  ]

  expect(await priced(part, 30_000)).toMatchObject([{ unitPrice: 2, lineTotal: 60_000, notes: [], leadDays: 15, promise }])
  const quote = await quoted(buyer, part, 30_000)
  expect(quote).toMatchObject({ orderable: true, lines: [{ promise }] })
  const group = (await order(buyer, quote)).json<OrderGroup>()

  expect(group.orders).toMatchObject([{ totalPrice: 60_000, promised: promise.slice(1) }])
  expect(await shop.stockOf(part)).toBe(0)
  expect(await madeOf(part)).toBe('13250')
  await pay(buyer, group)
  expect((await groupNow(buyer, group)).orders).toMatchObject([{ paid: true, shipBy: madeDay, promised: promise.slice(1) }])
  await expectKept()
})

test('a part of which its owner has said nothing is sold up to its stock, also where more is expected', async () => {
  const part = await partWith(1_000, null)
  await expectGoods(part, 9_000, 9)
  const buyer = await shop.customer()

  const quote = await quoted(buyer, part, 2_000)
  expect(quote.lines[0]).not.toHaveProperty('promise')
  expect(quote).toMatchObject({ orderable: false, lines: [{ notes: ['above-stock'] }] })
  expect((await order(buyer, quote)).json()).toMatchObject({ code: 'STOCK_TOO_LOW' })
  expect(await shop.stockOf(part)).toBe(1_000)
})

test('where nothing is made, what is expected is promised once, and others are shown the rest', async () => {
  const part = await partWith(1_000, 0)
  const delivery = await expectGoods(part, 5_000, 9)
  const [ann, bob] = [await shop.customer(), await shop.customer()]

  const group = await ordered(ann, part, 4_000)

  expect(group.orders[0]!.promised).toEqual([{ pieces: 3_000, day: dayAfter(inDays(9)), from: 'expected' }])
  expect(await promisedOf(delivery)).toBe(3_000)
  expect((await shown(part)).expected).toEqual({ date: inDays(9), pieces: 2_000 })
  const tooMany = await order(bob, await quoted(bob, part, 2_001))
  expect(tooMany.json()).toMatchObject({ code: 'STOCK_TOO_LOW', fields: [{ field: 'lines.1', message: 'Only 2,000 pieces are left.' }] })
  await ordered(bob, part, 2_000)
  expect(await shown(part)).not.toHaveProperty('expected')
  await expectKept()
})

test('a line has what the lines of its part above it leave', async () => {
  const part = await partWith(1_500, 2_000)

  const lines = await priced(part, 1_000, 1_000, 1_500, 99_000)

  expect(lines.map(({ notes, promise }) => [notes, promise?.map(({ pieces, from }) => `${pieces} ${from}`)])).toEqual([
    [[], undefined],
    [[], ['500 stock', '500 made']],
    [[], ['1500 made']],
    [['above-stock'], undefined],
  ])
})

test('of many buyers at once, each gets pieces of the delivery and the months that nobody else has, or is refused', async () => {
  const part = await partWith(1_000, 1)
  const delivery = await expectGoods(part, 3_500, 9)
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
  const quotes = await Promise.all(buyers.map((buyer) => quoted(buyer, part, 1_000)))

  const answers = await Promise.all(buyers.map((buyer, index) => order(buyer, quotes[index]!, { shipBy: '2099-12-31' })))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
  expect([await shop.stockOf(part), await promisedOf(delivery)]).toEqual([0, 3_000])
  await expectKept()
})

test('a cancelled, a reduced and a refunded order give back what they were promised, the last days first', async () => {
  const part = await partWith(0, 3_000)
  const delivery = await expectGoods(part, 2_000, 5)
  const buyer = await shop.customer()
  const stands = async () => [await promisedOf(delivery), await madeOf(part)]

  const group = await ordered(buyer, part, 4_000)
  expect(await stands()).toEqual([2_000, '2000'])
  const reduced = await buyer.put(`/order/${group.orders[0]!._id}/pieces`, { orderQuantity: 1_500, totalPrice: 3_750 })
  expect(reduced.json()).toMatchObject({ promised: [{ pieces: 1_500, from: 'expected' }] })
  expect(await stands()).toEqual([1_500, '0'])
  expect((await buyer.delete(`/order/${group.orders[0]!._id}`)).json()).toEqual({ deletedCount: 1 })
  expect(await stands()).toEqual([0, '0'])
  expect(await orderNow(buyer, group)).not.toHaveProperty('promised')

  const paid = await ordered(buyer, part, 4_000)
  await pay(buyer, paid)
  const refunded = await admin.post(`/order/${paid.orders[0]!._id}/refund`, { reason: 'none' })
  expect(refunded.statusCode).toBe(200)
  expect(await stands()).toEqual([0, '0'])
  expect(await shop.stockOf(part)).toBe(0)
  await expectKept()
})

test('a delivery goes to the orders that wait for it, the earliest first, and only the rest into the stock', async () => {
  const part = await partWith(0, 0)
  const delivery = await expectGoods(part, 5_000, 5)
  const [ann, bob, eve] = [await shop.customer(), await shop.customer(), await shop.customer()]
  const [first, second] = [await ordered(ann, part, 1_000), await ordered(bob, part, 2_000)]
  const ended = await ordered(eve, part, 1_000)
  await eve.delete(`/order/${ended.orders[0]!._id}`)
  const lower = await admin.put(`/expected-goods/${delivery}`, {
    date: inDays(5),
    pieces: 2_999,
    note: '',
    seen: { date: inDays(5), pieces: 5_000, note: '' },
  })
  expect(lower.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'pieces' }] })
  expect((await admin.get(`/parts/${part._id}/expected`)).json<Delivery[]>()).toMatchObject([{ pieces: 5_000, promised: 3_000 }])

  const answers = await Promise.all([1, 2].map(() => admin.post(`/expected-goods/${delivery}/arrived`, { pieces: 4_500 })))

  expect(answers.map((answer) => answer.json().modifiedCount).toSorted()).toEqual([0, 1])
  expect(await shop.stockOf(part)).toBe(1_500)
  expect(await orderNow(ann, first)).not.toHaveProperty('promised')
  expect(await orderNow(bob, second)).not.toHaveProperty('madeToOrder')
  await bob.delete(`/order/${second.orders[0]!._id}`)
  expect(await shop.stockOf(part)).toBe(3_500)
  await expectKept()
})

test('of a delivery that is short, the earliest promise is kept, and the others wait on', async () => {
  const part = await partWith(0, 0)
  const delivery = await expectGoods(part, 3_000, 5)
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const [first, second] = [await ordered(ann, part, 1_000), await ordered(bob, part, 2_000)]

  await admin.post(`/expected-goods/${delivery}/arrived`, { pieces: 1_200 })

  expect(await shop.stockOf(part)).toBe(0)
  expect(await orderNow(ann, first)).not.toHaveProperty('promised')
  expect(await orderNow(bob, second)).toMatchObject({ madeToOrder: 1_800, promised: [{ pieces: 1_800 }] })
  expect(await promisedOf(delivery)).toBe(1_800)
  await expectKept()
})

test('pieces that left before their delivery was booked are not sold again, and partly sent orders miss nothing once all has come', async () => {
  const [whole, partly] = [await partWith(0, 0), await partWith(500, 0)]
  const [delivery, other] = [await expectGoods(whole, 5_000, 5), await expectGoods(partly, 2_500, 5)]
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const [sent, begun] = [await ordered(ann, whole, 3_000), await ordered(bob, partly, 3_000)]
  for (const [buyer, group] of [
    [ann, sent],
    [bob, begun],
  ] as const)
    await pay(buyer, group)
  expect((await send(sent, 3_000)).json()).toMatchObject({ shipped: true })
  expect((await send(begun, 2_500)).json()).toMatchObject({ left: 500 })

  await admin.post(`/expected-goods/${delivery}/arrived`, { pieces: 5_000 })
  await admin.post(`/expected-goods/${other}/arrived`, { pieces: 2_500 })

  expect([await shop.stockOf(whole), await shop.stockOf(partly)]).toEqual([2_000, 0])
  expect(await orderNow(bob, begun)).not.toHaveProperty('leftToMake')
  await expectKept()
})

test('a day that became later than the quote said is told before anything is written, and ordered with a second press', async () => {
  const part = await partWith(0, 1_000)
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const quote = await quoted(ann, part, 1_000)
  await ordered(bob, part, 1_000)

  const refused = (await order(ann, quote)).json()
  expect(refused).toMatchObject({ code: 'DAY_CHANGED', fields: [{ field: 'lines.1' }] })
  expect(refused.currentShipBy > madeDay).toBe(true)
  expect((await order(ann, quote, { shipBy: madeDay })).json()).toMatchObject({ code: 'DAY_CHANGED' })
  expect(await shop.db.$count(orders, eq(orders.userId, ann.userId))).toBe(0)

  const group = (await order(ann, quote, { shipBy: refused.currentShipBy })).json<OrderGroup>()
  expect(group.orders[0]!.promised).toMatchObject([{ pieces: 1_000, day: refused.currentShipBy, from: 'made' }])
  await expectKept()
})

test('the database itself refuses to promise pieces twice, to give them back twice, and to change what was promised', async () => {
  const part = await partWith(0, 1_000)
  const delivery = await expectGoods(part, 1_000, 5)
  const buyer = await shop.customer()
  const orderId = (await ordered(buyer, part, 1_500)).orders[0]!._id
  const row = { orderId, partId: part._id, day: madeDay }
  const month = `${madeDay.slice(0, 7)}-01`
  const add = (more: Partial<typeof promises.$inferInsert>) =>
    shop.db.insert(promises).values({ ...row, kind: 'promised', pieces: 501, ...more })

  await expect(add({ month })).rejects.toThrow()
  await expect(add({ expectedId: delivery, pieces: 1 })).rejects.toThrow()
  await expect(add({ month, kind: 'released', pieces: -501 })).rejects.toThrow()
  await expect(add({ month, kind: 'arrived', pieces: -1 })).rejects.toThrow()
  await expect(shop.db.update(promises).set({ pieces: 1 }).where(eq(promises.orderId, orderId))).rejects.toThrow()
  await expect(shop.db.delete(promises).where(eq(promises.orderId, orderId))).rejects.toThrow()
  await add({ month, pieces: 500 })
  await add({ month, kind: 'released', pieces: -500 })
})

const riskOf = async (group: OrderGroup) => (await admin.get(`/order/${group.orders[0]!._id}/promise`)).json<PromiseAtRisk>()
const tell = (group: OrderGroup, shipBy: string) => admin.post(`/order/${group.orders[0]!._id}/promise`, { shipBy })
const atRisk = async () => (await admin.get('/allOrder?page=0&size=100&attention=promise')).json<Order[]>().map(({ _id }) => _id)
const isAtRisk = async (group: OrderGroup) => (await atRisk()).includes(group.orders[0]!._id)
const moveTo = (delivery: string, from: number, to: number, pieces: number) =>
  admin.put(`/expected-goods/${delivery}`, {
    date: inDays(to),
    pieces,
    note: '',
    seen: { date: inDays(from), pieces, note: '' },
  })

test('a delivery that is moved puts its promises at risk, and one press tells the buyer by mail, timeline and webhook', async () => {
  const part = await partWith(500, 0)
  const delivery = await expectGoods(part, 1_000, 5)
  const buyer = await shop.customer()
  await shop.db
    .insert(webhooks)
    .values({ userId: buyer.userId, url: 'https://example.com', events: ['order.delivery_changed'], secret: 'whsec_' })
  const group = await ordered(buyer, part, 1_500)
  await pay(buyer, group)
  const id = group.orders[0]!._id
  expect(await riskOf(group)).toMatchObject({ atRisk: [], missing: 0 })
  expect(await isAtRisk(group)).toBe(false)

  await moveTo(delivery, 5, 30, 1_000)

  const [before, after] = [dayAfter(inDays(5)), dayAfter(inDays(30))]
  expect(await isAtRisk(group)).toBe(true)
  expect((await admin.get('/openWork')).json()).toMatchObject({ promisesAtRisk: (await atRisk()).length })
  expect((await admin.get('/openWork')).json()).toMatchObject({ promisesAtRisk: (await atRisk()).length })
  expect(await riskOf(group)).toEqual({
    atRisk: [{ pieces: 1_000, day: before, from: 'expected', why: 'moved' }],
    promise: [{ pieces: 1_000, day: after, from: 'expected' }],
    missing: 0,
    shipBy: after,
  })
  expect((await tell(group, before)).json()).toMatchObject({ code: 'DAY_CHANGED', currentShipBy: after })
  const answers = await Promise.all([tell(group, after), tell(group, after)])
  expect(answers.map((answer) => answer.json().modifiedCount).toSorted()).toEqual([0, 1])

  expect(await orderNow(buyer, group)).toMatchObject({ shipBy: after, promised: [{ pieces: 1_000, day: after, from: 'expected' }] })
  expect(await isAtRisk(group)).toBe(false)
  const { events } = (await buyer.get(`/order/${id}/events`)).json<{ events: OrderEvent[] }>()
  expect(events.filter(({ kind }) => kind === 'delivery-changed')).toMatchObject([{ by: 'shop', change: { before, after } }])
  expect(await shop.db.$count(mails, and(eq(mails.kind, 'delivery-changed'), eq(mails.recipient, buyer.email)))).toBe(1)
  const told = await shop.db.select({ body: webhookDeliveries.body }).from(webhookDeliveries).where(eq(webhookDeliveries.objectId, id))
  expect(told).toMatchObject([{ body: expect.stringContaining(after) }])
  await expectKept()
})

test('what a short delivery left out, and what fewer can be made of, is promised anew from what there is by then', async () => {
  const part = await partWith(0, 2_000)
  const delivery = await expectGoods(part, 1_000, 3)
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const [early, late] = [await ordered(ann, part, 2_000), await ordered(bob, part, 1_000)]
  await admin.post(`/expected-goods/${delivery}/arrived`, { pieces: 400 })
  await shop.db.update(parts).set({ madeMonthly: 1_200 }).where(eq(parts.id, part._id))

  expect((await riskOf(early)).atRisk).toMatchObject([{ pieces: 600, why: 'short' }])
  expect(await riskOf(late)).toMatchObject({ atRisk: [{ pieces: 800, why: 'capacity' }], missing: 0 })
  await shop.db.update(parts).set({ madeMonthly: 0 }).where(eq(parts.id, part._id))
  expect(await riskOf(early)).toMatchObject({ missing: 1_600, shipBy: null })
  expect((await tell(early, madeDay)).json()).toMatchObject({ code: 'STOCK_TOO_LOW' })
  await shop.db.update(parts).set({ madeMonthly: 2_000 }).where(eq(parts.id, part._id))
  await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 0 }, added: 250 })

  const { promise, shipBy } = await riskOf(early)
  expect(promise).toMatchObject([
    { pieces: 250, from: 'stock' },
    { pieces: 350, from: 'made' },
  ])
  expect((await tell(early, shipBy!)).json()).toMatchObject({ modifiedCount: 1 })
  expect(await shop.stockOf(part)).toBe(0)
  expect([await isAtRisk(early), await isAtRisk(late)]).toEqual([false, false])
  await expectKept()
})

test('a delivery that is late or taken back is work for the shop, and nobody is told of a day that is not known', async () => {
  const part = await partWith(0, 0)
  const [first, second] = [await expectGoods(part, 1_000, 5), await expectGoods(part, 1_000, 9)]
  const buyer = await shop.customer()
  const group = await ordered(buyer, part, 2_000)

  await shop.db
    .update(expectedGoods)
    .set({ expectedOn: sql`current_date - 1` })
    .where(eq(expectedGoods.id, first))
  expect((await admin.delete(`/expected-goods/${second}`)).json()).toEqual({ modifiedCount: 1 })

  const risk = await riskOf(group)
  expect(risk.atRisk.map(({ why }) => why)).toEqual(['late', 'removed'])
  expect(risk).toMatchObject({ missing: 2_000, shipBy: null })
  expect(await isAtRisk(group)).toBe(true)
  await buyer.delete(`/order/${group.orders[0]!._id}`)
  expect(await isAtRisk(group)).toBe(false)
  await expectKept()
})

const restock = (part: Part, added: number) => admin.put(`/inventory/${part._id}`, { newAvailable: { available: 0 }, added })
const send = (group: OrderGroup, pieces: number) => admin.post(`/order/${group.orders[0]!._id}/parcels`, { pieces })
const isOver = (delivery: string) =>
  shop.db
    .update(expectedGoods)
    .set({ expectedOn: sql`current_date - 1` })
    .where(eq(expectedGoods.id, delivery))

test('an order that was partly sent gets no more than it misses, and only once the delivery it was sent of is booked', async () => {
  const [part, other] = [await partWith(1_000, 0), await partWith(1_000, 0)]
  const [removed, late] = [await expectGoods(part, 2_000, 5), await expectGoods(other, 2_000, 5)]
  const buyer = await shop.customer()
  const groups = [await ordered(buyer, part, 3_000), await ordered(buyer, other, 3_000)] as const
  for (const group of groups) {
    await pay(buyer, group)
    await send(group, 2_500)
  }
  await admin.delete(`/expected-goods/${removed}`)
  await isOver(late)
  for (const one of [part, other]) await restock(one, 5_000)

  expect((await riskOf(groups[0])).promise).toEqual([{ pieces: 500, day: stockDay, from: 'stock' }])
  expect((await tell(groups[0], stockDay)).json()).toMatchObject({ modifiedCount: 1 })
  expect((await tell(groups[0], stockDay)).json()).toMatchObject({ modifiedCount: 0 })
  expect(await shop.stockOf(part)).toBe(4_500)
  expect((await tell(groups[1], stockDay)).json()).toMatchObject({ message: promiseMessages.unbooked })
  await admin.post(`/expected-goods/${late}/arrived`, { pieces: 1_500 })
  expect((await tell(groups[1], stockDay)).json()).toMatchObject({ modifiedCount: 1 })
  expect(await shop.stockOf(other)).toBe(4_500)
  expect(await orderNow(buyer, groups[1])).not.toHaveProperty('leftToMake')
  await expectKept()
})

test('where only earlier pieces leave later, the mail says their day and no other last one, of a paid order and of an unpaid one', async () => {
  for (const isPaid of [true, false]) {
    const part = await partWith(0, 1_000)
    const delivery = await expectGoods(part, 500, 5)
    const buyer = await shop.customer()
    const group = await ordered(buyer, part, 1_500)
    if (isPaid) await pay(buyer, group)
    await moveTo(delivery, 5, 9, 500)

    expect((await tell(group, madeDay)).json()).toMatchObject({ modifiedCount: 1 })

    const [mail] = await shop.db
      .select({ body: mails.body })
      .from(mails)
      .where(and(eq(mails.kind, 'delivery-changed'), eq(mails.recipient, buyer.email)))
    expect(mail!.body).toContain(`the last of them still leave by ${weekdayText(madeDay)}`)
    expect(mail!.body).toContain(`500 by ${weekdayText(dayAfter(inDays(9)))}`)
    const { events } = (await buyer.get(`/order/${group.orders[0]!._id}/events`)).json<{ events: OrderEvent[] }>()
    expect(events.filter(({ kind }) => kind === 'delivery-changed')).toEqual([])
  }
})

test('where fewer can be made, only what is too much is at risk, the latest promises first', async () => {
  const part = await partWith(0, 4_000)
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const [first, later] = [await ordered(ann, part, 3_000), await ordered(bob, part, 1_000)]

  await shop.db.update(parts).set({ madeMonthly: 2_000 }).where(eq(parts.id, part._id))

  expect((await riskOf(later)).atRisk).toMatchObject([{ pieces: 1_000, why: 'capacity' }])
  const { atRisk: ofFirst, shipBy } = await riskOf(first)
  expect(ofFirst).toMatchObject([{ pieces: 1_000, why: 'capacity' }])
  await tell(first, shipBy!)
  expect((await orderNow(ann, first)).promised).toMatchObject([
    { pieces: 2_000, day: madeDay },
    { pieces: 1_000, day: shipBy },
  ])
  expect([await isAtRisk(first), await isAtRisk(later)]).toEqual([false, true])
  await expectKept()
})

test('pieces of a part that was removed are promised anew from its stock, not from deliveries that nobody can book', async () => {
  const part = await partWith(0, 0)
  const [late] = [await expectGoods(part, 1_000, 5), await expectGoods(part, 1_000, 9)]
  const group = await ordered(await shop.customer(), part, 1_000)
  await isOver(late)
  expect(await riskOf(group)).toMatchObject({ promise: [{ pieces: 1_000, from: 'expected' }], missing: 0 })
  await restock(part, 400)

  await shop.db.update(parts).set({ deletedAt: new Date() }).where(eq(parts.id, part._id))

  expect(await riskOf(group)).toMatchObject({ promise: [{ pieces: 400, from: 'stock' }], missing: 600, shipBy: null })
})

test('what a process of the release before has left promised to orders that need it no more is free again', async () => {
  const part = await partWith(0, 0)
  const delivery = await expectGoods(part, 6_000, 5)
  const buyer = await shop.customer()
  const [ended, reduced] = [await ordered(buyer, part, 2_000), await ordered(buyer, part, 3_000)]
  const change = ({ orders: [first] }: OrderGroup, values: Partial<typeof orders.$inferInsert>) =>
    shop.db.update(orders).set(values).where(eq(orders.id, first!._id))
  await change(ended, { state: 'cancelled', cancelledAt: new Date() })
  await change(reduced, { quantity: 1_000, madePieces: 1_000, totalCents: 2_500_00 })

  await expireUnpaidOrders(shop.services)

  expect(await promisedOf(delivery)).toBe(1_000)
  expect(await orderNow(buyer, reduced)).toMatchObject({ promised: [{ pieces: 1_000 }] })
  await expectKept()
})
