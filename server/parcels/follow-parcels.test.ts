import { beforeAll, expect, test } from 'vitest'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { eq } from 'drizzle-orm'
import { groupWithFreight } from '#tests/support/shops/freight.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { mailsAbout, openPaymentOf, payByCard, payOrder, reportPaid } from '#tests/support/shops/payments.ts'

const UPS = newUps()
const DPD = { carrier: 'dpd', trackingNumber: '01234567890123' } as const

let shop: TestShop
let admin: Customer
let clerk: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  clerk = await shop.admin('clerk')
  ann = await shop.customer('ann')
})

/** An order of 3,000 pieces, sent in parcels of this many pieces. */
async function sentOrder(...pieces: number[]): Promise<{ order: Order; parcels: Parcel[] }> {
  const order = await shop.placeOrder(ann, await shop.addPart({ available: 10_000 }), 3_000)
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)
  const parcels: Parcel[] = []
  for (const count of pieces) {
    const answer = await admin.post(`/order/${order._id}/parcels`, { pieces: count, ...UPS })
    parcels.push(answer.json<{ parcel: Parcel }>().parcel)
  }
  return { order, parcels }
}

const correct = ({ _id }: Parcel, to: object, seen: object = UPS) => admin.put(`/parcels/${_id}`, { ...to, seen })
const deliver = ({ _id }: Parcel) => admin.put(`/parcels/${_id}/delivered`)
const orderOf = async ({ _id }: Order) => (await ann.get(`/order/${_id}`)).json<Order>()
const eventsOf = async ({ _id }: Order) => (await ann.get(`/order/${_id}/events`)).json<{ events: OrderEvent[] }>().events

test('a number is corrected, and the timeline keeps the earlier one', async () => {
  const { order, parcels } = await sentOrder(3_000)

  const answer = await correct(parcels[0]!, DPD)

  expect(answer.json()).toMatchObject({ parcel: { ...DPD, carrierName: 'DPD' } })
  expect((await eventsOf(order)).at(-1)).toMatchObject({ kind: 'parcel-corrected', by: 'shop', parcel: { ...DPD, before: UPS } })
})

test('a correction of what somebody else has corrected meanwhile is refused and says what stands (80)', async () => {
  const { parcels } = await sentOrder(3_000)
  await correct(parcels[0]!, DPD)

  const answer = await correct(parcels[0]!, newUps())

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'PARCEL_CHANGED',
    message: `Somebody has changed it meanwhile to DPD ${DPD.trackingNumber}.`,
  })
})

test('of two clerks who correct a parcel at once one wins, and the other is told what stands (80)', async () => {
  const sent = await Promise.all(Array.from({ length: 4 }, () => sentOrder(3_000)))

  const statuses = await Promise.all(
    sent.map(async ({ parcels: [parcel] }) => {
      const other = { ...newUps(), seen: UPS }
      const answers = await Promise.all([correct(parcel!, DPD), clerk.put(`/parcels/${parcel!._id}`, other)])
      return answers.map(({ statusCode }) => statusCode).toSorted()
    }),
  )

  expect(statuses.flat()).toEqual([200, 409, 200, 409, 200, 409, 200, 409])
})

test('the same correction twice changes nothing', async () => {
  const { order, parcels } = await sentOrder(3_000)
  await correct(parcels[0]!, DPD)

  expect((await correct(parcels[0]!, DPD)).statusCode).toBe(200)
  expect((await eventsOf(order)).filter(({ kind }) => kind === 'parcel-corrected')).toHaveLength(1)
})

test('an order is delivered with its last parcel, once, also when both arrive at once', async () => {
  const { order, parcels } = await sentOrder(1_000, 2_000)

  const answers = await Promise.all(parcels.flatMap((parcel) => [deliver(parcel), deliver(parcel)]))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(200))
  expect(await orderOf(order)).toMatchObject({ shipped: true, delivered: true })
  const kinds = (await eventsOf(order)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'parcel-delivered')).toHaveLength(2)
  expect(kinds.filter((kind) => kind === 'delivered')).toHaveLength(1)
  expect((await mailsAbout(shop, order)).filter((kind) => kind === 'order-delivered')).toHaveLength(1)
})

