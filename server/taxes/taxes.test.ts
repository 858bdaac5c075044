import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eq, inArray, sql } from 'drizzle-orm'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { taxMessages, type TaxTable, type UnverifiedOrders } from '#contract/payments/taxes.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { billingDetails, taxRates, vatIds } from '#database/tables/taxes.ts'
import { openViesDouble } from '#tests/support/doubles/vies-double.ts'
import { addressIn, chargeTax, frenchVatId, germanSeller, newVatId, publish, saveVatId } from '#tests/support/shops/charging.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { groupNow, orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, openPaymentOf, orderRow, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { checkVatIds } from './check-vat-ids.ts'
import { mailUnverifiedOrders } from './mail-unverified-orders.ts'

const vies = await openViesDouble()
afterAll(() => vies.stop())

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openShop({ env: { VIES_URL: vies.url } })
  admin = await shop.admin()
  await chargeTax(admin)
})
afterEach(() => {
  vies.state.answer = 'valid'
  delete vies.state.beforeAnswer
})

/** Buys 1,000 pieces for $2,500. */
async function buy(buyer: Customer, shipTo?: ShipTo, more: object = {}) {
  const part = await shop.addPart({ available: 10_000, price: 2.5 })
  const orderItem = {
    name: part.name,
    partsId: part._id,
    totalPrice: 2_500,
    orderQuantity: 1_000,
    ...contact,
    ...(shipTo && { shipTo }),
    ...more,
  }
  return buyer.post('/inventory', { orderItem })
}
const preview = async (buyer: Customer, total: number, shipTo?: ShipTo) => {
  const { name: _, company: __, phone: ___, ...to } = shipTo ?? addressIn('DE')
  return (await buyer.post('/tax-preview', { amounts: [{ total, ...(shipTo && { shipTo: to }) }] })).json()
}
const dueAgain = (vatId = frenchVatId) =>
  shop.db
    .update(vatIds)
    .set({ askAt: sql`now()` })
    .where(eq(vatIds.vatId, vatId))
const statusOf = async (buyer: Customer) => (await buyer.get('/billing')).json().vatIdStatus

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
  const seen = await preview(buyer, 2_500, addressIn(country))

  const order = (await buy(buyer, addressIn(country), { amountDue: seen.tax.due })).json()
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

  const asked = await buy(buyer, undefined, text)
  const named = await buy(buyer, undefined, { ...text, address: `${text.address}\nUSA` })
  const beside = await buy(buyer, undefined, { ...text, country: 'FI' })
  const ofInvoice = await buy(invoiced, undefined, text)
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

  const refused = await buy(buyer, addressIn('DE'), { amountDue: 2_500 })
  const net = await buy(buyer, addressIn('DE'))

  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { totalPrice: 2_500, amountDue: 2_975, orderQuantity: 1_000 } })
  expect(net.statusCode).toBe(200)
  expect(await shop.db.$count(orders, eq(orders.userId, buyer.userId))).toBe(1)
})

test('a rate that changes between view and purchase is told, never charged unseen', async () => {
  const buyer = await shop.customer()
  const seen = await preview(buyer, 2_500, addressIn('SE'))
  const today = new Date().toISOString().slice(0, 10)
  await admin.post('/tax-rates', { country: 'SE', from: today, rate: 26 })

  const refused = await buy(buyer, addressIn('SE'), { amountDue: seen.tax.due })
  const now = await preview(buyer, 2_500, addressIn('SE'))
  const order = await buy(buyer, addressIn('SE'), { amountDue: now.tax.due })

  expect([seen.tax.due, refused.json().current.amountDue, order.json().tax.due]).toEqual([3_125, 3_150, 3_150])
})

