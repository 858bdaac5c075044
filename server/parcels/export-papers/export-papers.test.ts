import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import type { Consignment, ExportGap, ExportWanted } from '#contract/orders/export-papers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { sellerMessages } from '#contract/payments/seller.ts'
import { publishSeller, sampleSeller } from '#tests/support/shops/sellers.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

const shipTo = {
  name: 'Ann Lee',
  company: '株式会社 Lee',
  street: '1-2 Chiyoda',
  city: 'Tokyo',
  postalCode: '100-0001',
  country: 'JP',
  phone: '+81 3',
} as const
const wholePart = { weight: '12.500', origin: 'CN', customsCode: '85299092', packName: 'box', packPieces: 400 }

/** A paid order of 2,000 pieces at $7.77 that goes to Japan. */
async function paidOrder(
  facts: Partial<typeof parts.$inferInsert> = wholePart,
  more: Partial<typeof orders.$inferInsert> = {},
): Promise<Order> {
  const part = await shop.addPart({ available: 10_000, price: 7.77, name: 'Main board' })
  await shop.db
    .update(parts)
    .set({ weight: null, ...facts })
    .where(eq(parts.id, part._id))
  const order = await shop.placeOrder(ann, part, 2_000)
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)
  const address = 'Ann Lee\n株式会社 Lee\n1-2 Chiyoda\nTokyo 100-0001\nJapan'
  await shop.db
    .update(orders)
    .set({ shipTo, address, ...more })
    .where(eq(orders.id, order._id))
  return order
}
const check = async (wanted: ExportWanted) =>
  (await admin.post('/export-papers/check', wanted)).json<{ consignment: Consignment; missing: ExportGap[] }>()
const kindsOf = ({ missing }: { missing: ExportGap[] }) =>
  missing.map(({ kind, partNumber }) => [kind, partNumber].filter(Boolean).join(' '))
async function read({ rawPayload }: { rawPayload: Buffer }) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}
const term = { code: 'DAP', place: 'Tokyo' } as const

test('papers for customs say what is missing, at the shop and at the part, and are printed with gaps only where that is wanted', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, country: 'DE' })
  const order = await paidOrder({})
  const { partNumber } = (await admin.get(`/order/${order._id}`)).json<{ partNumber: string }>()

  const wanted = { orders: [order._id] }
  const named = ['eori', `customsCode ${partNumber}`, `origin ${partNumber}`, `weight ${partNumber}`, 'grossKg', 'packages', 'incoterm']
  expect(kindsOf(await check(wanted))).toEqual(named)
  const refused = await admin.post('/export-papers/commercial-invoice', wanted)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'EXPORT_INCOMPLETE',
    fields: [{ field: 'eori' }, { message: expect.stringContaining(partNumber) }, {}, {}, {}, {}, {}],
  })

  const text = await read(await admin.post('/export-papers/packing-list', { ...wanted, gaps: true }))
  expect(text).toContain('Delivery term ________________')
})

test('a commercial invoice has seller, consignee, codes, weights, values, freight, term, reason and invoice, in letters of the world', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, country: 'DE', eori: 'DE123456789012345' })
  const order = await paidOrder(wholePart, { reference: 'PO-77' })

  const wanted: ExportWanted = { orders: [order._id], grossKg: 27.5, incoterm: term }
  const { consignment, missing } = await check(wanted)
  expect(missing).toEqual([])
  expect(consignment).toMatchObject({
    reason: 'sale',
    sellerCountry: 'DE',
    lines: [{ pieces: 2_000, customsCode: '85299092', origin: 'CN', netKg: 25, packs: '5 boxes', unitPrice: 7.77, value: 15_540 }],
    goods: 15_540,
    freight: 0,
    total: 15_540,
    netKg: 25,
    grossKg: 27.5,
    packages: 5,
    incoterm: 'DAP Tokyo, Incoterms 2020',
  })
  const answer = await admin.post('/export-papers/commercial-invoice', wanted)

  expect(answer.headers['content-disposition']).toBe(`attachment; filename="commercial-invoice-${order.number}.pdf"`)
  const text = await read(answer)
  for (const said of [
    'Commercial invoice',
    sampleSeller.legalName!,
    'EORI DE123456789012345',
    '株式会社 Lee',
    '85299092',
    "People's Republic of China",
    'PO-77',
    'Reason for export Sale',
    'Delivery term DAP Tokyo, Incoterms 2020',
    'Packages 5',
    'Gross weight 27.5 kg',
    'Total value USD 15,540.00',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(said)
  }
  const list = await read(await admin.post('/export-papers/packing-list', wanted))
  expect(list).toContain('5 boxes')
  expect(list).not.toMatch(/USD|7\.77|15,540/)
})

