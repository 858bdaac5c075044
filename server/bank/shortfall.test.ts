import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { bankCalls } from '#contract/payments/bank.ts'
import type { CallResponse } from '#contract/basics/call.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { remindOfPayment } from '#server/orders/mails/remind-of-payment.ts'
import {
  arrives,
  choosesTransfer,
  decide,
  matchWith,
  setLimit,
  stateOf,
  takesOnAccount,
  takeTransfers,
  toGiveBack,
} from '#tests/support/shops/bank.ts'
import { balances } from '#tests/support/shops/books.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, unpaidOrder } from '#tests/support/shops/payments.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
  await publishSeller(shop, admin)
})

type PartPaid = CallResponse<typeof bankCalls.partPaid>
const partPaid = async () => (await admin.get('/bank/part-paid')).json<PartPaid>()
const ordered = async (buyer: Customer, { _id }: Pick<Order, '_id'>) => (await buyer.get(`/order/${_id}`)).json<OrderInFull>()
const inBooks = async () => {
  const { bank_charges = 0, discounts = 0, transfer_clearing = 0 } = await balances(shop.db)
  return { bank_charges, discounts, transfer_clearing }
}
const bodiesOf = async ({ _id }: Pick<Order, '_id'>, kind: string) =>
  (
    await shop.db
      .select({ body: mails.body })
      .from(mails)
      .where(sql`kind = ${kind} and ref like ${`${_id}%`}`)
  )
    .map(({ body }) => body)
    .join()

const makeOverdue = ({ _id }: Pick<Order, '_id'>) =>
  shop.db
    .update(orders)
    .set({ payBy: sql`now() - interval '1 minute'` })
    .where(eq(orders.id, _id))

/** A transfer that lacks some dollars of an order. */
async function shortOf(missing: number) {
  const { buyer, order, part } = await unpaidOrder(shop)
  const { transfer } = await choosesTransfer(buyer, order)
  const movement = await arrives(shop, admin, {
    amount: order.totalPrice - missing,
    text: transfer!.reference!,
    payer: `Short ${order.number}`,
  })
  return { buyer, order, part, movement, bill: { billId: order._id, amount: order.totalPrice - missing } }
}

describe('a transfer that is short', () => {
  test('is accepted with bank charges by one press: the order is paid, and the books have the charges', async () => {
    const before = await inBooks()
    const { buyer, order, movement, bill } = await shortOf(15)
    const shortfall = { amount: 15, why: 'bank-charges' }

    const answer = await decide(admin, movement, { outcome: 'matched', bills: [{ ...bill, shortfall }] })

    expect(answer.json()).toEqual({ paid: [order._id], over: 0 })
    expect((await stateOf(shop, order)).state).toBe('paid')
    expect(await ordered(buyer, order)).toMatchObject({ paid: true, refundedTotal: 0, transfer: { received: order.totalPrice - 15 } })
    expect(await inBooks()).toEqual({ ...before, bank_charges: before.bank_charges + 1_500 })
    expect(await bodiesOf(order, 'order-paid')).toContain('Banks have kept $15.00 of it')
    const [invoice] = await shop.db.select().from(invoices).where(eq(invoices.billId, order._id))
    expect(invoice).toMatchObject({ kind: 'invoice', grossCents: order.totalPrice * 100, data: { paidCents: order.totalPrice * 100 } })
    await expectBooksToBalance(shop)
  })

  test('is accepted as a discount: price and tax are less by it, with a credit note, and nothing goes back', async () => {
    const before = await inBooks()
    const { buyer, order } = await unpaidOrder(shop)
    await taxOrders(shop, [order._id], germanTax)
    const due = Math.round(order.totalPrice * 119) / 100
    const movement = await arrives(shop, admin, { amount: due - 11.9, text: `Discount ${order.number}` })
    const bill = { billId: order._id, amount: Math.round((due - 11.9) * 100) / 100 }

    const answer = await decide(admin, movement, { outcome: 'matched', bills: [{ ...bill, shortfall: { amount: 11.9, why: 'discount' } }] })

    expect(answer.json()).toEqual({ paid: [order._id], over: 0 })
    expect(await ordered(buyer, order)).toMatchObject({ paid: true, discount: 11.9, refundedTotal: 0, transfer: { received: bill.amount } })
    expect(await inBooks()).toEqual({ ...before, discounts: before.discounts + 1_000 })
    const notes = await shop.db
      .select()
      .from(invoices)
      .where(sql`bill_id = ${order._id} and kind = 'credit_note'`)
    expect(notes).toMatchObject([{ netCents: 1_000, taxCents: 190, grossCents: 1_190 }])
    expect((await toGiveBack(admin)).filter(({ kind }) => kind === 'refund')).toEqual([])
    expect((await buyer.get(`/order/${order._id}/refunds`)).json()).toMatchObject({
      refunds: [{ isDiscount: true, amount: 11.9 }],
      left: bill.amount,
    })
    const events = (await buyer.get(`/order/${order._id}/events`)).json<{ events: { kind: string }[] }>().events.map(({ kind }) => kind)
    expect(events).toEqual(expect.arrayContaining(['placed', 'paid', 'discounted']))
    expect(events).not.toContain('refund-changed')
    expect((await admin.put(`/orderShipped/${order._id}`, {})).json()).toEqual({ modifiedCount: 1 })
    await expectBooksToBalance(shop)
  })

  test('is accepted after it was matched, up to the limit of the settings, once', async () => {
    const { order, movement, bill } = await shortOf(80)
    await matchWith(admin, movement, [bill])
    expect((await partPaid()).bills).toContainEqual(
      expect.objectContaining({ billId: order._id, due: order.totalPrice, received: bill.amount, open: 80, asksPerson: false }),
    )
    const accept = (amount: number) => admin.post(`/bank/bills/${order._id}/shortfall`, { amount, why: 'bank-charges' })

    expect((await accept(80)).json()).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'amount', message: expect.stringContaining('At most $50.00') }],
    })
    shop.services.settings.shop = { ...shop.services.settings.shop, shortfallLimit: 80 }
    expect((await accept(79)).json()).toMatchObject({ code: 'ITEM_CHANGED' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(80)))
    shop.services.settings.shop = { ...shop.services.settings.shop, shortfallLimit: 50 }

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code)).toEqual(
      Array(7).fill('BILL_NOT_OPEN'),
    )
    expect((await stateOf(shop, order)).state).toBe('paid')
    await expectBooksToBalance(shop)
  })

  test('of which nothing has arrived is not accepted', async () => {
    const { order } = await unpaidOrder(shop)
    const answer = await admin.post(`/bank/bills/${order._id}/shortfall`, { amount: 20, why: 'discount' })
    expect(answer.json()).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'amount', message: 'Nothing has arrived for this order.' }],
    })
  })

  test.each(['bank-charges', 'discount'] as const)('of a bill on account is accepted as %s', async (why) => {
    const { buyer, order } = await unpaidOrder(shop)
    await setLimit(admin, buyer, 100_000)
    await takesOnAccount(buyer, order)
    const movement = await arrives(shop, admin, { amount: order.totalPrice - 9, text: `account ${order.number}` })
    await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice - 9 }])

    expect((await admin.post(`/bank/bills/${order._id}/shortfall`, { amount: 9, why })).json()).toEqual({ paid: true })

    expect(await ordered(buyer, order)).toMatchObject({
      onAccount: { open: 0 },
      refundedTotal: 0,
      ...(why === 'discount' && { discount: 9 }),
    })
    await expectBooksToBalance(shop)
  })
})

