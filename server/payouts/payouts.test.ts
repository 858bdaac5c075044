import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { PayoutInFull, Payouts } from '#contract/payments/payouts.ts'
import { payoutLines, payouts } from '#database/tables/payouts.ts'
import { cellsOf } from '#tests/support/shops/cells.ts'
import { balances } from '#tests/support/shops/books.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, openPaymentOf, payByCard, unpaidOrder } from '#tests/support/shops/payments.ts'
import { paidOrder, refundByAdmin, tell } from '#tests/support/shops/refunds.ts'
import { reconcilePayouts } from './reconcile-payouts.ts'
import { syncPayout } from './sync-payout.ts'

// Each test begins with a shop whose balance at the card processor is empty.

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterEach(() => shop.processor.behave())

const month = () => new Date().toISOString().slice(0, 7)
const PRICE = 250_000
const FEE = 7_250
const list = async () => (await admin.get(`/books/payouts?from=${month()}&to=${month()}`)).json<Payouts>()
const read = async (id: string) => (await admin.get(`/books/payouts/${id}`)).json<PayoutInFull>()
const tellOfPayout = (id: string, type = 'payout.paid') => tell(shop, id, type)

/** What the entries of this work change. */
async function changeOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances(shop.db)
  await work()
  const after = await balances(shop.db)
  const accounts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(accounts.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]).filter(([, cents]) => cents !== 0))
}

test('a payout is booked with its fees, goes to the bank when it has arrived, and names its orders (77)', async () => {
  const { order, intentId } = await paidOrder(shop)
  const id = await shop.processor.payOut()

  const sent = await changeOf(() => tellOfPayout(id, 'payout.created'))
  await shop.processor.endPayout(id, 'paid')
  const arrived = await changeOf(() => tellOfPayout(id))

  expect(sent).toEqual({ payouts_in_transit: PRICE - FEE, fees: FEE, card_clearing: -PRICE })
  expect(arrived).toEqual({ payouts_in_transit: -(PRICE - FEE), bank: PRICE - FEE })
  expect(await list()).toMatchObject({
    count: 1,
    arrived: 2_427.5,
    fees: 72.5,
    unmatched: 0,
    payouts: [{ _id: id, status: 'paid', lines: 1 }],
  })
  expect((await read(id)).lines).toEqual([
    expect.objectContaining({ kind: 'payment', isMatched: true, orderId: order._id, orderNumber: order.number, payment: intentId, gross: 2_500, fee: 72.5, net: 2_427.5 }),
  ]) // prettier-ignore
  await expectBooksToBalance(shop)
})

test('twenty messages about one payout at once book it once (77)', async () => {
  await paidOrder(shop)
  const id = await shop.processor.payOut()
  await shop.processor.endPayout(id, 'paid')

  const change = await changeOf(() => Promise.all(Array.from({ length: 20 }, () => tellOfPayout(id))))

  expect(change).toEqual({ bank: PRICE - FEE, fees: FEE, card_clearing: -PRICE })
  expect(await shop.db.$count(payoutLines, eq(payoutLines.payoutId, id))).toBe(1)
  await expectBooksToBalance(shop)
})

test('twenty readers of one payout at once wait for each other, and none fails (77)', async () => {
  await paidOrder(shop)
  const { findPayout } = shop.services.payments
  const id = await shop.processor.payOut()
  shop.services.payments.findPayout = async (asked) => ({ ...(await findPayout(asked))!, lines: 'later' })
  expect(await changeOf(() => syncPayout(shop.services, id))).toEqual({})
  shop.services.payments.findPayout = findPayout

  const change = await changeOf(() => Promise.all(Array.from({ length: 20 }, () => syncPayout(shop.services, id))))

  expect(change).toEqual({ payouts_in_transit: PRICE - FEE, fees: FEE, card_clearing: -PRICE })
})

test('refunds, disputes and what was won of them are lines of later payouts, and leave nothing at the processor (77)', async () => {
  const [{ intentId: refunded, order }, { intentId: disputed }] = [await paidOrder(shop), await paidOrder(shop)]
  await refundByAdmin(admin, order)
  await tellOfPayout(await shop.processor.payOut())
  await shop.processor.dispute(disputed)
  await tell(shop, disputed, 'charge.dispute.created')
  await paidOrder(shop)
  await paidOrder(shop)
  await tellOfPayout(await shop.processor.payOut())
  await shop.processor.closeDispute(disputed, 'won')
  await tell(shop, disputed, 'charge.dispute.closed')
  const last = await shop.processor.payOut()
  await tellOfPayout(last)

  expect((await read(last)).lines).toMatchObject([{ kind: 'dispute', gross: 2_500, fee: 0, isMatched: true, payment: disputed }])
  expect((await balances(shop.db))['card_clearing']).toBeUndefined()
  expect((await list()).unmatched).toBe(0)
  expect(refunded).not.toBe(disputed)
  await expectBooksToBalance(shop)
})

test('a payout that the bank sends back is at the processor again, and goes out with the next one (77)', async () => {
  await paidOrder(shop)
  const id = await shop.processor.payOut()
  await shop.processor.endPayout(id, 'paid')
  await tellOfPayout(id)
  await shop.processor.endPayout(id, 'failed')

  const failed = await changeOf(() => Promise.all([tellOfPayout(id, 'payout.failed'), tellOfPayout(id, 'payout.failed')]))
  const next = await shop.processor.payOut()
  const again = await changeOf(() => tellOfPayout(next))

  expect(failed).toEqual({ bank: -(PRICE - FEE), card_clearing: PRICE - FEE })
  expect(again).toEqual({ payouts_in_transit: PRICE - FEE, card_clearing: -(PRICE - FEE) })
  expect((await read(next)).lines).toMatchObject([{ kind: 'payout', source: id, isMatched: true }])
  await expectBooksToBalance(shop)
})