test('a parcel has the value of its pieces, and a return goes back to the shop', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, country: 'DE' })
  const order = await paidOrder()
  const sent = await admin.post(`/order/${order._id}/parcels`, { pieces: 500, carrier: 'dhl', trackingNumber: '00340434161094021501' })
  const { parcel } = sent.json<{ parcel: { _id: string } }>()

  expect((await check({ parcel: parcel._id })).consignment).toMatchObject({
    lines: [{ pieces: 500 }],
    total: 3_885,
    carrier: 'DHL',
    packages: null,
  })
  expect((await check({ orders: [order._id] })).consignment).toMatchObject({ lines: [{ pieces: 1_500 }] })
  await admin.post(`/order/${order._id}/parcels`, {})
  expect((await check({ orders: [order._id] })).consignment).toMatchObject({ lines: [{ pieces: 2_000 }] })
  const asked = await ann.post(`/order/${order._id}/returns`, { pieces: 100, reason: 'defective', note: 'Broken', pictures: [] })
  const back = (await check({ return: asked.json<{ _id: string }>()._id })).consignment
  expect(back).toMatchObject({ reason: 'return', lines: [{ pieces: 100 }], total: 777 })
  expect(back.recipient[0]).toBe(sampleSeller.legalName)
  expect(back.sender[0]).toBe('Ann Lee')
})

test('orders with one delivery term have it on their papers; those with two, and a return, have the one that is typed', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, country: 'DE' })
  /** Freight is decided when an order is placed. */
  const orderTo = async (place: string) => {
    const order = await paidOrder()
    const freight = { methodId: null, name: 'Sea', carrier: null, incoterm: { code: 'DAP', place } } as const
    await transaction(shop.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.update(orders).set({ freight }).where(eq(orders.id, order._id))
    })
    return order
  }
  const [one, same, other] = [await orderTo('Tokyo'), await orderTo('Tokyo'), await orderTo('Osaka')]

  expect((await check({ orders: [one._id, same._id] })).consignment.incoterm).toBe('DAP Tokyo, Incoterms 2020')
  const mixed = await check({ orders: [one._id, other._id] })
  expect(mixed.consignment.incoterm).toBeNull()
  expect(kindsOf(mixed)).toContain('incoterm')
  expect((await check({ orders: [one._id, other._id], incoterm: term })).consignment.incoterm).toContain('DAP Tokyo')
  await admin.post(`/order/${one._id}/parcels`, {})
  const asked = await ann.post(`/order/${one._id}/returns`, { pieces: 100, reason: 'defective', note: 'Broken', pictures: [] })
  const back = { return: asked.json<{ _id: string }>()._id }
  expect((await check(back)).consignment.incoterm).toBeNull()
  expect((await check({ ...back, incoterm: { code: 'DAP', place: 'Hamburg' } })).consignment.incoterm).toContain('DAP Hamburg')
})

test('the packing of the settings makes the gross weight, and an EORI number is kept as customs write it', async () => {
  await publishSeller(shop, admin)
  const { version } = (await admin.get('/shop-settings')).json<{ version: number }>()
  const save = (eori: string) => admin.put('/shop-settings', { version, values: { seller: { ...sampleSeller, eori }, packingPercent: 10 } })
  expect((await save('12345')).json()).toMatchObject({ fields: [{ field: 'values.seller.eori', message: sellerMessages.eoriInvalid }] })
  await save('de 1234 5678')
  expect((await admin.get('/shop-settings')).json()).toMatchObject({ values: { seller: { eori: 'DE12345678' } } })
  const order = await paidOrder()

  expect((await check({ orders: [order._id] })).consignment).toMatchObject({ netKg: 25, grossKg: 27.5 })
  expect((await check({ orders: [order._id], grossKg: 30 })).consignment).toMatchObject({ grossKg: 30 })
})

test('orders to two addresses, unpaid ones, and no source or two have their sentence', async () => {
  const [one, other] = [await paidOrder(), await paidOrder(wholePart, { address: 'Elsewhere' })]
  const unpaid = await shop.placeOrder(ann, await shop.addPart({ available: 5_000 }), 1_000)
  const refusalOf = async (wanted: object) =>
    (await admin.post('/export-papers/check', wanted)).json<{ fields: { message: string }[] }>().fields[0]!.message

  expect(await refusalOf({ orders: [one._id, other._id] })).toContain('different addresses')
  expect(await refusalOf({ orders: [unpaid._id] })).toContain(`Nothing of ${unpaid.number} leaves`)
  expect(await refusalOf({})).toContain('only one of them')
  expect(await refusalOf({ orders: [one._id], parcel: one._id })).toContain('only one of them')
})
