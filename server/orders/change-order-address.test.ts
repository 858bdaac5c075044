import { beforeAll, expect, test } from 'vitest'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { orders } from '#database/tables/orders.ts'
import { eq } from 'drizzle-orm'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

const dock: ShipTo = {
  name: 'Ann Buyer',
  company: 'Harbour Screens',
  street: 'Dock Road 1',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
  phone: '+49 40 1',
}
const DOCK_LINES = 'Ann Buyer\nHarbour Screens\nDock Road 1\n20457 Hamburg\nGermany'
const quay: ShipTo = { ...dock, company: '', street: 'Quay 2', city: 'Rotterdam', postalCode: '', country: 'NL' }
const QUAY_LINES = 'Ann Buyer\nQuay 2\nRotterdam\nNetherlands'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

const unpaidOrder = async () => shop.placeOrder(ann, await shop.addPart({ available: 10_000 }), 2_000)

async function paidOrder(): Promise<Order> {
  const order = await unpaidOrder()
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)
  return order
}

const change = (who: Customer, { _id }: Order, body: object, seen = contact.address) => who.put(`/order/${_id}/address`, { seen, ...body })
const eventsOf = async ({ _id }: Order) => (await ann.get(`/order/${_id}/events`)).json<{ events: OrderEvent[] }>().events

test('an order goes to the address that it was placed with, which also reads as lines', async () => {
  const part = await shop.addPart()
  const { holdId } = (await holdPieces(ann, part, 1_000)).json<{ holdId: string }>()

  const item = {
    name: part.name,
    totalPrice: part.price * 1_000,
    orderQuantity: 1_000,
    holdId,
    ...contact,
    shipTo: dock,
    reference: ' PO-7 ',
  }
  const order = (await ann.post('/inventory', { orderItem: item })).json<Order>()

  expect(order).toMatchObject({ address: DOCK_LINES, shipTo: dock, reference: 'PO-7' })
  expect((await ann.get(`/order/${order._id}`)).json()).toMatchObject(order)
})

test('each line of a quote can go to an address of its own, and all have the reference', async () => {
  const part = await shop.addPart({ available: 10_000 })
  const quote = await saveQuote(ann, { lines: [1, 2, 3].map(() => ({ text: part.partNumber, quantity: 1_000, partsId: part._id })) })

  const ordered = await ann.post(`/quotes/${quote._id}/order`, {
    version: 1,
    total: quote.total,
    ...contact,
    reference: 'PO-8',
    shipTo: dock,
    lines: [{ row: 2, shipTo: quay }],
  })

  expect(ordered.json<OrderGroup>().orders.map(({ address, shipTo, reference }) => [address, shipTo, reference])).toEqual([
    [DOCK_LINES, dock, 'PO-8'],
    [QUAY_LINES, quay, 'PO-8'],
    [DOCK_LINES, dock, 'PO-8'],
  ])
})

test('an order without fields of an address keeps the text as it was typed', async () => {
  expect(await unpaidOrder()).toMatchObject({ address: contact.address, shipTo: null, reference: '' })
})

test.each([
  ['its buyer', () => ann, 'customer'],
  ['an admin', () => admin, 'shop'],
] as const)('the address of a paid order is changed by %s, and the timeline tells both', async (_, who, by) => {
  const order = await paidOrder()

  const answer = await change(who(), order, { shipTo: quay })

  expect(answer.json()).toMatchObject({ address: QUAY_LINES, shipTo: quay })
  expect((await eventsOf(order)).at(-1)).toMatchObject({
    kind: 'address-changed',
    by,
    change: { before: contact.address, after: QUAY_LINES },
  })
})

test('free text replaces the fields, too', async () => {
  const order = await paidOrder()
  await change(ann, order, { shipTo: dock })

  const answer = await change(ann, order, { address: 'Pier 3' }, DOCK_LINES)

  expect(answer.json()).toMatchObject({ address: 'Pier 3', shipTo: null })
})

test.each([
  ['a parcel has left', async ({ _id }: Order) => admin.post(`/order/${_id}/parcels`, { pieces: 500 }), 'A parcel of this order has left'],
  ['it is shipped', async ({ _id }: Order) => admin.put(`/orderShipped/${_id}`), 'This order has been shipped'],
  ['it is refunded', async ({ _id }: Order) => admin.post(`/order/${_id}/refund`, { reason: 'Wrong part' }), 'This order is refunded'],
])('after %s the address is fixed', async (_, end, sentence) => {
  const order = await paidOrder()
  await end(order)

  const answer = await change(ann, order, { shipTo: quay })

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'ADDRESS_FIXED', message: expect.stringContaining(sentence) as string })
})

test('the address of a cancelled order is fixed', async () => {
  const order = await unpaidOrder()
  await ann.delete(`/order/${order._id}`)

  const answer = await change(ann, order, { shipTo: quay })

  expect(answer.json()).toMatchObject({ code: 'ADDRESS_FIXED', message: expect.stringContaining('This order is cancelled') as string })
})

test('of two changes at once one wins, and the other is told what stands (80)', async () => {
  const order = await paidOrder()

  const answers = await Promise.all([change(ann, order, { shipTo: dock }), change(admin, order, { shipTo: quay })])

  const lost = answers.find(({ statusCode }) => statusCode === 409)!
  const won = answers.find((answer) => answer !== lost)!.json<Order>()
  expect(lost.json()).toMatchObject({
    code: 'ADDRESS_CHANGED',
    message: `Somebody has changed the address meanwhile to: ${won.address.replaceAll('\n', ', ')}`,
  })
})

test('a change beside a parcel is in time or too late, never in between', async () => {
  for (let round = 0; round < 8; round++) {
    const order = await paidOrder()

    const [changed, sent] = await Promise.all([change(ann, order, { shipTo: dock }), admin.post(`/order/${order._id}/parcels`, {})])

    expect(sent.statusCode).toBe(200)
    expect([200, 409]).toContain(changed.statusCode)
    const kinds = (await eventsOf(order)).map(({ kind }) => kind)
    expect(kinds.includes('address-changed')).toBe(changed.statusCode === 200)
  }
})

test('the database itself keeps the address once a parcel has left', async () => {
  const order = await paidOrder()
  await admin.post(`/order/${order._id}/parcels`, { pieces: 500 })

  await expect(shop.db.update(orders).set({ address: 'Pier 3' }).where(eq(orders.id, order._id))).rejects.toThrow()
})

test('no address, and that of a customer who is somebody else, are refused', async () => {
  const order = await paidOrder()

  expect((await change(ann, order, {})).json()).toMatchObject({ fields: [{ field: 'address', message: 'Your Address is required' }] })
  expect((await change(await shop.customer('bob'), order, { shipTo: quay })).statusCode).toBe(404)
})

test('the reference is changed at any time, and removed', async () => {
  const order = await paidOrder()
  await admin.put(`/orderShipped/${order._id}`)
  const refer = (reference: string, seen: string) => ann.put(`/order/${order._id}/reference`, { reference, seen })

  expect((await refer('PO-9', '')).json()).toMatchObject({ reference: 'PO-9' })
  expect((await refer('PO-10', '')).json()).toMatchObject({ code: 'REFERENCE_CHANGED', message: expect.stringContaining('PO-9') as string })
  expect((await refer(' ', 'PO-9')).json()).toMatchObject({ reference: '' })
  expect((await eventsOf(order)).filter(({ kind }) => kind === 'reference-changed').map(({ change: both }) => both)).toEqual([
    { before: '', after: 'PO-9' },
    { before: 'PO-9', after: '' },
  ])
})
