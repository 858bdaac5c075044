import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { webhookMessages } from '#contract/people/webhooks.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import { planReleases } from '#contract/promises/releases.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { punchoutMessages, type PunchoutAnswer, type PunchoutConnection } from '#contract/quotes/punchout.ts'
import { orderMessages } from '#database/tables/order-messages.ts'
import { cxmlAnswers, punchoutOrders } from '#database/tables/punchout.ts'
import { orders } from '#database/tables/orders.ts'
import { openAnswerReceiver, responseWith, takeIt, type Parsed } from '#tests/support/procurement/answer-receiver.ts'
import { SELLER } from '#tests/support/procurement/cxml-documents.ts'
import { connect, procurementOf } from '#tests/support/procurement/procurement.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { toLoopback } from '#tests/support/shops/webhooks.ts'
import { deliverAnswers } from './deliver-answers.ts'

const shop = await openShop(toLoopback)
const receiver = await openAnswerReceiver()
afterTheFile(() => receiver.close())

beforeEach(async () => {
  receiver.received.length = 0
  receiver.answer = takeIt
  // What an earlier test has left.
  await shop.db
    .update(cxmlAnswers)
    .set({ runAfter: null, givenUpAt: new Date() })
    .where(sql`run_after is not null`)
})

/** A purchase order of two lines, from a system that takes answers. */
async function purchaseOrder(orderId: string, more: object = { url: receiver.url }) {
  const buyer = await shop.customer()
  const credentials = await connect(buyer, more)
  const system = procurementOf(shop, credentials)
  const parts = [await shop.addPart({ price: 2, available: 50_000 }), await shop.addPart({ price: 3, available: 50_000 })]
  const { token } = (await system.open((await system.setUp()).startPage)).json<{ token: string }>()
  const lines = parts.map(({ partNumber }) => ({ text: partNumber, quantity: 2_000 }))
  const { message } = await system.transfer(token, lines)
  expect(await system.order(orderId, message!)).toMatchObject({ code: '200' })
  const placed = await shop.db.select().from(orders).where(eq(orders.userId, buyer.userId)).orderBy(asc(orders.position))
  return { buyer, credentials, placed, connection: credentials.connection }
}
const deliver = () => deliverAnswers(shop.services)
const logOf = async (buyer: Customer, { _id }: PunchoutConnection) =>
  (await buyer.get(`/punchout/connections/${_id}/answers`)).json<{ answers: PunchoutAnswer[] }>().answers
const requestOf = (index: number) => receiver.received[index]!.cXML.Request!
const passBackOff = () =>
  shop.db
    .update(cxmlAnswers)
    .set({ runAfter: sql`now()` })
    .where(sql`run_after is not null`)

