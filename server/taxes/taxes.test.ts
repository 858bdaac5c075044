import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { taxMessages, type TaxTable } from '#contract/payments/taxes.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { taxRates } from '#database/tables/taxes.ts'
import { openViesDouble } from '#tests/support/doubles/vies-double.ts'
import { addressIn, buyTaxed, chargeTax, frenchVatId, germanSeller, previewTax, publish, saveVatId } from '#tests/support/shops/charging.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { groupNow, orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, openPaymentOf, orderRow, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

const vies = await openViesDouble()
afterAll(() => vies.stop())

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openShop({ env: { VIES_URL: vies.url } })
  admin = await shop.admin()
  await chargeTax(admin)
})

test.each([
  ['to the seller’s state', 'DE', '', { total: 475, rate: 19, category: 'S', reason: 'domestic', due: 2_975 }],
  [
    'to another state of the EU without a VAT id',
    'FI',
    '',
    { total: 637.5, rate: 25.5, category: 'S', reason: 'consumerElsewhere', due: 3_137.5 },
  ],
  [
    'to another state of the EU with a VAT id',
    'FR',
    frenchVatId,
    { total: 0, rate: 0, category: 'K', reason: 'intraCommunity', due: 2_500 },
  ],
  ['outside the EU', 'US', '', { total: 0, rate: 0, category: 'G', reason: 'export', due: 2_500 }],
])('an order %s is taxed as its preview said, and paid', async (_, country, vatId, tax) => {
  const buyer = await shop.customer()
  if (vatId) await saveVatId(buyer, vatId)
  const seen = await previewTax(buyer, 2_500, addressIn(country))

  const order = (await buyTaxed(shop, buyer, addressIn(country), { amountDue: seen.tax.due })).json()
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)

  expect(order.tax).toEqual(tax)
  expect(seen.tax).toMatchObject({
    total: tax.total,
    due: tax.due,
    parts: [{ net: 2_500, total: tax.total, rate: tax.rate, reason: tax.reason }],
  })
  expect((await orderRow(shop, order)).state).toBe('paid')
  await expectBooksToBalance(shop)
})

test('an address that is one text is taxed by its country: that of its end, that beside it, or that of the invoice; else the country is asked', async () => {
  const [buyer, invoiced] = [await shop.customer(), await shop.customer()]
  await invoiced.put('/billing', {
    company: '',
    vatId: '',
    address: { street: 'Rue 1', city: 'Paris', postalCode: '75001', country: 'FR' },
  })
  const text = { phone: '1', address: 'Harbour Street 1\nHarbour' }
  const previewOf = async (who: Customer, said: object) =>
    (await who.post('/tax-preview', { amounts: [{ total: 2_500, ...said }] })).json().tax.parts[0].reason

  const asked = await buyTaxed(shop, buyer, undefined, text)
  const named = await buyTaxed(shop, buyer, undefined, { ...text, address: `${text.address}\nUSA` })
  const beside = await buyTaxed(shop, buyer, undefined, { ...text, country: 'FI' })
  const ofInvoice = await buyTaxed(shop, invoiced, undefined, text)
  const quoted = await savedQuote(shop.db, buyer.userId, [{ part: await shop.addPart({ available: 10_000, price: 1 }) }])
  const [quoteAsked, quoteNamed] = [await orderQuote(buyer, quoted, text), await orderQuote(buyer, quoted, { ...text, country: 'FI' })]

  expect(asked.json()).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [{ field: 'orderItem.country', message: taxMessages.countryNeeded }],
  })
  expect(named.json()).toMatchObject({ tax: { rate: 0, reason: 'export' } })
  expect(beside.json()).toMatchObject({ address: 'Harbour Street 1\nHarbour\nFinland', tax: { rate: 25.5 } })
  expect(ofInvoice.json()).toMatchObject({ address: text.address, tax: { rate: 20, reason: 'consumerElsewhere' } })
  expect(quoteAsked.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'country' }] })
  expect(quoteNamed.json<OrderGroup>().tax).toMatchObject({ total: 255 })
  expect(
    [
      await previewOf(buyer, { address: `${text.address}, USA` }),
      await previewOf(buyer, { address: text.address, country: 'FI' }),
      await previewOf(invoiced, { address: text.address }),
      await previewOf(buyer, {}),
    ].map(String),
  ).toEqual(['export', 'consumerElsewhere', 'consumerElsewhere', 'destinationUnknown'])
})

