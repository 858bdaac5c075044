import { and, eq, like, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CarrierId } from '#contract/orders/carriers.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Parcel, ParcelToSend } from '#contract/orders/parcels.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { checkLastingInvariants } from '#server/run/invariants/check-invariants.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { mailsAbout, openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

const UPS = newUps().trackingNumber

let shop: TestShop
let admin: Customer
let clerk: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop({ env: { CARRIER_LINK: 'https://track.example.com/{number}' } })
  admin = await shop.admin()
  clerk = await shop.admin('clerk')
  ann = await shop.customer('ann')
})

async function paidOrder(quantity = 3_000): Promise<Order> {
  const order = await shop.placeOrder(ann, await shop.addPart({ available: 10_000 }), quantity)
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)
  return order
}

const send = ({ _id }: Order, parcel?: ParcelToSend, who = admin) => who.post(`/order/${_id}/parcels`, parcel ?? {})
const orderOf = async ({ _id }: Order) => (await ann.get(`/order/${_id}`)).json<Order>()
const parcelsOf = async ({ _id }: Order) => (await ann.get(`/order/${_id}/parcels`)).json<{ parcels: Parcel[] }>().parcels

test('an order leaves in several parcels and is shipped with the last of them', async () => {
  const order = await paidOrder()

  const first = await send(order, { pieces: 1_000, carrier: 'ups', trackingNumber: UPS.toLowerCase().replace(/^(.{8})(.{4})/, '$1 $2 ') })
  const afterFirst = await orderOf(order)
  const last = await send(order, { pieces: 2_000, carrier: 'other', trackingNumber: 'ab-123' })

  expect(first.json()).toMatchObject({ shipped: false, left: 2_000 })
  expect(afterFirst).toMatchObject({ shipped: false, parceledPieces: 1_000 })
  expect(last.json()).toMatchObject({ shipped: true, left: 0 })
  expect(await orderOf(order)).toMatchObject({ shipped: true, parceledPieces: 3_000, delivered: false })
  expect(await parcelsOf(order)).toMatchObject([
    { pieces: 1_000, carrierName: 'UPS', trackingNumber: UPS, link: `https://www.ups.com/track?tracknum=${UPS}`, deliveredAt: null },
    { pieces: 2_000, carrierName: 'Other carrier', link: 'https://track.example.com/AB-123' },
  ])
  expect(await checkLastingInvariants(shop.db)).toEqual([])
})

test.each<[CarrierId, string, string]>([
  ['fedex', '1001921334250001000300779017972697', '779017972697'],
  ['fedex', '9612 804 882227378545377', '882227378545377'],
  ['usps', ']C142022153\u001D9400111201080805483016', '9400111201080805483016'],
])(
  'of a barcode of %s that is scanned, %s, the number in it is kept, and the order is found by either',
  async (carrier, scanned, number) => {
    const order = await paidOrder()

    const { parcel } = (await send(order, { pieces: 1_000, carrier, trackingNumber: scanned })).json<{ parcel: Parcel }>()

    expect(parcel).toMatchObject({ trackingNumber: number })
    for (const q of [number, scanned]) {
      const found = (await admin.get(`/allOrder?page=0&size=10&q=${encodeURIComponent(q)}`)).json<Order[]>()
      expect(found.map(({ _id }) => _id)).toEqual([order._id])
    }
  },
)

test('each parcel has one mail, and the last one says that the order is on its way', async () => {
  const order = await paidOrder()

  const { parcel } = (await send(order, { pieces: 1_000, carrier: 'ups', trackingNumber: UPS })).json<{ parcel: Parcel }>()
  await send(order)

  const [mail] = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'parcel-sent'), eq(mails.ref, parcel._id)))
  expect(mail?.body).toContain(UPS)
  expect(mail?.body).toMatch(/\/track\/[\w.-]+/)
  expect((await mailsAbout(shop, order)).filter((kind) => kind === 'order-shipped')).toHaveLength(1)
})

test('the specified call ships what is left as one more parcel', async () => {
  const order = await paidOrder()
  await send(order, { pieces: 1_000 })

  expect((await admin.put(`/orderShipped/${order._id}`)).json()).toEqual({ modifiedCount: 1 })

  expect((await parcelsOf(order)).map(({ pieces }) => pieces)).toEqual([1_000, 2_000])
})

test('an order of an earlier release that was shipped without parcels is sent already', async () => {
  const order = await paidOrder()
  await admin.put(`/orderShipped/${order._id}`)

  const answer = await send(order, {}, clerk)

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'ORDER_SENT', message: expect.stringContaining(`by ${admin.email} on 20`) as string })
})