test('of purchases and a change of the rate at once, each order is taxed by one of the two rates and is due what was seen', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
  const today = new Date().toISOString().slice(0, 10)

  const [change, ...answers] = await Promise.all([
    admin.post('/tax-rates', { country: 'DK', from: today, rate: 30 }),
    ...buyers.map((buyer) => buy(buyer, addressIn('DK'), { amountDue: 3_125 })),
  ])

  expect(change.statusCode).toBe(200)
  for (const answer of answers) {
    if (answer.statusCode === 200) expect(answer.json().tax).toMatchObject({ rate: 25, due: 3_125 })
    else expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { amountDue: 3_250 } })
  }
  expect((await buy(buyers[0]!, addressIn('DK'))).json().tax.rate).toBe(30)
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
  const order = (await buy(buyer, addressIn('FR'))).json()
  await buyer.put('/billing', { company: '', vatId: '', address: null })

  const row = await orderRow(shop, order)

  expect(row.billing).toEqual({ company: 'Sample SARL', vatId: frenchVatId, address })
  expect(row.tax).toMatchObject({ category: 'K', from: 'DE', to: 'FR', of: null, vatId: frenchVatId, vatIdStatus: 'valid' })
  expect((await buy(buyer, addressIn('FR'))).json().tax).toMatchObject({ category: 'S', rate: 20 })
})

test('correcting the address of an unpaid order decides its tax anew, also as text; a paid one keeps it', async () => {
  const buyer = await shop.customer()
  let order: Order = (await buy(buyer, addressIn('DE'))).json()
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

test('VIES is asked once for a VAT id of the right form, and what it says is kept', async () => {
  const buyer = await shop.customer()
  vies.asked.length = 0

  const wrong = await saveVatId(buyer, 'FR40303265046')
  const saved = await saveVatId(buyer, 'fr 40 303265045')
  await saveVatId(buyer, frenchVatId, 'Another name')
  await checkVatIds(shop.services)

  expect(wrong.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'vatId' }] })
  expect(saved.json()).toEqual({ company: 'Sample SARL', vatId: frenchVatId, vatIdStatus: 'valid', address: null })
  expect(vies.asked).toEqual([`POST /rest-api/check-vat-number ${frenchVatId}`])
})

test('a VAT id that VIES calls invalid is stored as that, and taxed as none', async () => {
  const buyer = await shop.customer()
  vies.state.answer = 'invalid'

  expect((await saveVatId(buyer, frenchVatId)).json().vatIdStatus).toBe('invalid')
  expect((await buy(buyer, addressIn('FR'))).json().tax).toMatchObject({ category: 'S', rate: 20, reason: 'consumerElsewhere' })
})

test.each([
  'down',
  503,
  429,
  'redirect',
  { body: '<html>' },
  { body: '{"valid":false,"userError":"MS_MAX_CONCURRENT_REQ"}' },
  { body: '[]' },
  { body: 'x'.repeat(70_000) },
] as const)(
  'VIES that answers %j makes a VAT id not verified, which counts as none; it refuses nothing, and is asked again',
  async (answer) => {
    const buyer = await shop.customer()
    const vatId = newVatId()
    vies.state.answer = answer

    const saved = await saveVatId(buyer, vatId)
    const order = await buy(buyer, addressIn('FR'))
    vies.state.answer = 'valid'
    const early = await checkVatIds(shop.services)
    await dueAgain(vatId)
    await checkVatIds(shop.services)

    expect(saved.json().vatIdStatus).toBe('unverified')
    expect(order.json().tax).toMatchObject({ rate: 20, reason: 'consumerElsewhere' })
    expect([early, await statusOf(buyer)]).toEqual([0, 'valid'])
  },
)

test('VIES that does not answer in time keeps a known VAT id as it was', async () => {
  const buyer = await shop.customer()
  await saveVatId(buyer, frenchVatId)
  vies.state.answer = 'hang'
  await dueAgain()

  await checkVatIds(shop.services)

  expect(await statusOf(buyer)).toBe('valid')
})

test('an answer about a VAT id that was changed meanwhile is not written to the new one', async () => {
  const buyer = await shop.customer()
  vies.state.answer = 'invalid'
  vies.state.beforeAnswer = async () => {
    delete vies.state.beforeAnswer
    await shop.db.update(billingDetails).set({ vatId: 'ATU13585627' }).where(eq(billingDetails.userId, buyer.userId))
  }

  await saveVatId(buyer, newVatId())

  expect((await buyer.get('/billing')).json()).toMatchObject({ vatId: 'ATU13585627', vatIdStatus: 'unverified' })
})