test('another amount due than was seen is refused with the current one, and nothing is written', async () => {
  const buyer = await shop.customer()

  const refused = await buyTaxed(shop, buyer, addressIn('DE'), { amountDue: 2_500 })
  const net = await buyTaxed(shop, buyer, addressIn('DE'))

  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { totalPrice: 2_500, amountDue: 2_975, orderQuantity: 1_000 } })
  expect(net.statusCode).toBe(200)
  expect(await shop.db.$count(orders, eq(orders.userId, buyer.userId))).toBe(1)
})

test('a rate that changes between view and purchase is told, never charged unseen', async () => {
  const buyer = await shop.customer()
  const seen = await previewTax(buyer, 2_500, addressIn('SE'))
  const today = new Date().toISOString().slice(0, 10)
  await admin.post('/tax-rates', { country: 'SE', from: today, rate: 26 })

  const refused = await buyTaxed(shop, buyer, addressIn('SE'), { amountDue: seen.tax.due })
  const now = await previewTax(buyer, 2_500, addressIn('SE'))
  const order = await buyTaxed(shop, buyer, addressIn('SE'), { amountDue: now.tax.due })

  expect([seen.tax.due, refused.json().current.amountDue, order.json().tax.due]).toEqual([3_125, 3_150, 3_150])
})

test('of purchases and a change of the rate at once, each order is taxed by one of the two rates and is due what was seen', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
  const today = new Date().toISOString().slice(0, 10)

  const [change, ...answers] = await Promise.all([
    admin.post('/tax-rates', { country: 'DK', from: today, rate: 30 }),
    ...buyers.map((buyer) => buyTaxed(shop, buyer, addressIn('DK'), { amountDue: 3_125 })),
  ])

  expect(change.statusCode).toBe(200)
  for (const answer of answers) {
    if (answer.statusCode === 200) expect(answer.json().tax).toMatchObject({ rate: 25, due: 3_125 })
    else expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { amountDue: 3_250 } })
  }
  expect((await buyTaxed(shop, buyers[0]!, addressIn('DK'))).json().tax.rate).toBe(30)
})

test('a quote is ordered with the tax of each address, and with the amount due that was seen', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ available: 10_000, price: 1.0001 })
  const quote = await savedQuote(shop.db, buyer.userId, [{ part }, { part }, { part }])
  const lines = [{ row: 2, shipTo: addressIn('US') }]

  const refused = await orderQuote(buyer, quote, { shipTo: addressIn('DE'), lines, amountDue: 3_000.3 })
  const group: OrderGroup = (await orderQuote(buyer, quote, { shipTo: addressIn('DE'), lines, amountDue: 3_380.34 })).json()

  expect(refused.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 3_000.3, currentDue: 3_380.34 })
  expect(group).toMatchObject({ totalPrice: 3_000.3, tax: { total: 380.04, due: 3_380.34 } })
  expect(group.orders.map(({ tax }) => [tax!.category, tax!.total])).toEqual([['S', 190.02], ['G', 0], ['S', 190.02]]) // prettier-ignore

  await buyer.delete(`/order/${group.orders[0]!._id}`)
  expect((await groupNow(buyer, group)).tax).toEqual({ total: 190.02, due: 2_190.22 })
})