test('of two clerks who mark the last two parcels at once one ends the order (80)', async () => {
  const sent = await Promise.all(Array.from({ length: 4 }, () => sentOrder(1_000, 2_000)))

  const ended = await Promise.all(
    sent.map(async ({ parcels: [first, second] }) => {
      const answers = await Promise.all([deliver(first!), clerk.put(`/parcels/${second!._id}/delivered`)])
      return answers.filter((answer) => answer.json<{ orderDelivered: boolean }>().orderDelivered).length
    }),
  )

  expect(ended).toEqual([1, 1, 1, 1])
})

test('an order of which pieces are still in the warehouse is not delivered', async () => {
  const { order, parcels } = await sentOrder(1_000)

  expect((await deliver(parcels[0]!)).json()).toMatchObject({ orderDelivered: false })
  expect(await orderOf(order)).toMatchObject({ shipped: false, delivered: false })
})

async function shippedMailOf({ _id }: Order): Promise<string> {
  const rows = await shop.db.select().from(mails).where(eq(mails.ref, _id))
  return rows.find(({ kind }) => kind === 'order-shipped')!.body
}

/** The tracking page of the order's mail. */
const tokenOf = async (order: Order): Promise<string> => /\/track\/([\w.-]+)/.exec(await shippedMailOf(order))![1]!

test("a mail's link shows the parcels without signing in, and nothing about the buyer", async () => {
  const { order } = await sentOrder(1_000, 2_000)

  const answer = await shop.visitor.get(`/track/${await tokenOf(order)}`)

  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
  expect(Object.keys(answer.json())).toEqual(['number', 'name', 'orderQuantity', 'parcels'])
  expect(answer.json()).toMatchObject({ number: order.number, name: order.name, parcels: [{ pieces: 1_000 }, { pieces: 2_000 }] })
  for (const hidden of [ann.email, order.address, order.phone, order._id]) expect(answer.body).not.toContain(hidden)

  // While pieces are left to send, also the day by which they leave.
  const { order: begun, parcels } = await sentOrder(1_000)
  const [row] = await shop.db.select({ paidAt: orders.paidAt }).from(orders).where(eq(orders.id, begun._id))
  const [mail] = await shop.db.select().from(mails).where(eq(mails.ref, parcels[0]!._id))
  const [link] = /\/track\/[\w.-]+/.exec(mail!.body)!
  const shipBy = shipDay(2, shopCalendar([], new Date(row!.paidAt!)))
  expect((await shop.visitor.get(link)).json()).toMatchObject({ shipBy, parcels: [{ pieces: 1_000 }] })
})

test('a tracking link of an order with freight says how it is carried, without price and account, and so do the mails of the order', async () => {
  const freight = {
    methodId: null,
    name: 'Your carrier',
    carrier: 'ups',
    incoterm: { code: 'FCA', place: 'Bonn' },
    account: 'A1B2',
  } as const
  const { buyer, group } = await groupWithFreight(shop, { prices: [2.5], freightCents: 4_500, freight })
  const [order] = group.orders
  await payOrder(shop, buyer, order!)
  await clerk.post(`/order/${order!._id}/parcels`, {})

  const answer = await shop.visitor.get(`/track/${await tokenOf(order!)}`)

  expect(answer.json().freight).toEqual({ name: 'Your carrier', carrier: 'ups', incoterm: { code: 'FCA', place: 'Bonn' } })
  expect(answer.body).not.toContain('A1B2')
  expect(await shippedMailOf(order!)).toContain('Your carrier, UPS, FCA Bonn, Incoterms 2020')
})

test.each([
  ['another order', (token: string, other: string) => token.replace(/^[^.]+/, other)],
  ['a later end', (token: string) => token.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`)],
  ['another signature', (token: string) => token.replace(/.{43}$/, 'A'.repeat(43))],
])('a tracking link with %s shows nothing', async (_, change) => {
  const { order } = await sentOrder(3_000)
  const { order: other } = await sentOrder(3_000)

  const answer = await shop.visitor.get(`/track/${change(await tokenOf(order), other._id)}`)

  expect(answer.json()).toMatchObject({ code: 'LINK_EXPIRED' })
})

test('a tracking link ends', async () => {
  const { order } = await sentOrder(3_000)
  const tokenUntil = (until: number) =>
    `${order._id}.${until}.${shop.services.identity.sign('tracking', `${order._id}.${until}`).toString('base64url')}`
  const now = Math.floor(Date.now() / 1_000)

  expect((await shop.visitor.get(`/track/${tokenUntil(now + 3_600)}`)).statusCode).toBe(200)
  expect((await shop.visitor.get(`/track/${tokenUntil(now - 1)}`)).json()).toMatchObject({ code: 'LINK_EXPIRED' })
})
