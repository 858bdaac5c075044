import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { issueCreditNote } from '#server/invoices/issue-credit-note.ts'
import { lockBill } from '#server/orders/bill.ts'
import { refundPayments } from '#server/payments/refund-payments.ts'
import { syncRefunds } from '#server/refunds/sync-refunds.ts'
import { balances, entriesOf } from '#tests/support/shops/books.ts'
import { openPaymentOfGroup, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, intentsOf, openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'
import { paidOrder, refundByAdmin, tell } from '#tests/support/shops/refunds.ts'

const shop = await openShop()
const { db, processor, services } = shop
let admin: Customer
beforeAll(async () => {
  admin = await shop.admin()
})
afterEach(() => processor.behave())

const PRICE = 250_000

test('an order that is paid is booked once: what the card processor has, and what the buyer does not owe any more (77)', async () => {
  const { buyer, order, intentId } = await paidOrder(shop)

  await Promise.all([reportPaid(buyer, order, intentId), tell(shop, intentId, 'payment_intent.succeeded')])

  expect(await entriesOf(db, intentId)).toEqual(['payment'])
  expect(await balances(db, { payment: intentId })).toEqual({ card_clearing: PRICE, receivable: -PRICE })
  await expectBooksToBalance(shop)
})

test('orders that are not paid, and those that are cancelled, are not in the books (77)', async () => {
  const before = await balances(db)
  const { buyer, order } = await unpaidOrder(shop)
  await openPaymentOf(buyer, order)
  await buyer.delete(`/order/${order._id}`)

  expect(await balances(db)).toEqual(before)
})

test('each order of a group has its entry, all of one bill (77)', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const { id: intentId } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, intentId)

  const { rows } = await db.execute(sql`
    select bill_id, count(distinct entry)::int as entries, sum(cents)::int as cents from postings
    where payment = ${intentId} and account = 'receivable' group by bill_id`)

  expect(rows).toEqual([{ bill_id: group.groupId, entries: 3, cents: -600_000 }])
  await expectBooksToBalance(shop)
})

test('refunds are booked when the provider knows of them, and booked back when the bank returns them (77)', async () => {
  const { order, intentId } = await paidOrder(shop)
  processor.faults.unavailable = 'refuse'
  await refundByAdmin(admin, order)
  const asked = await balances(db, { payment: intentId })
  processor.behave()
  await syncRefunds(services, intentId)
  const { rows } = await db.execute<{ id: string }>(sql`select id from payment_refunds where intent_id = ${intentId}`)
  await services.payments.createRefund({ refundId: rows[0]!.id, attempt: 1, intentId, amount: PRICE as never })
  await syncRefunds(services, intentId)
  const given = await balances(db, { payment: intentId })
  await processor.failRefunds(intentId)
  await tell(shop, intentId)

  expect(asked).toEqual({ card_clearing: PRICE, receivable: -PRICE })
  expect(given).toEqual({})
  expect(await balances(db, { payment: intentId })).toEqual({ card_clearing: PRICE, receivable: -PRICE })
  expect(await entriesOf(db, intentId)).toEqual(['payment', 'refund', 'refund-failed'])
  await expectBooksToBalance(shop)
})

test('refunds in parts from the dashboard are booked one by one (77)', async () => {
  const { intentId } = await paidOrder(shop)
  await processor.refund(intentId, 1)
  await processor.refund(intentId, 99_999)
  await tell(shop, intentId)

  expect(await entriesOf(db, intentId)).toEqual(['payment', 'refund', 'refund'])
  expect(await balances(db, { payment: intentId })).toEqual({ card_clearing: 150_000, receivable: -150_000 })
  await expectBooksToBalance(shop)
})

test('a dispute that is won leaves nothing, one that is lost is a loss (77)', async () => {
  const [won, lost] = [await paidOrder(shop), await paidOrder(shop)]
  for (const { intentId } of [won, lost]) {
    await processor.dispute(intentId)
    await tell(shop, intentId, 'charge.dispute.created')
  }
  const open = await balances(db, { payment: won.intentId })
  await processor.closeDispute(won.intentId, 'won')
  await processor.closeDispute(lost.intentId, 'lost')
  for (const { intentId } of [won, lost]) await tell(shop, intentId, 'charge.dispute.closed')

  expect(open).toEqual({ disputed: PRICE, receivable: -PRICE })
  expect(await balances(db, { payment: won.intentId })).toEqual({ card_clearing: PRICE, receivable: -PRICE })
  expect(await balances(db, { payment: lost.intentId })).toEqual({ dispute_losses: PRICE, receivable: -PRICE })
  expect(await entriesOf(db, lost.intentId)).toEqual(['payment', 'dispute', 'dispute-lost'])
  await expectBooksToBalance(shop)
})

test('an inquiry takes no money until it becomes a dispute (77)', async () => {
  const { intentId } = await paidOrder(shop)
  await db.execute(sql`insert into payments (intent_id, amount_cents) values (${intentId}, ${PRICE})`)
  await db.execute(sql`
    insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at)
    values (${`dp_${intentId}`}, ${intentId}, ${PRICE}, 'open', 'warning_needs_response', 'general', now())`)
  const inquiry = await entriesOf(db, intentId)
  await db.execute(sql`update disputes set provider_state = 'needs_response' where intent_id = ${intentId}`)

  expect(inquiry).toEqual(['payment'])
  expect(await entriesOf(db, intentId)).toEqual(['payment', 'dispute'])
})

