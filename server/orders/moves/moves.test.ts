import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { weekdayText } from '#contract/basics/day-text.ts'
import { shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import { moveMessages, type DeliveryMove, type MoveState } from '#contract/promises/moves.ts'
import { planReleases, type Release } from '#contract/promises/releases.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { mails } from '#database/tables/mails.ts'
import { parts } from '#database/tables/parts.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { checkInvariants } from '../../run/invariants/check-invariants.ts'
import { comingSaturday } from '#tests/support/shops/coming-days.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let calendar: ShopCalendar

beforeAll(async () => {
  shop = await openShop({ watchesLocks: true })
  admin = await shop.admin()
  calendar = shopCalendar()
})

const inDays = (days: number) => shipDay(days, calendar)

/** Two deliveries of 10,000, of which `available` are in stock and the others made, 20,000 a month. */
async function twoDeliveries({ available = 10_000, paid = true } = {}) {
  const part = await shop.addPart({ available, price: 2.5 })
  await shop.db.update(parts).set({ madeMonthly: 20_000 }).where(eq(parts.id, part._id))
  const buyer = await shop.customer()
  const releases = planReleases({ pieces: 10_000, first: inDays(40), every: 'quarter', times: 2 }, calendar).map(
    ({ pieces, wishedOn }): Release => ({ pieces, wishedOn }),
  )
  const quote = (await buyer.post('/quotes', { lines: [{ text: part.partNumber, releases }] })).json<Quote>()
  const ordered = await buyer.post(`/quotes/${quote._id}/order`, { version: quote.version, total: quote.total, ...contact })
  const group = ordered.json<OrderGroup>()
  if (paid) await reportPaid(buyer, group.orders[0]!, (await payByCard(shop, await openPaymentOfGroup(buyer, group))).id)
  const [first, second] = group.orders
  return { part, buyer, first: first!, second: second! }
}
const ask = (who: Customer, { _id }: Order, wishedOn: string) => who.post(`/order/${_id}/moves`, { wishedOn })
const asked = async (who: Customer, order: Order, wishedOn: string) => (await ask(who, order, wishedOn)).json<DeliveryMove>()
const answer = (who: Customer, { _id }: Order, move: DeliveryMove, said: Exclude<MoveState, 'asked'>) =>
  who.put(`/order/${_id}/moves`, { move: move._id, answer: said })
const now = async (who: Customer, { _id }: Order) => (await who.get(`/order/${_id}`)).json<OrderInFull>()
const told = async (recipient: string) =>
  (
    await shop.db
      .select({ subject: mails.subject })
      .from(mails)
      .where(and(eq(mails.recipient, recipient), sql`kind like 'delivery-move%'`))
      .orderBy(mails.createdAt)
  ).map(({ subject }) => subject)
async function expectKept() {
  const broken = (await checkInvariants(shop.db)).filter(({ count, name }) => count > 0 && name !== 'nothingIsOverdue')
  expect(broken).toEqual([])
}

test('a buyer asks for a later day, the shop confirms it: day, promise, timeline, mails and webhook follow in one moment', async () => {
  const { buyer, second } = await twoDeliveries()
  await shop.db
    .insert(webhooks)
    .values({ userId: buyer.userId, url: 'https://example.com', events: ['order.delivery_changed'], secret: 'whsec_' })
  const later = inDays(140)

  const move = await asked(buyer, second, later)

  expect(move).toMatchObject({ wishedOn: later, askedBy: 'customer', state: 'asked' })
  expect((await now(buyer, second)).wishedOn).toBe(second.wishedOn)
  expect((await admin.get('/openWork')).json()).toMatchObject({ movesWanted: 1 })
  expect((await admin.get('/allOrder?page=0&attention=move')).json<Order[]>().map(({ _id }) => _id)).toEqual([second._id])
  expect((await answer(buyer, second, move, 'confirmed')).json()).toMatchObject({
    code: 'DELIVERY_CHANGED',
    message: moveMessages.otherSide,
  })
  expect((await answer(admin, second, move, 'confirmed')).json()).toMatchObject({ state: 'confirmed' })

  expect(await now(buyer, second)).toMatchObject({
    wishedOn: later,
    shipBy: later,
    promised: [{ pieces: 10_000, day: later, from: 'made' }],
  })
  const { events } = (await buyer.get(`/order/${second._id}/events`)).json<{ events: OrderEvent[] }>()
  expect(events.slice(-2).map(({ kind, by, change }) => [kind, by, change])).toEqual([
    ['move-asked', 'customer', { before: second.wishedOn, after: later }],
    ['delivery-changed', 'shop', { before: second.wishedOn, after: later }],
  ])
  expect(await told(buyer.email)).toEqual([`Your order ${second.number} leaves on ${weekdayText(later)}`])
  expect(await told(admin.email)).toEqual([`A customer wants order ${second.number} on another day`])
  const deliveries = await shop.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.objectId, second._id))
  expect(deliveries.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ data: { shipBy: later } }])
  await expectKept()
})

