import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Parcel } from '#contract/orders/parcels.ts'
import type { Return } from '#contract/orders/returns.ts'
import type { Papers } from '#contract/payments/papers.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { webhookEvents, type WebhookEvent } from '#contract/people/webhooks.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { mailBackInStock } from '#server/related-parts/back-in-stock.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openWebhookTarget } from '#tests/support/doubles/webhook-target.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { refundByAdmin } from '#tests/support/shops/refunds.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { addEndpoint, deliver, toLoopback } from '#tests/support/shops/webhooks.ts'
import { queueExpiringQuotes } from './queue-expiring-quotes.ts'
import { sampleEvents } from './sample-events.ts'

stopTheClock()

const shop = await openShop(toLoopback)
const target = await openWebhookTarget()
afterTheFile(() => target.close())
const admin = await shop.admin()

/** The events that one person's endpoint received, in the order of arrival. */
const toldTo = (person: Customer) =>
  target.received.filter(({ path }) => path === `/${person.userId}`).map(({ type, data }) => ({ type, data }))
const listenFor = (person: Customer, events: readonly (typeof webhookEvents)[number][] = webhookEvents) =>
  addEndpoint(person, `${target.url}/${person.userId}`, { events: [...events] })

async function paidOrder() {
  const bought = await unpaidOrder(shop)
  await listenFor(bought.buyer)
  await reportPaid(bought.buyer, bought.order, (await payByCard(shop, await openPaymentOf(bought.buyer, bought.order))).id)
  return bought
}

test('an order that is paid, shipped, delivered and then refunded in part is told once each, in this order (87)', async () => {
  const { buyer, order } = await paidOrder()
  await admin.put(`/orderShipped/${order._id}`)
  const { parcels } = (await buyer.get(`/order/${order._id}/parcels`)).json<{ parcels: Parcel[] }>()
  await admin.put(`/parcels/${parcels[0]!._id}/delivered`)
  await admin.put(`/parcels/${parcels[0]!._id}/delivered`)
  const refund = await admin.post(`/order/${order._id}/refund`, { reason: 'Scratched', amount: 10.5 })

  await deliver(shop)

  expect(refund.statusCode).toBe(200)
  const about = { _id: order._id, number: order.number }
  const ofOrder = toldTo(buyer).filter(({ type }) => type.startsWith('order.'))
  expect(ofOrder).toEqual([
    { type: 'order.paid', data: { ...about, state: 'paid', refundedTotal: 0 } },
    { type: 'order.shipped', data: { ...about, state: 'shipped', refundedTotal: 0 } },
    { type: 'order.delivered', data: { ...about, state: 'delivered', refundedTotal: 0 } },
    { type: 'order.refunded', data: { ...about, state: 'delivered', refundedTotal: 10.5 } },
  ])
})

test('an order that is refunded or cancelled is told (87)', async () => {
  const { buyer, order } = await paidOrder()
  const other = await shop.placeOrder(buyer, await shop.addPart())

  await refundByAdmin(admin, order)
  await buyer.delete(`/order/${other._id}`)
  await deliver(shop)

  const told = toldTo(buyer).filter(({ type }) => type !== 'order.paid')
  expect(told.map(({ type, data }) => [type, data['_id'], data['state']]).toSorted()).toEqual([
    ['order.cancelled', other._id, 'cancelled'],
    ['order.placed', other._id, 'unpaid'],
    ['order.refunded', order._id, 'refunded'],
  ])
})