test('without any message payouts are found by the job, and an older answer changes nothing (77)', async () => {
  await paidOrder(shop)
  const id = await shop.processor.payOut()
  await reconcilePayouts(shop.services)
  const before = await read(id)
  await shop.processor.endPayout(id, 'paid')
  await reconcilePayouts(shop.services)

  expect(before.payout).toMatchObject({ status: 'in_transit', isRead: true })
  expect((await read(id)).payout.status).toBe('paid')
  const { findPayout } = shop.services.payments
  shop.services.payments.findPayout = async (asked) => ({ ...(await findPayout(asked))!, status: 'in_transit' })
  expect(await changeOf(() => syncPayout(shop.services, id))).toEqual({})
  shop.services.payments.findPayout = findPayout
  expect((await read(id)).payout.status).toBe('paid')
  await expectBooksToBalance(shop)
})

test('a payment whose message was lost is settled before its payout is booked (77)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOf(buyer, order))
  const id = await shop.processor.payOut()

  await tellOfPayout(id)

  expect((await read(id)).lines).toMatchObject([{ payment: intentId, isMatched: true, orderNumber: order.number }])
  await expectBooksToBalance(shop)
})

test('a line that belongs to nothing is shown first, is booked as a difference, and the payout is in the file of its month (77)', async () => {
  await paidOrder(shop)
  const { findPayout, listPayoutLines } = shop.services.payments
  const id = await shop.processor.payOut()
  const stray = { id: `txn_stray_${id}`, kind: 'other', type: 'transfer', gross: -500, fee: 0, sourceId: 'tr_1', intentId: undefined, description: '=1+1', createdAt: new Date() } as const // prettier-ignore
  const fee = { ...stray, id: `txn_fee_${id}`, kind: 'fee', type: 'stripe_fee', gross: -200 } as const
  shop.services.payments.findPayout = async (asked) => ({ ...(await findPayout(asked))!, amount: PRICE - FEE - 700 })
  shop.services.payments.listPayoutLines = async (asked) => [...(await listPayoutLines(asked)), stray, fee]

  const booked = await changeOf(() => tellOfPayout(id))
  Object.assign(shop.services.payments, { findPayout, listPayoutLines })

  expect(booked).toEqual({ payouts_in_transit: PRICE - FEE - 700, fees: FEE + 200, card_clearing: -PRICE, differences: 500 })
  const { payout, lines } = await read(id)
  expect(payout).toMatchObject({ lines: 3, unmatched: 1, fees: 74.5 })
  expect(lines[0]).toMatchObject({ type: 'transfer', isMatched: false, orderNumber: null })
  expect((await admin.get(`/books/payouts/${id}?unmatched=true`)).json<PayoutInFull>()).toMatchObject({
    count: 1,
    lines: [{ type: 'transfer' }],
  })
  const file = await admin.get(`/books/file?format=payouts&month=${month()}`)
  expect(file.body).toContain('Payout,Created,Status')
  expect(cellsOf(file, 'Payout').filter((name) => name === id)).toHaveLength(3)
  expect(file.body).not.toContain(',=1+1')
  await expectBooksToBalance(shop)
})

test('lines that do not sum to the payout are refused, and nothing of it is booked (77)', async () => {
  await paidOrder(shop)
  const id = await shop.processor.payOut()
  const { listPayoutLines } = shop.services.payments
  shop.services.payments.listPayoutLines = async (asked) =>
    (await listPayoutLines(asked)).map((line) => ({ ...line, gross: line.gross + 1 }))

  await expect(syncPayout(shop.services, id)).rejects.toMatchObject({ cause: { message: expect.stringContaining('sum to') } })
  expect(await changeOf(() => tellOfPayout(id))).toEqual({})

  shop.services.payments.listPayoutLines = listPayoutLines
  expect(await shop.db.$count(payouts, eq(payouts.id, id))).toBe(0)
  expect(await reconcilePayouts(shop.services)).toBe(0)
  expect((await read(id)).payout.isRead).toBe(true)
  await expectBooksToBalance(shop)
})

test('nobody changes what was read of a payout (77)', async () => {
  for (const change of [
    sql`update payout_lines set gross_cents = gross_cents + 1`,
    sql`delete from payout_lines`,
    sql`update payouts set amount_cents = amount_cents + 1`,
    sql`update payouts set status = 'pending'`,
    sql`delete from payouts`,
  ]) {
    await expect(shop.db.execute(change)).rejects.toThrow()
  }
})

test('a payout in another currency, and one whose lines the processor does not tell, are listed; the first is not booked', async () => {
  await paidOrder(shop)
  const { findPayout } = shop.services.payments
  const id = await shop.processor.payOut()
  const other = {
    id: 'po_euro',
    amount: 100,
    currency: 'eur',
    status: 'paid',
    arrivesOn: '2026-11-24',
    createdAt: new Date(),
    lines: 'never',
  } as const
  const byHand = { ...other, id: 'po_by_hand', currency: 'usd', amount: 10_000 } as const
  shop.services.payments.findPayout = async (asked) => [other, byHand].find((one) => one.id === asked)

  expect(await changeOf(() => tellOfPayout('po_euro'))).toEqual({})
  expect(await changeOf(() => tellOfPayout('po_by_hand'))).toEqual({ bank: 10_000, card_clearing: -10_000 })

  shop.services.payments.findPayout = findPayout
  await tellOfPayout(id)
  expect((await list()).payouts.map(({ _id }) => _id)).toEqual(expect.arrayContaining(['po_euro', 'po_by_hand', id]))
  await expectBooksToBalance(shop)
})