test('the shop asks, the buyer refuses or confirms, and the shop can take it back; each is told, and the day stays until it is confirmed', async () => {
  const { buyer, first } = await twoDeliveries()
  const [refused, withdrawn, later] = [inDays(50), inDays(55), inDays(60)]

  await answer(buyer, first, await asked(admin, first, refused), 'refused')
  await answer(admin, first, await asked(admin, first, withdrawn), 'withdrawn')
  expect((await now(buyer, first)).wishedOn).toBe(first.wishedOn)
  await answer(buyer, first, await asked(admin, first, later), 'confirmed')

  expect(await now(buyer, first)).toMatchObject({ wishedOn: later, shipBy: later })
  expect(await told(buyer.email)).toEqual([
    `Another day for your order ${first.number}?`,
    `Another day for your order ${first.number}?`,
    `Your order ${first.number} stays on its day`,
    `Another day for your order ${first.number}?`,
  ])
  expect((await buyer.get(`/order/${first._id}/moves`)).json()).toMatchObject({
    side: 'customer',
    moves: [{ state: 'refused' }, { state: 'withdrawn' }, { state: 'confirmed' }],
  })
  await expectKept()
})

test('a day that cannot be kept any more is not confirmed, with the soonest one, and nothing changes', async () => {
  const { part, buyer, second } = await twoDeliveries()
  const soon = inDays(4)
  const move = await asked(buyer, second, soon)

  const answered = await answer(admin, second, move, 'confirmed')

  const soonest = inDays(part.leadDays)
  expect(answered.json()).toMatchObject({ code: 'DAY_CHANGED', message: moveMessages.notBy(weekdayText(soonest)), currentShipBy: soonest })
  expect(await now(buyer, second)).toMatchObject({ wishedOn: second.wishedOn, promised: [{ day: second.wishedOn }] })
  expect((await answer(buyer, second, move, 'withdrawn')).json()).toMatchObject({ state: 'withdrawn' })
  expect((await ask(buyer, second, second.wishedOn!)).json()).toMatchObject({
    fields: [{ field: 'wishedOn', message: moveMessages.sameDay }],
  })
  expect((await ask(buyer, second, comingSaturday())).json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'wishedOn' }] })
  await expectKept()
})

test('made pieces that are on their way can be put off by less than their lead time: what is promised stays, and only that', async () => {
  const { part, buyer, second } = await twoDeliveries()
  await shop.db.update(parts).set({ leadDays: 200 }).where(eq(parts.id, part._id))
  const [sooner, later] = [inDays(60), inDays(120)]
  const early = await asked(buyer, second, sooner)
  expect((await answer(admin, second, early, 'confirmed')).json()).toMatchObject({ code: 'DAY_CHANGED', currentShipBy: inDays(200) })
  await answer(buyer, second, early, 'withdrawn')

  expect((await answer(admin, second, await asked(buyer, second, later), 'confirmed')).json()).toMatchObject({ state: 'confirmed' })

  expect(await now(buyer, second)).toMatchObject({
    wishedOn: later,
    shipBy: later,
    promised: [{ pieces: 10_000, day: second.wishedOn, from: 'made' }],
  })
  await expectKept()

  await shop.db.update(parts).set({ madeMonthly: 1_000 }).where(eq(parts.id, part._id))
  const risky = await asked(buyer, second, inDays(130))
  expect((await answer(admin, second, risky, 'confirmed')).json()).toMatchObject({ code: 'DAY_CHANGED' })
  await answer(buyer, second, risky, 'withdrawn')
})

test('an order that is no delivery of several cannot be moved, nor one of which a parcel has left', async () => {
  const { buyer, first } = await twoDeliveries()
  const single = await shop.placeOrder(buyer, await shop.addPart({ available: 10_000 }), 1_000)
  const move = await asked(buyer, first, inDays(60))
  await admin.post(`/order/${first._id}/parcels`, { pieces: 100 })

  expect((await ask(buyer, single, inDays(60))).json()).toMatchObject({ code: 'ORDER_NOT_MOVABLE' })
  expect((await answer(admin, first, move, 'confirmed')).json()).toMatchObject({ code: 'ORDER_NOT_MOVABLE' })
  expect((await admin.get('/openWork')).json()).toMatchObject({ movesWanted: 0 })
  expect((await answer(admin, first, move, 'refused')).json()).toMatchObject({ state: 'refused' })
})

test('of two people who ask at once one does, of two answers at once one counts, and the other is told', async () => {
  const { buyer, first } = await twoDeliveries()
  const both = await Promise.all([ask(buyer, first, inDays(60)), ask(admin, first, inDays(62))])

  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ message: moveMessages.openAlready })
  const move = both.find(({ statusCode }) => statusCode === 200)!.json<DeliveryMove>()
  const [asking, answering] = move.askedBy === 'shop' ? [admin, buyer] : [buyer, admin]
  const answers = await Promise.all([
    answer(answering, first, move, 'confirmed'),
    answer(asking, first, move, 'withdrawn'),
    answer(answering, first, move, 'refused'),
  ])

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  const ended = answers.find(({ statusCode }) => statusCode === 200)!.json<DeliveryMove>()
  expect((await now(buyer, first)).wishedOn).toBe(ended.state === 'confirmed' ? move.wishedOn : first.wishedOn)
  await expectKept()
})

test('moved while a parcel leaves, a delivery is moved before it, or not at all', async () => {
  const { buyer, first } = await twoDeliveries()
  const move = await asked(buyer, first, inDays(60))

  const [moved, sent] = await Promise.all([
    answer(admin, first, move, 'confirmed'),
    admin.post(`/order/${first._id}/parcels`, { pieces: 10_000 }),
  ])

  expect(sent.statusCode).toBe(200)
  expect([200, 409]).toContain(moved.statusCode)
  expect((await now(buyer, first)).wishedOn).toBe(moved.statusCode === 200 ? move.wishedOn : first.wishedOn)
  await expectKept()
})