test('of several processes one asks about a VAT id', async () => {
  const buyer = await shop.customer()
  const vatId = newVatId()
  vies.state.answer = 'down'
  await saveVatId(buyer, vatId)
  await dueAgain(vatId)
  vies.asked.length = 0

  await Promise.all([1, 2, 3, 4].map(() => checkVatIds(shop.services)))

  expect(vies.asked).toHaveLength(1)
})

test('VAT ids of other states are kept as not verified, and asked about nowhere', async () => {
  const buyer = await shop.customer()
  vies.asked.length = 0

  const saved = await saveVatId(buyer, 'CHE-116.281.710 MWST')
  await dueAgain('CHE116281710MWST')
  await checkVatIds(shop.services)

  expect(saved.json()).toMatchObject({ vatId: 'CHE116281710MWST', vatIdStatus: 'unverified' })
  expect(vies.asked).toEqual([])
})

test('made-up VAT ids are taxed as none while VIES does not answer: one after another, in several accounts, and the seller’s own', async () => {
  vies.state.answer = 'down'
  const rates = []
  for (const entered of [
    [newVatId(), newVatId()],
    [newVatId(), 'DE811115368'],
  ]) {
    const buyer = await shop.customer()
    for (const vatId of entered) {
      await saveVatId(buyer, vatId)
      rates.push((await preview(buyer, 2_500, addressIn('HU'))).tax.parts[0].rate, (await buy(buyer, addressIn('HU'))).json().tax.rate)
    }
  }

  expect(rates).toEqual([27, 27, 27, 27, 27, 27, 27, 27])
})

test('the last answer about a VAT id counts while VIES is down, also for another account, and after other ids', async () => {
  const [valid, invalid] = [newVatId(), newVatId()]
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  await saveVatId(ann, valid)
  vies.state.answer = 'invalid'
  await saveVatId(ann, invalid)
  vies.state.answer = 'down'

  const statuses = [await saveVatId(ann, valid), await saveVatId(bob, valid), await saveVatId(bob, invalid)]
  await publish(admin, { tax: { charges: 'vat', unverifiedVatIds: 'trust' } })
  const trusted = await saveVatId(ann, newVatId())
  const taxed = [(await buy(bob, addressIn('FR'))).json().tax, (await buy(ann, addressIn('FR'))).json().tax]
  await chargeTax(admin)

  expect([...statuses, trusted].map((answer) => answer.json().vatIdStatus)).toEqual(['valid', 'valid', 'invalid', 'unverified'])
  expect(taxed).toMatchObject([
    { rate: 20, reason: 'consumerElsewhere' },
    { rate: 0, reason: 'intraCommunity' },
  ])
})