describe('an order past its time to pay', () => {
  test('of which half has arrived stays, asks a person once, and tells the buyer what is there', async () => {
    const { order, movement, bill } = await shortOf(15)
    await matchWith(admin, movement, [bill])
    await shop.db
      .update(orders)
      .set({ placedAt: sql`now() - interval '3 days'`, payBy: sql`now() + interval '10 hours'` })
      .where(eq(orders.id, order._id))
    await remindOfPayment(shop.services)
    const reminder = await bodiesOf(order, 'payment-reminder')
    await makeOverdue(order)

    expect(await expireUnpaidOrders(shop.services)).toBe(0)
    expect(await expireUnpaidOrders(shop.services)).toBe(0)

    expect((await stateOf(shop, order)).state).toBe('unpaid')
    expect(reminder).toContain('has arrived, and $15.00 is still to come')
    expect(reminder).not.toContain('cancelled on')
    expect(await bodiesOf(order, 'part-paid-overdue')).toContain('$15.00')
    expect(await shop.db.$count(mails, sql`kind = 'part-paid-overdue' and ref = ${`${order._id} ${admin.email}`}`)).toBe(1)
    expect(await partPaid()).toMatchObject({
      waiting: 1,
      bills: expect.arrayContaining([expect.objectContaining({ billId: order._id, asksPerson: true })]),
    })
    expect((await admin.get('/openWork')).json()).toMatchObject({ partPaid: 1 })
    expect((await admin.post(`/bank/bills/${order._id}/shortfall`, { amount: 15, why: 'bank-charges' })).statusCode).toBe(200)
  })

  test('that a movement names stays until somebody has decided about it', async () => {
    const { order, movement } = await shortOf(15)
    await makeOverdue(order)
    expect(await expireUnpaidOrders(shop.services)).toBe(0)
    expect((await stateOf(shop, order)).state).toBe('unpaid')

    await decide(admin, movement, { outcome: 'not-ours', reason: 'Another shop' })
    expect(await expireUnpaidOrders(shop.services)).toBe(1)
    expect((await stateOf(shop, order)).state).toBe('cancelled')
  })

  test('of which less has arrived ends, and the mail names the money that is there', async () => {
    const { buyer, order, movement, bill } = await shortOf(2_000)
    await matchWith(admin, movement, [bill])
    await makeOverdue(order)

    expect(await expireUnpaidOrders(shop.services)).toBe(1)

    const body = await bodiesOf(order, 'order-cancelled')
    expect(body).toContain(`We have $${bill.amount.toFixed(2)} that you transferred`)
    expect(body).not.toContain('Nothing has been charged')
    const { order: other } = { order: await shop.placeOrder(buyer, await shop.addPart({ available: 5_000 })) }
    await buyer.delete(`/order/${other._id}`)
    expect(await bodiesOf(other, 'order-cancelled')).toContain('Nothing has been charged for it.')
  })
})