test('a purchase order is confirmed, paid, sent in parcels and its rest cancelled: its sender is told each of it by cXML', async () => {
  const { buyer, credentials, placed } = await purchaseOrder('PO-1')
  const admin = await shop.admin()

  expect(await deliver()).toBe(1)
  const { Header } = receiver.received[0]!.cXML
  expect(Header).toMatchObject({
    From: { Credential: { domain: SELLER.domain, Identity: SELLER.identity } },
    To: { Credential: { domain: credentials.domain, Identity: credentials.identity } },
    Sender: { Credential: { Identity: SELLER.identity, SharedSecret: credentials.secret } },
  })
  expect(receiver.received[0]!.document).toContain('cXML/1.2.014/Fulfill.dtd')
  expect(requestOf(0).ConfirmationRequest).toMatchObject({
    ConfirmationHeader: { operation: 'new', type: 'detail' },
    OrderReference: { orderID: 'PO-1', DocumentReference: { payloadID: expect.stringContaining('@buyer.example.com') } },
    ConfirmationItem: [
      { quantity: '2000', lineNumber: '1', UnitOfMeasure: 'EA', ConfirmationStatus: [{ quantity: '2000', type: 'accept' }] },
      { quantity: '2000', lineNumber: '2', ConfirmationStatus: [{ quantity: '2000', type: 'accept' }] },
    ],
  })

  await buyer.delete(`/order/${placed[1]!.id}`)
  await deliver()
  expect(requestOf(1).ConfirmationRequest).toMatchObject({
    ConfirmationHeader: { operation: 'update', DocumentReference: { payloadID: receiver.received[0]!.cXML.payloadID } },
    ConfirmationItem: [{}, { lineNumber: '2', ConfirmationStatus: [{ quantity: '2000', type: 'reject' }] }],
  })

  const group = (await buyer.get(`/order-groups/${placed[0]!.groupId}`)).json<OrderGroup>()
  const order = group.orders.find(({ _id }) => _id === placed[0]!.id)!
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOfGroup(buyer, group))).id)
  await deliver()
  const [{ shipBy }] = (await shop.db.select({ shipBy: orders.shipBy }).from(orders).where(eq(orders.id, order._id))) as [
    { shipBy: string },
  ]
  expect(requestOf(2).ConfirmationRequest!.ConfirmationItem![0]).toMatchObject({
    ConfirmationStatus: [{ quantity: '2000', type: 'detail', shipmentDate: `${shipBy}T00:00:00+00:00` }],
  })

  await admin.post(`/order/${order._id}/parcels`, { pieces: 500, carrier: 'dhl', trackingNumber: '00340434161094021501' })
  await admin.post(`/order/${order._id}/parcels`, {})
  while ((await deliver()) > 0);
  expect(requestOf(3).ShipNoticeRequest).toMatchObject({
    ShipNoticeHeader: { operation: 'new' },
    ShipControl: { CarrierIdentifier: { domain: 'companyName', '#text': 'DHL' }, ShipmentIdentifier: '00340434161094021501' },
    ShipNoticePortion: { OrderReference: { orderID: 'PO-1' }, ShipNoticeItem: { quantity: '500', lineNumber: '1', UnitOfMeasure: 'EA' } },
  })
  expect(requestOf(4).ShipNoticeRequest).toMatchObject({ ShipNoticePortion: { ShipNoticeItem: { quantity: '1500' } } })
  expect(requestOf(4).ShipNoticeRequest).not.toHaveProperty('ShipControl')
})

test('a line with releases is confirmed by the days of all of them, and each of its parcels and notes is told of the line', async () => {
  const buyer = await shop.customer()
  const credentials = await connect(buyer, { url: receiver.url })
  const system = procurementOf(shop, credentials)
  const [released, other] = [await shop.addPart({ price: 2, available: 50_000 }), await shop.addPart({ price: 3, available: 50_000 })]
  const releases = planReleases({ pieces: 6_000, first: shipDay(40, shopCalendar()), every: 'quarter', times: 3 }, shopCalendar())
  const { token } = (await system.open((await system.setUp()).startPage)).json<{ token: string }>()
  const { message } = await system.transfer(token, [
    { text: released!.partNumber, releases: releases.map(({ wishedOn }) => ({ pieces: 2_000, wishedOn })) },
    { text: other!.partNumber, quantity: 4_000 },
  ])
  const items = message!.items.toReversed() // lines 1 and 2 of the buyer are rows 2 and 1 of the cart
  const taken = await system.order('PO-R', { ...message!, items }, { itemMore: '<Comments>Fragile</Comments>' })
  expect(taken).toMatchObject({ code: '200' })
  const placed = await shop.db.select().from(orders).where(eq(orders.userId, buyer.userId)).orderBy(asc(orders.position))
  expect(placed.map(({ quantity }) => quantity)).toEqual([2_000, 2_000, 2_000, 4_000])

  const noted = await shop.db.select().from(orderMessages).where(eq(orderMessages.authorId, buyer.userId))
  const about = noted.filter(({ body }) => body.includes('Fragile')).map(({ orderId }) => orderId)
  expect(about).toEqual([placed[3]!.id])

  const group = (await buyer.get(`/order-groups/${placed[0]!.groupId}`)).json<OrderGroup>()
  await reportPaid(buyer, group.orders[0]!, (await payByCard(shop, await openPaymentOfGroup(buyer, group))).id)
  while ((await deliver()) > 0);

  const [ofReleased, ofOther] = requestOf(1).ConfirmationRequest!.ConfirmationItem as unknown as [Parsed, Parsed]
  expect(ofOther).toMatchObject({ lineNumber: '1', quantity: '4000', ConfirmationStatus: [{ quantity: '4000', type: 'detail' }] })
  expect(ofReleased).toMatchObject({ lineNumber: '2', quantity: '6000' })
  expect(ofReleased.ConfirmationStatus).toMatchObject(
    releases.map(({ wishedOn }) => ({ quantity: '2000', type: 'detail', shipmentDate: `${wishedOn}T00:00:00+00:00` })),
  )

  const admin = await shop.admin()
  await admin.post(`/order/${placed[1]!.id}/parcels`, {})
  await deliver()
  expect(requestOf(2).ShipNoticeRequest).toMatchObject({ ShipNoticePortion: { ShipNoticeItem: { quantity: '2000', lineNumber: '2' } } })
})