test('an unpaid order follows what VIES answers about its VAT id; the buyer, its timeline and the next payment say it', async () => {
  const [vatId, trusted] = [newVatId(), newVatId()]
  const buyer = await shop.customer()
  vies.state.answer = 'down'
  await saveVatId(buyer, vatId)
  const charged: Order = (await buy(buyer, addressIn('FR'))).json()
  await openPaymentOf(buyer, { ...charged, totalPrice: 3_000 })
  await publish(admin, { tax: { charges: 'vat', unverifiedVatIds: 'trust' } })
  await saveVatId(buyer, trusted)
  const free: Order = (await buy(buyer, addressIn('FR'))).json()
  await chargeTax(admin)
  const listed = (await admin.get('/unverified-orders')).json<UnverifiedOrders>()
  await mailUnverifiedOrders(shop.services)

  vies.state.answer = 'valid'
  await dueAgain(vatId)
  await checkVatIds(shop.services)
  vies.state.answer = 'invalid'
  const refused = await buyer.post('/create-payment-intent', { orderId: free._id, totalPrice: 2_500 })
  const [now, risen] = [(await buyer.get(`/order/${charged._id}`)).json<Order>(), (await buyer.get(`/order/${free._id}`)).json<Order>()]
  await reportPaid(buyer, now, (await payByCard(shop, await openPaymentOf(buyer, now))).id)
  await reportPaid(buyer, risen, (await payByCard(shop, await openPaymentOf(buyer, risen))).id)

  expect([charged.tax!.due, free.tax!.due]).toEqual([3_000, 2_500])
  expect(listed.orders.slice(0, 2)).toMatchObject([
    { _id: free._id, vatId: trusted, vatIdStatus: 'unverified', tax: 0, paid: false },
    { _id: charged._id, vatId, vatIdStatus: 'unverified', tax: 500, paid: false },
  ])
  expect(refused.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { totalPrice: 2_500, amountDue: 3_000 } })
  expect([now.tax, risen.tax]).toMatchObject([
    { due: 2_500, reason: 'intraCommunity' },
    { due: 3_000, reason: 'consumerElsewhere' },
  ])
  const events = (await buyer.get(`/order/${charged._id}/events`)).json<{ events: OrderEvent[] }>().events
  expect(events.find(({ kind }) => kind === 'tax-changed')?.change).toEqual({ before: '20 %', after: '0 %' })
  const told = await shop.db
    .select()
    .from(mails)
    .where(inArray(mails.kind, ['tax-changed', 'vat-ids-unverified']))
    .orderBy(mails.createdAt)
  expect(
    told
      .filter(({ recipient }) => recipient === buyer.email)
      .map(({ body }) => /\$[\d,.]+ is due now, in place of \$[\d,]+\.\d\d/.exec(body)?.[0]),
  ).toEqual(['$2,500.00 is due now, in place of $3,000.00', '$3,000.00 is due now, in place of $2,500.00'])
  expect(told.find(({ kind, recipient }) => kind === 'vat-ids-unverified' && recipient === admin.email)?.body).toContain(
    `${trusted}: no answer yet, no tax charged`,
  )
  expect((await admin.get('/unverified-orders')).json<UnverifiedOrders>().orders.map(({ _id }) => _id)).not.toContain(charged._id)
  const papers = await shop.db
    .select({ data: invoices.data })
    .from(invoices)
    .where(eq(invoices.userId, buyer.userId))
    .orderBy(invoices.position)
  expect(
    papers.map(
      ({
        data: {
          buyer: { vatId: printed },
          taxes,
          grossCents,
        },
      }) => [printed, taxes[0]!.category, grossCents],
    ),
  ).toEqual([
    [vatId, 'K', 250_000],
    [undefined, 'S', 300_000],
  ])
  await expectBooksToBalance(shop)
})

test('a paid order keeps what was charged, and stays on the list until the answer agrees; its invoice says that the VAT id was not verified', async () => {
  const [vatId, trusted] = [newVatId(), newVatId()]
  const buyer = await shop.customer()
  vies.state.answer = 'down'
  const pay = async (order: Order) => reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  await saveVatId(buyer, vatId)
  const charged: Order = (await buy(buyer, addressIn('FR'))).json()
  await pay({ ...charged, totalPrice: 3_000 })
  await publish(admin, { tax: { charges: 'vat', unverifiedVatIds: 'trust' } })
  await saveVatId(buyer, trusted)
  const free: Order = (await buy(buyer, addressIn('FR'))).json()
  await pay(free)
  await chargeTax(admin)

  const papers = await shop.db
    .select({ data: invoices.data })
    .from(invoices)
    .where(eq(invoices.userId, buyer.userId))
    .orderBy(invoices.position)
  for (const [id, answer] of [
    [vatId, 'valid'],
    [trusted, 'invalid'],
  ] as const) {
    vies.state.answer = answer
    await dueAgain(id)
    await checkVatIds(shop.services)
  }

  expect(
    papers.map(
      ({
        data: {
          buyer: { vatId: printed },
          taxes,
          grossCents,
        },
      }) => [printed, taxes[0]!.reason, grossCents],
    ),
  ).toEqual([
    [undefined, undefined, 300_000],
    [trusted, expect.stringMatching(/Article 138 .*The buyer's VAT id was not verified\.$/), 250_000],
  ])
  const { orders: listed } = (await admin.get('/unverified-orders')).json<UnverifiedOrders>()
  expect(listed.slice(0, 2)).toMatchObject([
    { _id: free._id, vatIdStatus: 'invalid', tax: 0, paid: true },
    { _id: charged._id, vatIdStatus: 'valid', tax: 500, paid: true },
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
    const [part] = (await preview(buyer, 100, addressIn(country, code))).tax.parts
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
