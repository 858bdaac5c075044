import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenWork } from '#contract/shop/reports.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { TrialBalance } from '#contract/payments/ledger.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { openViesDouble, type ViesAnswer } from '#tests/support/doubles/vies-double.ts'
import {
  arrives,
  choosesTransfer,
  decide,
  matchWith,
  movementsOf,
  sellerAccount,
  setLimit,
  takesOnAccount,
  toGiveBack,
} from '#tests/support/shops/bank.ts'
import { rowsByTitle } from '#tests/support/shops/cells.ts'
import { chargeTax, germanSeller, newVatId, saveVatId } from '#tests/support/shops/charging.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, openPaymentOf, orderRow, payByCard } from '#tests/support/shops/payments.ts'

/*
 * A month of business as people do it: buyers of six countries type their addresses as texts; transfers are short, late and doubled; one buys
 * on account; money goes back by each way; VIES is right, wrong, slow and down. At its end everything says the same.
 */

const NET = 2_500

let shop: TestShop
let admin: Customer
const vies = await openViesDouble()
afterAll(() => vies.stop())

type Bought = { buyer: Customer; order: Order; due: number }
const month = {} as Record<'usa' | 'france' | 'italy' | 'again' | 'austria' | 'germany' | 'japan', Bought>

/** A business that typed its VAT id while VIES answered like this. */
async function business(name: string, vatId: string, answer: ViesAnswer): Promise<Customer> {
  const buyer = await shop.customer(name)
  vies.state.answer = answer
  await saveVatId(buyer, vatId)
  return buyer
}

/** Buys 1,000 pieces; the address is one text. */
async function buy(buyer: Customer, address: string, more: { country?: string } = {}): Promise<Bought> {
  const part = await shop.addPart({ available: 10_000, price: NET / 1_000 })
  const orderItem = { name: part.name, partsId: part._id, totalPrice: NET, orderQuantity: 1_000, ...contact, address, ...more }
  const answer = await buyer.post('/inventory', { orderItem })
  expect(answer.statusCode, answer.body).toBe(200)
  const order = answer.json<Order>()
  return { buyer, order, due: order.tax?.due ?? order.totalPrice }
}

const referenceOf = async ({ buyer, order }: Bought) => (await choosesTransfer(buyer, order)).transfer!.reference!
const done = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBe(200)
}
async function payByTransfer(bought: Bought): Promise<string> {
  const reference = await referenceOf(bought)
  const movement = await arrives(shop, admin, { amount: bought.due, text: reference })
  await done(matchWith(admin, movement, [{ billId: bought.order._id, amount: bought.due }]))
  return reference
}

beforeAll(async () => {
  shop = await openShop({ env: { VIES_URL: vies.url } })
  admin = await shop.admin()
  await chargeTax(admin, { charges: 'vat' }, { ...germanSeller, ...sellerAccount })

  // The bank kept $15 of a transfer from the USA.
  const usa = (month.usa = await buy(await shop.customer('usa'), '1 Main Street\nSpringfield, IL 62701\nUSA'))
  const short = await arrives(shop, admin, { amount: usa.due - 15, text: await referenceOf(usa) })
  const shortfall = { amount: 15, why: 'bank-charges' }
  await done(decide(admin, short, { outcome: 'matched', bills: [{ billId: usa.order._id, amount: usa.due - 15, shortfall }] }))

  // The money of a French business came after the order had ended.
  const france = (month.france = await buy(await business('france', newVatId(), 'valid'), '1 Quai Neuf\n33000 Bordeaux', { country: 'FR' }))
  const lateReference = await referenceOf(france)
  await shop.db
    .update(orders)
    .set({ payBy: sql`now() - interval '1 minute'` })
    .where(eq(orders.id, france.order._id))
  await expireUnpaidOrders(shop.services)
  const late = await arrives(shop, admin, { amount: france.due, text: lateReference })
  await done(matchWith(admin, late, [{ billId: france.order._id, amount: france.due }]))
  await done(admin.post(`/bank/bills/${france.order._id}/revival`, {}))

  // An Italian buyer with a made-up VAT id, while VIES is down, pays twice; the second transfer pays for the next order.
  const italian = await business('italy', 'IT00743110157', 'down')
  const italy = (month.italy = await buy(italian, 'Via Nuova 1\n20121 Milano\nItaly'))
  const paidReference = await payByTransfer(italy)
  const twice = await arrives(shop, admin, { amount: italy.due, text: `${paidReference} again` })
  expect(twice).toMatchObject({ proposal: null, named: [{ billId: italy.order._id }] })
  month.again = await buy(italian, 'Via Nuova 1\n20121 Milano', { country: 'IT' })
  await done(matchWith(admin, twice, [{ billId: month.again.order._id, amount: month.again.due }]))

  // An Austrian orders while VIES has not answered yet; it then calls the id invalid. A part is refunded to the card.
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vies.state.beforeAnswer = () => (asked.resolve(), answered.promise)
  const austrian = await shop.customer('austria')
  const saving = saveVatId(austrian, 'ATU13585627')
  await asked.promise
  const austria = (month.austria = await buy(austrian, 'Neuer Weg 1, 1010 Wien, Austria'))
  vies.state.answer = 'invalid'
  answered.resolve()
  await saving
  delete vies.state.beforeAnswer
  const { id } = await payByCard(shop, await openPaymentOf(austrian, austria.order))
  await settlePayment(shop.services, id)
  await done(admin.post(`/order/${austria.order._id}/refund`, { reason: 'Agreed', amount: 300 }))

  // A German customer buys on account, and gets a part of the price back.
  const german = await shop.customer('germany')
  await setLimit(admin, german, 10_000, 30)
  const germany = (month.germany = await buy(german, 'Neue Gasse 1\n53111 Bonn\nGermany'))
  await done(takesOnAccount(german, germany.order, germany.due))
  await done(admin.post(`/order/${germany.order._id}/refund`, { reason: 'Agreed', amount: 100 }))

  // A Japanese buyer paid by transfer, and gets everything back.
  const japan = (month.japan = await buy(await shop.customer('japan'), '1-1 Shinmachi, Osaka', { country: 'JP' }))
  await payByTransfer(japan)
  await done(admin.post(`/order/${japan.order._id}/refund`, { reason: 'Agreed' }))
  for (const { _id, kind } of await toGiveBack(admin)) await done(admin.post(`/bank/give-back/${_id}`, { kind }))

  for (const name of ['usa', 'france', 'italy', 'again', 'austria', 'germany'] as const)
    await done(admin.put(`/orderShipped/${month[name].order._id}`, { despite: ['refund'] }))
})