test('what can no longer be told is given up at once, and later answers do not wait for it', async () => {
  const { buyer, connection, placed } = await purchaseOrder('PO-7')
  const group = (await buyer.get(`/order-groups/${placed[0]!.groupId}`)).json<OrderGroup>()
  await reportPaid(buyer, group.orders[0]!, (await payByCard(shop, await openPaymentOfGroup(buyer, group))).id)
  while ((await deliver()) > 0);
  const admin = await shop.admin()
  await admin.post(`/order/${placed[0]!.id}/parcels`, {})
  await admin.post(`/order/${placed[1]!.id}/parcels`, {})
  const lines = sql`jsonb_path_query_array(lines, '$[1]')`
  await shop.db.update(punchoutOrders).set({ lines }).where(eq(punchoutOrders.groupId, placed[0]!.groupId!))

  while ((await deliver()) > 0);

  const [last, before] = await logOf(buyer, connection)
  expect(before).toMatchObject({ state: 'given-up', attempts: 1, problem: 'Its connection or its parcel is gone.' })
  expect(last).toMatchObject({ state: 'delivered', kind: 'ship-notice' })
})

test('a purchase order of which nothing comes any more is rejected as a whole', async () => {
  const { buyer, placed } = await purchaseOrder('PO-2')
  for (const { id } of placed) await buyer.delete(`/order/${id}`)

  while ((await deliver()) > 0);

  const { ConfirmationRequest } = requestOf(receiver.received.length - 1)
  expect(ConfirmationRequest).toMatchObject({ ConfirmationHeader: { type: 'reject' }, OrderReference: { orderID: 'PO-2' } })
  expect(ConfirmationRequest).not.toHaveProperty('ConfirmationItem')
})

test('a connection without an address for answers gets none, and shows none', async () => {
  const { buyer, connection } = await purchaseOrder('PO-3', {})

  expect(await deliver()).toBe(0)
  expect(connection).not.toHaveProperty('answersUrl')
  expect(await logOf(buyer, connection)).toEqual([])
})

test.each<[string, (typeof receiver)['answer'], string]>([
  ['refuses', (response) => response.writeHead(200).end(responseWith(406)), 'It answered with cXML status 406.'],
  ['is not XML', (response) => response.writeHead(200).end('<html>Welcome</html>'), 'It did not answer with a Response of cXML.'],
  ['is huge', (response) => response.writeHead(200).end('<Status '.repeat(2_000_000)), 'It did not answer with a Response of cXML.'],
  ['fails', (response) => response.writeHead(500).end(responseWith(200)), 'It answered with 500.'],
  ['ends the connection', (response) => response.destroy(), 'It ended the connection without an answer.'],
])('an answer of the buyer that %s is noted, and the confirmation sent again as the same message', async (_, answer, problem) => {
  const { buyer, connection } = await purchaseOrder('PO-4')
  receiver.answer = answer

  await deliver()
  expect(await logOf(buyer, connection)).toMatchObject([{ state: 'waiting', attempts: 1, problem, orderId: 'PO-4', kind: 'confirmation' }])
  receiver.answer = takeIt
  expect(await deliver()).toBe(0)
  await passBackOff()
  await deliver()

  expect(await logOf(buyer, connection)).toMatchObject([{ state: 'delivered', attempts: 2, problem: null }])
  const ids = receiver.received.map(({ cXML }) => cXML.payloadID)
  expect(ids).toEqual([ids[0], ids[0]])
})