test('money that pays for nothing is owed to the buyer until it has gone back (77)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await openPaymentOf(buyer, order)
  processor.faults.succeedAfterCancel = true
  await buyer.delete(`/order/${order._id}`)
  processor.behave()
  const [{ id: intentId } = { id: '' }] = await intentsOf(shop, order)
  await tell(shop, intentId, 'payment_intent.succeeded')
  const arrived = await balances(db, { payment: intentId })
  await refundPayments(services)
  await tell(shop, intentId)

  expect(arrived).toEqual({ card_clearing: PRICE, returns_due: -PRICE })
  expect(await balances(db, { payment: intentId })).toEqual({})
  expect(await entriesOf(db, intentId)).toEqual(['unmatched-payment', 'refund'])
  await expectBooksToBalance(shop)
})

test('an invoice and its credit notes are booked with revenue and tax by category, rate and country (77)', async () => {
  const own = await openShop()
  await publishSeller(own, await own.admin())
  const { order, buyer } = await unpaidOrder(own)
  await taxOrders(own, [order._id], germanTax)
  const { id: intentId } = await payByCard(own, await openPaymentOf(buyer, order))
  await reportPaid(buyer, order, intentId)
  const invoiced = await balances(own.db)
  const { rows } = await own.db.execute(sql`
    select account, tax, cents::int from postings where kind = 'invoice' order by account`)
  await own.db.update(orders).set({ refundedCents: 119 }).where(eq(orders.id, order._id))
  await transaction(own.db, async (tx) => issueCreditNote(tx, (await lockBill(tx, order._id))!, { reason: 'Scratched' }))

  expect(rows).toEqual([
    { account: 'receivable', tax: '', cents: 297_500 },
    { account: 'revenue', tax: 'S 1900 DE', cents: -250_000 },
    { account: 'tax_payable', tax: 'S 1900 DE', cents: -47_500 },
  ])
  expect(invoiced).toEqual({ card_clearing: 297_500, revenue: -250_000, tax_payable: -47_500 })
  expect(await balances(own.db)).toEqual({ card_clearing: 297_500, receivable: -119, revenue: -249_900, tax_payable: -47_481 })
  await own.processor.refund(intentId, 119)
  await tell(own, intentId)
  expect(await balances(own.db)).toEqual({ card_clearing: 297_381, revenue: -249_900, tax_payable: -47_481 })
  await expectBooksToBalance(own)
})

test('nobody changes, removes or empties what was booked (77)', async () => {
  await paidOrder(shop)
  for (const change of [sql`update postings set cents = cents`, sql`delete from postings`, sql`truncate postings`]) {
    await expect(db.execute(change)).rejects.toMatchObject({ cause: { message: 'the books are only added to' } })
  }
})

/** Real entries are counted upwards from 1. */
let madeUpEntry = 0

test('lines that do not sum to zero are refused at the end of their transaction (77)', async () => {
  const line = (entry: number, account: string, cents: number) =>
    sql`insert into postings (entry, kind, ref, account, cents) values (${entry}, 'payout', ${`made up ${entry}`}, ${account}, ${cents})`
  const book = async (entry: number, lines: [string, number][]) =>
    transaction(db, async (tx) => {
      for (const [account, cents] of lines) await tx.execute(line(entry, account, cents))
    })

  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom('bank', 'fees', 'revenue', 'receivable'), { minLength: 1 }),
      fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 4, maxLength: 4 }),
      async (accounts, cents) => {
        const lines = accounts.map((account, index): [string, number] => [account, cents[index]!])
        const number = (madeUpEntry -= 1)
        const sum = lines.reduce((all, [, amount]) => all + amount, 0)
        if (sum === 0) return
        await expect(book(number, lines)).rejects.toThrow('does not sum to zero')
        await book(number, [...lines, ['differences', -sum]])
      },
    ),
    { numRuns: 20 },
  )
})

test('the same row is booked once, however often it is written (77)', async () => {
  const { order } = await paidOrder(shop)
  await db.update(orders).set({ reference: 'twice' }).where(eq(orders.id, order._id))
  await expect(
    db.execute(sql`select book('payment', ${order._id}, null, null, null, null, array['receivable', 'bank'], array[1, -1]::bigint[])`),
  ).rejects.toMatchObject({ cause: { code: '23505' } })
})

test('payments at the same time are each booked (77)', async () => {
  const bought = await Promise.all(Array.from({ length: 12 }, () => unpaidOrder(shop)))
  const paid = await Promise.all(
    bought.map(async ({ buyer, order }) => {
      const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
      await Promise.all([reportPaid(buyer, order, id), reportPaid(buyer, order, id), tell(shop, id, 'payment_intent.succeeded')])
      return id
    }),
  )
  for (const id of paid) expect(await entriesOf(db, id)).toEqual(['payment'])
})