test.each<[string, ParcelToSend, string, string]>([
  ['more pieces than are left', { pieces: 3_001 }, 'pieces', 'Only 3,000 pieces are left to send.'],
  [
    'a number of another form',
    { carrier: 'ups', trackingNumber: '123' },
    'trackingNumber',
    'UPS numbers have 1Z and 16 letters or digits.',
  ],
  ['a number without a carrier', { trackingNumber: UPS }, 'carrier', 'Choose the carrier of this number.'],
  ['no pieces', { pieces: 0 }, 'pieces', 'At least 1 piece.'],
])('%s is refused at its field, and nothing is sent', async (_, parcel, field, message) => {
  const order = await paidOrder()

  const answer = await send(order, parcel)

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field, message }] })
  expect(await parcelsOf(order)).toEqual([])
})

test('an unpaid order is not shipped', async () => {
  const order = await shop.placeOrder(ann, await shop.addPart())

  expect((await send(order)).json()).toMatchObject({ code: 'ORDER_NOT_TO_SHIP' })
})

test('a disputed order is sent only when the clerk confirms it', async () => {
  const order = await paidOrder()
  await shop.db.update(orders).set({ dispute: 'open' }).where(eq(orders.id, order._id))

  const [refused, sent] = [await send(order), await send(order, { despite: ['dispute'] })]

  expect(refused.json()).toMatchObject({ code: 'ORDER_HELD_BACK' })
  expect(sent.json()).toMatchObject({ shipped: true })
})

test('parcels that are sent at once are never more than the order (81)', async () => {
  const order = await paidOrder()

  const answers = await Promise.all([admin, clerk, admin, clerk].map((who) => send(order, { pieces: 1_000 }, who)))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409])
  expect((await parcelsOf(order)).map(({ pieces }) => pieces)).toEqual([1_000, 1_000, 1_000])
  expect(await checkLastingInvariants(shop.db)).toEqual([])
})

test('of two clerks who ship the same order at once one wins, and the other is told who it was (80)', async () => {
  const order = await paidOrder()

  const answers = await Promise.all([send(order, {}, admin), send(order, {}, clerk)])

  const lost = answers.find(({ statusCode }) => statusCode !== 200)
  const winner = answers[0] === lost ? clerk : admin
  expect(lost!.json()).toMatchObject({ code: 'ORDER_SENT', message: expect.stringContaining(winner.email) as string })
})

test('the database itself refuses more pieces than were ordered, what has left to change, and an order that leaves without parcels (81)', async () => {
  const order = await paidOrder()
  await send(order, { pieces: 1_000 })
  const ofOrder = eq(parcels.orderId, order._id)

  await expect(shop.db.insert(parcels).values({ orderId: order._id, quantity: 2_001 })).rejects.toThrow()
  await expect(shop.db.update(parcels).set({ quantity: 500 }).where(ofOrder)).rejects.toThrow()
  await expect(shop.db.delete(parcels).where(ofOrder)).rejects.toThrow()
  await expect(
    shop.db
      .update(orders)
      .set({ state: 'shipped', shippedAt: sql`now()` })
      .where(eq(orders.id, order._id)),
  ).rejects.toThrow()
  expect(await orderOf(order)).toMatchObject({ shipped: false, parceledPieces: 1_000 })
})

test('a request repeated with its key sends one parcel', async () => {
  const order = await paidOrder()
  const request = {
    method: 'POST' as const,
    url: `/api/order/${order._id}/parcels`,
    headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': `parcel ${order._id}`.replaceAll(' ', '-') },
    payload: { pieces: 1_000 },
  }

  const answers = [await shop.app.inject(request), await shop.app.inject(request)]

  expect(answers[1]!.json()).toEqual(answers[0]!.json())
  expect(await parcelsOf(order)).toHaveLength(1)
})

test('an order of which pieces have been sent is not cancelled and refunded', async () => {
  const order = await paidOrder()
  await send(order, { pieces: 1_000 })

  const answer = await admin.post(`/order/${order._id}/refund`, { reason: 'Too late' })

  expect(answer.json()).toMatchObject({ code: 'ORDER_PARTLY_SENT' })
  expect(await orderOf(order)).toMatchObject({ paid: true, refunded: false })
})

test('the audit log names the order, the pieces and the number', async () => {
  const order = await paidOrder()
  await send(order, { pieces: 1_000, carrier: 'ups', trackingNumber: UPS })

  const [entry] = await shop.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, order._id), like(auditLog.action, '%parcel%')))
  expect(entry).toMatchObject({
    action: 'send-parcel',
    actorId: admin.userId,
    detail: { pieces: 1_000, carrier: 'ups', trackingNumber: UPS },
  })
})