test('what fails for three days is given up and shown, later answers wait for it until then, and its owner sends it once more', async () => {
  const { buyer, connection, placed } = await purchaseOrder('PO-5')
  await buyer.delete(`/order/${placed[0]!.id}`)
  receiver.answer = (response) => response.writeHead(503).end()
  expect(await deliver()).toBe(1)
  await shop.db
    .update(cxmlAnswers)
    .set({ giveUpAt: new Date() })
    .where(sql`attempts = 1 and run_after is not null`)
  await passBackOff()
  receiver.answer = (response) => response.writeHead(500).end()
  await deliver()

  const [, first] = await logOf(buyer, connection)
  expect(first).toMatchObject({ state: 'given-up', problem: 'It answered with 500.' })
  receiver.answer = takeIt
  const stranger = await shop.customer()
  expect((await stranger.post(`/punchout/answers/${first!._id}/send`)).json()).toEqual({ modifiedCount: 0 })
  expect((await buyer.post(`/punchout/answers/${first!._id}/send`)).json()).toEqual({ modifiedCount: 1 })
  await passBackOff()
  while ((await deliver()) > 0);
  expect((await logOf(buyer, connection)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect((await buyer.post(`/punchout/answers/${first!._id}/send`)).json()).toEqual({ modifiedCount: 0 })
})

test('an address is set and changed with the shared secret alone, which goes there, and taken away without it', async () => {
  const { buyer, credentials, connection } = await purchaseOrder('PO-6', {})
  const set = (body: object, who = buyer) => who.put(`/punchout/connections/${connection._id}/answers`, body)
  const refused = (field: string, message: string) => ({ fields: [{ field, message }] })

  expect((await set({ url: receiver.url })).json()).toMatchObject(refused('secret', punchoutMessages.answersSecret))
  expect((await set({ url: receiver.url, secret: 'guessed' })).json()).toMatchObject(refused('secret', punchoutMessages.answersSecret))
  expect((await set({ url: receiver.url, secret: credentials.secret })).json()).toMatchObject({ answersUrl: receiver.url })
  expect((await set({ url: 'http://10.0.0.1/' })).json()).toMatchObject(refused('url', webhookMessages.urlPrivate))
  expect((await set({ url: `${receiver.url}?b` })).json()).toMatchObject(refused('secret', punchoutMessages.answersSecret))
  const elsewhere = await set({ url: `${receiver.url}?b`, secret: credentials.secret })
  expect(elsewhere.json()).toMatchObject({ answersUrl: `${receiver.url}?b` })
  expect((await set({ url: null }, await shop.customer())).statusCode).toBe(404)
  expect((await set({ url: null })).json()).not.toHaveProperty('answersUrl')
})

test('answers go to public addresses alone, by cXML alone', async () => {
  const buyer = await shop.customer()
  const wanted = { kind: 'cxml', name: 'Purchasing', domain: 'DUNS', identity: '1' }

  const privately = await buyer.post('/punchout/connections', { ...wanted, url: 'http://192.168.0.1/cxml' })
  expect(privately.json()).toMatchObject({ fields: [{ field: 'url', message: webhookMessages.urlPrivate }] })
  const byOci = await buyer.post('/punchout/connections', { ...wanted, kind: 'oci', url: receiver.url })
  expect(byOci.json()).toMatchObject({ fields: [{ field: 'url', message: punchoutMessages.answersForCxml }] })
})