test('placed orders, each parcel, papers, offers and steps of returns are told once each, with nothing about people', async () => {
  const selling = await openShop(toLoopback)
  const seller = await selling.admin()
  await publishSeller(selling, seller)
  const ann = await selling.customer('ann')
  await listenFor(ann)
  const part = await selling.addPart({ price: 2.5 })
  const quote = await saveQuote(ann, { lines: [{ text: part.partNumber, quantity: 2_000 }] })
  const offer = { version: 1, lines: [{ row: 1, unitPrice: 2 }], terms: '', validDays: 30, total: 4_000 }
  await seller.post(`/quotes/${quote._id}/offer`, offer)
  const placed = await ann.post(`/quotes/${quote._id}/order`, { version: 2, total: 4_000, phone: '+49 40 1', address: 'Dock 1' })
  const [order] = placed.json<OrderGroup>().orders
  await settlePayment(selling.services, (await payByCard(selling, await openPaymentOfGroup(ann, placed.json()))).id)
  const sent = { pieces: 500, carrier: 'dhl', trackingNumber: '00340434161094021501' }
  const { parcel } = (await seller.post(`/order/${order!._id}/parcels`, sent)).json<{ parcel: Parcel }>()
  await seller.put(`/orderShipped/${order!._id}`)
  const asked = { pieces: 100, reason: 'damaged', note: 'Scratched', pictures: [] }
  const one = (await ann.post(`/order/${order!._id}/returns`, asked)).json<Return>()
  await seller.put(`/returns/${one._id}/agree`, { answer: 'Dock 4' })
  await deliver(selling)

  const about = { _id: order!._id, number: order!.number }
  const [invoice] = (await ann.get('/papers')).json<Papers>().papers
  const told = toldTo(ann)
  expect(told).toEqual(
    expect.arrayContaining([
      {
        type: 'quote.offered',
        data: { _id: quote._id, number: quote.number, version: 2, total: 4_000, validUntil: expect.stringMatching(/Z$/) },
      },
      { type: 'order.placed', data: { ...about, state: 'unpaid', refundedTotal: 0 } },
      { type: 'parcel.sent', data: { _id: parcel._id, order: about, left: 1_500, ...sent } },
      {
        type: 'parcel.sent',
        data: { _id: expect.any(String), order: about, pieces: 1_500, left: 0, carrier: null, trackingNumber: null },
      },
      {
        type: 'paper.issued',
        data: { _id: invoice!._id, number: invoice!.number, kind: 'invoice', orders: [order!.number], total: 4_000 },
      },
      { type: 'return.changed', data: { _id: one._id, number: one.number, order: about, state: 'asked', pieces: 100 } },
      { type: 'return.changed', data: { _id: one._id, number: one.number, order: about, state: 'agreed', pieces: 100 } },
    ]),
  )
  expect(told.map(({ type }) => type).toSorted()).toEqual([
    'order.paid',
    'order.placed',
    'order.shipped',
    'paper.issued',
    'parcel.sent',
    'parcel.sent',
    'quote.offered',
    'return.changed',
    'return.changed',
  ])
  for (const { type, data } of told) expect([type, Object.keys(data)]).toEqual([type, Object.keys(sampleEvents[type as WebhookEvent])])
})

test('an endpoint is told of the events that it takes, of its owner alone, and each endpoint of them', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const stranger = await shop.customer('stranger')
  await listenFor(stranger)
  await listenFor(buyer, ['order.shipped'])
  await listenFor(buyer, ['order.paid', 'order.cancelled'])
  await listenFor(buyer, ['order.paid'])

  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  await deliver(shop)

  expect(toldTo(buyer).map(({ type }) => type)).toEqual(['order.paid', 'order.paid'])
  expect(toldTo(stranger)).toEqual([])
})

test('an endpoint that is deleted in the same moment does not stop a payment', async () => {
  for (let round = 0; round < 5; round++) {
    const { buyer, order } = await unpaidOrder(shop)
    const { webhook } = await listenFor(buyer)
    const intent = await payByCard(shop, await openPaymentOf(buyer, order))
    const paying = await transaction(shop.db, async (tx) => {
      await tx.delete(webhooks).where(eq(webhooks.id, webhook._id))
      const answer = reportPaid(buyer, order, intent.id)
      await untilWaiting(shop.db, 1)
      return { answer }
    })

    expect((await paying.answer).statusCode).toBe(200)
    expect(await shop.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, webhook._id))).toBe(0)
  }
})

test('a quote whose prices end within three days is told once for each version, also by several processes (87)', async () => {
  const ann = await shop.customer('ann')
  await listenFor(ann)
  const part = await shop.addPart()
  const save = () => saveQuote(ann, { lines: [{ text: part.partNumber, quantity: 1_000 }] })
  const [ending, later, ended, deleted] = [await save(), await save(), await save(), await save()]
  const endsIn = ({ _id }: { _id: string }, hours: number) =>
    shop.db
      .update(quoteVersions)
      .set({ validUntil: sql`now() + make_interval(hours => ${hours}::int)` })
      .where(eq(quoteVersions.quoteId, _id))
  await endsIn(ending, 71)
  await endsIn(later, 73)
  await endsIn(ended, -1)
  await endsIn(deleted, 71)
  await ann.delete(`/quotes/${deleted._id}`)

  await Promise.all(Array.from({ length: 4 }, () => queueExpiringQuotes(shop.db)))
  await queueExpiringQuotes(shop.db)
  await deliver(shop)

  expect(toldTo(ann)).toEqual([
    { type: 'quote.expiring', data: { _id: ending._id, number: ending.number, version: 1, validUntil: expect.stringMatching(/Z$/) } },
  ])
})

test('who asked for a notice is told that a part is back in stock, with the mail (87)', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  await listenFor(ann)
  await listenFor(bob)
  const part = await shop.addPart({ available: 0 })
  await ann.post(`/parts/${part._id}/notice`)
  await shop.db.update(parts).set({ available: 5_000 }).where(eq(parts.id, part._id))

  await Promise.all(Array.from({ length: 4 }, () => mailBackInStock(shop.services)))
  await deliver(shop)

  expect(toldTo(ann)).toEqual([{ type: 'part.back_in_stock', data: { _id: part._id, partNumber: part.partNumber, available: 5_000 } }])
  expect(toldTo(bob)).toEqual([])
})