test('an order keeps the buyer’s details and its decision as they were', async () => {
  const buyer = await shop.customer()
  const address = { street: 'Rue 1', city: 'Paris', postalCode: '75001', country: 'FR' }
  await buyer.put('/billing', { company: 'Sample SARL', vatId: frenchVatId, address })
  const order = (await buyTaxed(shop, buyer, addressIn('FR'))).json()
  await buyer.put('/billing', { company: '', vatId: '', address: null })

  const row = await orderRow(shop, order)

  expect(row.billing).toEqual({ company: 'Sample SARL', vatId: frenchVatId, address })
  expect(row.tax).toMatchObject({ category: 'K', from: 'DE', to: 'FR', of: null, vatId: frenchVatId, vatIdStatus: 'valid' })
  expect((await buyTaxed(shop, buyer, addressIn('FR'))).json().tax).toMatchObject({ category: 'S', rate: 20 })
})

test('correcting the address of an unpaid order decides its tax anew, also as text; a paid one keeps it', async () => {
  const buyer = await shop.customer()
  let order: Order = (await buyTaxed(shop, buyer, addressIn('DE'))).json()
  const change = async (body: object) => {
    const answer = await buyer.put(`/order/${order._id}/address`, { seen: order.address, ...body })
    if (answer.statusCode === 200) order = answer.json()
    return answer
  }
  const intent = await openPaymentOf(buyer, { ...order, totalPrice: 2_975 })

  await change({ shipTo: addressIn('FI') })
  const former = await shop.services.payments.findIntent(intent.split('_secret_')[0]!)
  const finland = order.tax
  const asked = await change({ address: '12 Rue\nParis' })
  await change({ address: '12 Rue\nParis\nFrance' })
  const france = order.tax
  await change({ address: '5th Avenue\nNew York', country: 'US' })
  const usa = order.tax
  const paid = await openPaymentOf(buyer, order)
  await reportPaid(buyer, order, (await payByCard(shop, paid)).id)
  const refused = [await change({ shipTo: addressIn('DE') }), await change({ address: 'Bonn, Germany' })]
  const moved = await change({ address: '6th Avenue\nNew York, USA' })

  expect(former?.status).toBe('canceled')
  expect([finland, france, usa]).toMatchObject([{ due: 3_137.5 }, { due: 3_000 }, { due: 2_500, reason: 'export' }])
  expect(asked.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'country' }] })
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  expect(moved.statusCode).toBe(200)
  const [invoice] = await shop.db.select({ data: invoices.data }).from(invoices).where(eq(invoices.userId, buyer.userId))
  expect(invoice!.data).toMatchObject({ buyer: { country: 'US', countryUnprinted: true }, grossCents: 250_000 })
  const events = (await buyer.get(`/order/${order._id}/events`)).json<{ events: OrderEvent[] }>().events
  expect(events.filter(({ kind }) => kind === 'tax-changed').map(({ change: both }) => both)).toEqual([
    { before: '19 %', after: '25.5 %' },
    { before: '25.5 %', after: '20 %' },
    { before: '20 %', after: '0 %' },
  ])
})

test('the table has a rate today of every EU state, Switzerland, Great Britain and Norway', async () => {
  const { rates, charges, seller, missing } = (await admin.get('/tax-rates')).json<TaxTable>()
  const now = rates.filter(({ state }) => state === 'now')

  expect(new Set(now.map(({ country }) => country)).size).toBe(30)
  expect(now).toHaveLength(30)
  expect(now.find(({ country }) => country === 'FI')).toMatchObject({ rate: 25.5, from: '2024-09-01' })
  expect({ charges, seller, missing }).toEqual({ charges: 'vat', seller: 'DE', missing: [] })
})

