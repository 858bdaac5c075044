import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eq, inArray, sql } from 'drizzle-orm'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { type UnverifiedOrders } from '#contract/payments/taxes.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { billingDetails, vatIds } from '#database/tables/taxes.ts'
import { openViesDouble } from '#tests/support/doubles/vies-double.ts'
import { addressIn, buyTaxed, chargeTax, frenchVatId, newVatId, previewTax, publish, saveVatId } from '#tests/support/shops/charging.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
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

const dueAgain = (vatId = frenchVatId) =>
  shop.db
    .update(vatIds)
    .set({ askAt: sql`now()` })
    .where(eq(vatIds.vatId, vatId))
const statusOf = async (buyer: Customer) => (await buyer.get('/billing')).json().vatIdStatus

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
  expect((await buyTaxed(shop, buyer, addressIn('FR'))).json().tax).toMatchObject({ category: 'S', rate: 20, reason: 'consumerElsewhere' })
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
    const order = await buyTaxed(shop, buyer, addressIn('FR'))
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
      rates.push(
        (await previewTax(buyer, 2_500, addressIn('HU'))).tax.parts[0].rate,
        (await buyTaxed(shop, buyer, addressIn('HU'))).json().tax.rate,
      )
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
  const taxed = [(await buyTaxed(shop, bob, addressIn('FR'))).json().tax, (await buyTaxed(shop, ann, addressIn('FR'))).json().tax]
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
  const charged: Order = (await buyTaxed(shop, buyer, addressIn('FR'))).json()
  await openPaymentOf(buyer, { ...charged, totalPrice: 3_000 })
  await publish(admin, { tax: { charges: 'vat', unverifiedVatIds: 'trust' } })
  await saveVatId(buyer, trusted)
  const free: Order = (await buyTaxed(shop, buyer, addressIn('FR'))).json()
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
  const charged: Order = (await buyTaxed(shop, buyer, addressIn('FR'))).json()
  await pay({ ...charged, totalPrice: 3_000 })
  await publish(admin, { tax: { charges: 'vat', unverifiedVatIds: 'trust' } })
  await saveVatId(buyer, trusted)
  const free: Order = (await buyTaxed(shop, buyer, addressIn('FR'))).json()
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