test('each was charged the tax of the country that was typed, and only an id that VIES knows is free of it', async () => {
  const taxed = await Promise.all(
    Object.entries(month).map(async ([name, { order, due }]) => {
      const { tax } = await orderRow(shop, order)
      return [name, tax?.category, (tax?.rateBp ?? 0) / 100, due]
    }),
  )

  expect(taxed).toEqual([
    ['usa', 'G', 0, 2_500],
    ['france', 'K', 0, 2_500],
    ['italy', 'S', 22, 3_050],
    ['again', 'S', 22, 3_050],
    ['austria', 'S', 20, 3_000],
    ['germany', 'S', 19, 2_975],
    ['japan', 'G', 0, 2_500],
  ])
})

test('invoices and credit notes name the country of their buyers, and no other', async () => {
  const papers = await shop.db.select({ kind: invoices.kind, data: invoices.data, userId: invoices.userId }).from(invoices)
  const named = new Map(Object.entries(month).map(([name, { buyer }]) => [buyer.userId, name === 'again' ? 'italy' : name]))

  const found = papers.map(({ kind, data, userId }) => `${kind} ${named.get(userId)} ${data.delivery.country}`).toSorted()

  expect(found).toEqual(
    [
      'invoice usa US',
      'invoice france FR',
      'invoice italy IT',
      'invoice italy IT',
      'invoice austria AT',
      'credit_note austria AT',
      'invoice germany DE',
      'credit_note germany DE',
      'invoice japan JP',
      'credit_note japan JP',
    ].toSorted(),
  )
  const abroad = papers.filter(({ data }) => data.delivery.country !== 'DE')
  expect(abroad.filter(({ data }) => /Germany/.test(JSON.stringify([data.delivery, data.buyer])))).toEqual([])
})

test('the books are even; the bank has what came and did not go back, and what is open is what is owed', async () => {
  const today = new Date().toISOString().slice(0, 7)
  const { accounts, difference } = (await admin.get(`/books/trial-balance?from=${today}&to=${today}`)).json<TrialBalance>()
  const closing = Object.fromEntries(accounts.map(({ account, closing: dollars }) => [account, dollars]))

  expect(difference).toBe(0)
  expect(closing).toMatchObject({ bank: 2_485 + 2_500 + 3_050 * 2, bank_charges: 15, receivable: 2_975 - 100 })
  expect(closing['transfer_clearing'] ?? 0).toBe(0)
  await expectBooksToBalance(shop)
})

test('mails say how the money came and went', async () => {
  const written = await shop.db.select({ kind: mails.kind, to: mails.recipient, body: mails.body }).from(mails)
  const to = ({ buyer }: Bought) => written.filter((mail) => mail.to === buyer.email)

  for (const name of ['usa', 'france', 'italy', 'germany', 'japan'] as const)
    expect(to(month[name]).filter(({ body }) => /\b(?:to|by|with) (?:the|your) card\b/.test(body))).toEqual([])
  const refunds = (bought: Bought) => to(bought).filter(({ kind }) => kind.includes('refund'))
  for (const name of ['austria', 'germany', 'japan'] as const) expect(refunds(month[name]).length, name).toBeGreaterThan(0)
  expect(
    refunds(month.austria)
      .map(({ body }) => body)
      .join(),
  ).toContain('card')
  expect(to(month.france).find(({ kind }) => kind === 'part-received')!.body).toContain('$2,500.00')
})

test('the file of orders names how each was paid', async () => {
  const rows = rowsByTitle(await admin.get('/allOrderFile?format=csv'))
  const methodOf = new Map(rows.map((row) => [row['Order'], row['Payment method']]))
  const methods = Object.entries(month).map(([name, { order }]) => [name, methodOf.get(order.number)])

  expect(Object.fromEntries(methods)).toEqual({
    usa: 'transfer',
    france: 'transfer',
    italy: 'transfer',
    again: 'transfer',
    austria: 'card',
    germany: 'on account',
    japan: 'transfer',
  })
})

test('the shop has nothing left to decide, to give back or to ship', async () => {
  const work = (await admin.get('/openWork')).json<OpenWork>()

  expect(await movementsOf(admin)).toEqual([])
  expect(await toGiveBack(admin)).toEqual([])
  expect(work).toMatchObject({
    toShip: 0,
    unpaid: 0,
    partPaid: 0,
    toGiveBack: 0,
    openMovements: 0,
    overdueBills: 0,
    waitingInvoices: 0,
    failedRefunds: 0,
  })
})