test('a planned rate is added once and removed again; one that has begun stays, in the database too', async () => {
  const add = (from: string, rate: number) => admin.post('/tax-rates', { country: 'IE', from, rate })
  const added = await add('2199-01-01', 21.5)
  const answers = [await add('2199-01-01', 22), await add('2020-01-01', 22), await add('2199-02-01', 21.005), await add('2199-02-01', 101)]
  const { _id } = added.json().rate
  const removed = await admin.delete(`/tax-rates/${_id}`)
  const [begun] = await shop.db.select().from(taxRates).where(eq(taxRates.country, 'IE'))

  expect(added.json().rate).toMatchObject({ country: 'IE', from: '2199-01-01', rate: 21.5, state: 'planned' })
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
  expect(removed.json()).toEqual({ deletedCount: 1 })
  expect((await admin.delete(`/tax-rates/${begun!.id}`)).statusCode).toBe(400)
  expect((await admin.delete(`/tax-rates/${_id}`)).statusCode).toBe(404)
  const refused = { cause: { message: expect.stringContaining('cannot change') } }
  await expect(shop.db.delete(taxRates).where(eq(taxRates.id, begun!.id))).rejects.toMatchObject(refused)
  await expect(shop.db.update(taxRates).set({ rateBp: 0 }).where(eq(taxRates.id, begun!.id))).rejects.toMatchObject(refused)
  const actions = await shop.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subject, 'IE'))
  expect(actions.map(({ action }) => action)).toEqual(['add-tax-rate', 'remove-tax-rate'])
})

test('a shop that charges no tax answers as if there were none', async () => {
  const free = await openShop()
  const buyer = await free.customer()
  const part = await free.addPart()

  expect((await buyer.post('/tax-preview', { amounts: [{ total: 2_500 }] })).json()).toEqual({ tax: null })
  expect(await free.placeOrder(buyer, part)).not.toHaveProperty('tax')
  await publish(await free.admin(), { seller: { country: 'DE' }, tax: { charges: 'none' } })
  expect(await free.placeOrder(buyer, part)).not.toHaveProperty('tax')
})

test('VAT is charged only by a seller of whose country the table has a rate', async () => {
  await expect(chargeTax(admin, { charges: 'vat' }, { country: 'US' })).rejects.toThrow('no rate')
})

test('a seller is taxed by the place of their postal code: Great Britain, Northern Ireland, and the Channel Islands written as Great Britain', async () => {
  const [consumer, business] = [await shop.customer(), await shop.customer()]
  await saveVatId(business, frenchVatId)
  const british = { ...germanSeller, city: 'Leeds', postalCode: 'LS1 1UR', country: 'GB', vatId: 'GB980780684' }
  const northernIrish = { ...british, city: 'Belfast', postalCode: 'BT1 5GS', vatId: 'XI980780684' }
  const taxTo = async (buyer: Customer, country: string, code: string) => {
    const [part] = (await previewTax(buyer, 100, addressIn(country, code))).tax.parts
    return `${part.category} ${part.rate} ${part.reason}`
  }

  await chargeTax(admin, { charges: 'vat' }, british)
  const fromLeeds = [await taxTo(consumer, 'GB', 'BT1 1AA'), await taxTo(consumer, 'GB', 'JE2 3AB'), await taxTo(business, 'FR', '75001')]
  await chargeTax(admin, { charges: 'vat' }, northernIrish)
  const fromBelfast = [await taxTo(consumer, 'GB', 'LS1 1UR'), await taxTo(consumer, 'FR', '75001'), await taxTo(business, 'FR', '75001')]
  await chargeTax(admin)
  const fromBonn = [await taxTo(consumer, 'DE', 'D-78266'), await taxTo(consumer, 'ES', 'E-35001'), await taxTo(consumer, 'GB', 'BT1 1AA')]

  expect(fromLeeds).toEqual(['S 20 domestic', 'G 0 export', 'G 0 export'])
  expect(fromBelfast).toEqual(['S 20 domestic', 'S 20 consumerElsewhere', 'K 0 intraCommunity'])
  expect(fromBonn).toEqual(['G 0 export', 'G 0 export', 'S 20 consumerElsewhere'])
})
