import { randomUUID } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Cents } from '#contract/basics/money.ts'
import { invariantNames, type InvariantName } from '#contract/shop/operations.ts'
import { billReceipts } from '#database/tables/bank.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { disputes, paymentRefunds, payments, returnedPayments } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { booksOf, sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { handlePaymentEvents } from '#server/payment-events/payment-inbox.ts'
import { arrives, matchWith, takeTransfers } from '#tests/support/shops/bank.ts'
import { holdPieces, openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, unpaidOrder } from '#tests/support/shops/payments.ts'
import { paidOrder, refundByAdmin, tell } from '#tests/support/shops/refunds.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

/** A shop in which everything has happened once: bought, paid, shipped, cancelled, held, restocked, removed, refunded whole, in part and with pieces withdrawn, disputed. */
async function busyShop(): Promise<TestShop> {
  const shop = await openShop()
  const admin = await shop.admin()
  await paidOrder(shop)
  const { order: shipped } = await paidOrder(shop)
  await admin.put(`/orderShipped/${shipped._id}`)
  const { order: refunded } = await paidOrder(shop)
  await refundByAdmin(admin, refunded)
  const { order: ended } = await paidOrder(shop)
  await admin.post(`/order/${ended._id}/parcels`, { pieces: 400 })
  await admin.post(`/order/${ended._id}/refund`, { reason: 'Not made any more', pieces: 600, withdraw: 600, restock: 500 })
  const { order: withdrawn } = await paidOrder(shop)
  await admin.post(`/order/${withdrawn._id}/refund`, { reason: 'Broken', pieces: 300, withdraw: 300 })
  await refundByAdmin(admin, withdrawn)
  const { intentId } = await paidOrder(shop)
  await shop.processor.refund(intentId, 1)
  await shop.processor.dispute(intentId)
  await tell(shop, intentId)
  const { order: cancelled, part, buyer } = await unpaidOrder(shop)
  await buyer.delete(`/order/${cancelled._id}`)
  await holdPieces(buyer, part, 2_000)
  await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 12_000 }, added: 4_000 })
  const removed = await shop.addPart()
  await holdPieces(buyer, removed, 2_000)
  await admin.delete(`/parts/${removed._id}`)
  return shop
}

/** The invariants that do not hold, each with what breaks it. */
async function broken(shop: TestShop, options?: Parameters<typeof checkInvariants>[1]) {
  const findings = await checkInvariants(shop.db, options)
  return findings.filter(({ count }) => count > 0).map(({ name, ids }): [InvariantName, string[]] => [name, ids])
}

test('a shop in which everything has happened once breaks no invariant, by its own records and by the books (INV)', async () => {
  const shop = await busyShop()

  const findings = await checkInvariants(shop.db)

  expect(findings.map(({ name }) => name)).toEqual(invariantNames)
  expect(await broken(shop)).toEqual([])
  expect(await broken(shop, { books: sandboxBooks })).toEqual([])
  expect(await broken(shop, { books: booksOf(await shop.processor.intents()) })).toEqual([])
})

test('stock without a move in the ledger is found, and pieces that are nowhere (INV)', async () => {
  const shop = await openShop()
  const part = await shop.addPart()

  await shop.db.update(parts).set({ available: 9_000 }).where(eq(parts.id, part._id))

  expect(await broken(shop)).toEqual([
    ['stockMatchesLedger', [part._id]],
    ['piecesAreAccountedFor', [part._id]],
  ])
})

test('an order of which the rest was withdrawn and that is still open is found (INV)', async () => {
  const shop = await openShop()
  const admin = await shop.admin()
  const { order } = await paidOrder(shop)
  await admin.post(`/order/${order._id}/parcels`, { pieces: 400 })
  const withdraw = (pieces: number) => shop.db.update(orders).set({ withdrawnPieces: pieces }).where(eq(orders.id, order._id))

  await withdraw(599)
  const open = await broken(shop)
  await withdraw(600)

  expect(open).toEqual([])
  expect(await broken(shop)).toEqual([['ordersTellTheirState', [order._id]]])
})

test('pieces of a hold that became no order are found (INV)', async () => {
  const shop = await openShop()
  const part = await shop.addPart()
  const buyer = await shop.customer()
  await holdPieces(buyer, part, 2_000)

  await shop.db.update(holds).set({ state: 'ordered' })

  expect(await broken(shop)).toEqual([['piecesAreAccountedFor', [part._id]]])
})

test('a paid order without its money is found: never paid, another amount, given back (INV)', async () => {
  const shop = await openShop()
  const { order } = await unpaidOrder(shop)
  await shop.db
    .update(orders)
    .set({ state: 'paid', paidAt: sql`now()`, paymentIntent: 'pi_invented', transactionId: 'pi_invented' })
    .where(eq(orders.id, order._id))
  const { order: paid, intentId } = await paidOrder(shop)
  const booked = (await shop.processor.intents()).find(({ id }) => id === intentId)!

  expect(await broken(shop, { books: sandboxBooks })).toEqual([['paidOrdersArePaidFor', [order._id]]])
  const both = [order._id, paid._id].toSorted()
  for (const lie of [{ status: 'canceled' }, { currency: 'eur' }, { orderId: randomUUID() }]) {
    expect(await broken(shop, { books: booksOf([{ ...booked, ...lie }]) })).toEqual([['paidOrdersArePaidFor', both]])
  }
  expect(await broken(shop, { books: booksOf([{ ...booked, amountCents: 1 }]) })).toEqual([
    ['paidOrdersArePaidFor', both],
    ['moneyIsBooked', [intentId]],
  ])
  const refunded = { books: booksOf([{ ...booked, refundedAt: new Date(), refundedCents: booked.amountCents }]) }
  expect(await broken(shop, refunded)).toEqual([
    ['paidOrdersArePaidFor', [order._id]],
    ['refundsAreKnown', [intentId]],
    ['moneyIsBooked', [intentId]],
  ])
})

test('money that paid for nothing and money that paid and goes back are found (INV)', async () => {
  const shop = await openShop()
  const { order, buyer } = await unpaidOrder(shop)
  const { id: lost } = await payByCard(shop, await openPaymentOf(buyer, order))
  const { intentId: twice, order: paid } = await paidOrder(shop)
  await shop.db.insert(returnedPayments).values({ paymentIntent: twice, orderId: paid._id, amountCents: 1, reason: 'by mistake' })

  expect(await broken(shop, { books: sandboxBooks })).toEqual([
    ['paidOrdersArePaidFor', [paid._id]],
    ['paymentsHaveTheirEnd', [lost, twice].toSorted()],
    ['moneyIsBooked', [twice]],
  ])
  expect(await broken(shop, { books: sandboxBooks, graceMinutes: 5 })).toEqual([['paidOrdersArePaidFor', [paid._id]]])
})

test('money for an order that does not exist is found (INV) (30)', async () => {
  const shop = await openShop()
  const asked = { orderId: randomUUID(), attempt: 1, amount: 250_000 as Cents, placedAt: new Date(), email: '', displayName: '' }
  const { id, clientSecret } = await shop.services.payments.openIntent(asked)
  const unpaid = await broken(shop, { books: sandboxBooks })
  await payByCard(shop, clientSecret)

  expect(unpaid).toEqual([])
  expect(await broken(shop, { books: sandboxBooks })).toEqual([['paymentsHaveTheirEnd', [id]]])
})

test('without books, a message that was acted on and led to nothing is found (INV)', async () => {
  const shop = await openShop()
  const { order, buyer } = await unpaidOrder(shop)
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  const event = (handledAt: string | null) => sql`
    insert into payment_events (event_id, type, intent_id, payload, handled_at)
    values (${`evt_${handledAt}`}, 'payment_intent.succeeded', ${id}, '{}', ${handledAt}::timestamptz)`

  await shop.db.execute(event(null))
  const waiting = await broken(shop)
  await shop.db.execute(event('2026-01-01'))

  expect(waiting).toEqual([])
  expect(await broken(shop)).toEqual([['paymentsHaveTheirEnd', [id]]])
  await handlePaymentEvents(shop.services)
  expect(await broken(shop)).toEqual([])
})

test('refunds that do not stand on their orders are found, and an order refunded without a refund (INV) (73)', async () => {
  const shop = await openShop()
  const refunded = await paidOrder(shop)
  await refundByAdmin(await shop.admin(), refunded.order)
  const { order: never, intentId } = await paidOrder(shop)
  const whole = await broken(shop, { books: sandboxBooks })

  await shop.db.update(orders).set({ refundedCents: 1 }).where(eq(orders.id, refunded.order._id))
  await shop.db
    .update(orders)
    .set({ state: 'refunded', refundedAt: sql`now()` })
    .where(eq(orders.id, never._id))
  await shop.db.insert(payments).values({ intentId, amountCents: 250_000 })

  expect(whole).toEqual([])
  expect(await broken(shop)).toEqual([
    ['piecesAreAccountedFor', [expect.any(String)]],
    ['refundsAreKnown', [refunded.order._id, never._id, refunded.intentId].toSorted()],
  ])
})

test('an order whose events end with another state is found, and one without events (INV)', async () => {
  const shop = await openShop()
  const [{ order: first }, { order: second }] = [await unpaidOrder(shop), await unpaidOrder(shop)]

  await shop.db.execute(sql`insert into order_events (order_id, kind) values (${first._id}, 'paid')`)
  await shop.db.execute(sql`alter table order_events disable trigger order_events_refuse_change`)
  await shop.db.execute(sql`delete from order_events where order_id = ${second._id}`)

  expect(await broken(shop)).toEqual([['ordersTellTheirState', [first._id, second._id].toSorted()]])
})

test('what waits too long is found: a cancelling, a refund, a mail, a hold (INV)', async () => {
  const shop = await openShop()
  const { order: paid } = await paidOrder(shop)
  shop.processor.faults.unavailable = 'refuse'
  await refundByAdmin(await shop.admin(), paid)
  await shop.db.execute(sql`update payment_refunds set created_at = now() - interval '21 minutes'`)
  await shop.db.execute(sql`delete from mails`)
  const { order, buyer } = await unpaidOrder(shop)
  const other = await shop.addPart()
  const { holdId } = (await holdPieces(buyer, other, 1_000)).json()
  await shop.db.execute(sql`update orders set state = 'cancelling', placed_at = now() - interval '6 minutes' where state = 'unpaid'`)
  await shop.db.execute(sql`update mails set run_after = now() - interval '6 minutes'`)
  await shop.db.execute(sql`update holds set expires_at = now() - interval '3 minutes' where state = 'held'`)
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from mails`)

  expect(await broken(shop)).toEqual([
    ['nothingIsOverdue', [`hold ${holdId}`, `mail ${rows[0]!.id}`, `order ${order._id}`, expect.stringMatching(/^refund /)]],
  ])
})

test('a finding names at most twenty and counts all (INV)', async () => {
  const shop = await openShop()
  await Promise.all(Array.from({ length: 25 }, () => shop.addPart()))

  await shop.db.execute(sql`update parts set available = available + 1`)

  const [ledger] = await checkInvariants(shop.db)
  expect(ledger).toMatchObject({ name: 'stockMatchesLedger', count: 25 })
  expect(ledger!.ids).toHaveLength(20)
})

/** Writes entries to the books that no trigger would, as a person with access to the database could. */
async function spoilBooks(shop: TestShop, statement: SQL): Promise<void> {
  await transaction(shop.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(statement)
  })
}

test('a changed line of the books is found, by its entry, its order and its bill (INV) (77)', async () => {
  const shop = await openShop()
  const { order, intentId } = await paidOrder(shop)
  const line = sql`ref = ${order._id} and account`

  await spoilBooks(shop, sql`update postings set cents = cents + 1 where ${line} = 'card_clearing'`)
  expect(await broken(shop)).toEqual([
    ['booksBalance', [`payment ${order._id}`]],
    ['moneyIsBooked', [`payment ${order._id}`]],
  ])
  expect(await broken(shop, { books: sandboxBooks })).toEqual([
    ['booksBalance', [`payment ${order._id}`]],
    ['moneyIsBooked', [`payment ${order._id}`, intentId]],
  ])

  await spoilBooks(shop, sql`update postings set cents = cents - 1 where ${line} = 'receivable'`)
  expect(await broken(shop)).toEqual([
    ['moneyIsBooked', [`payment ${order._id}`]],
    ['receivablesAreOpen', [order._id]],
  ])
})

test('a payment, refund, dispute or unmatched payment without its entry is found, and an entry without its row (INV) (77)', async () => {
  const shop = await openShop()
  const { order, intentId } = await paidOrder(shop)
  await shop.processor.refund(intentId, 1)
  await shop.processor.dispute(intentId)
  await tell(shop, intentId)
  await shop.db.insert(returnedPayments).values({ paymentIntent: 'pi_lost', amountCents: 5, reason: 'lost' })
  const [refund] = await shop.db.select({ id: paymentRefunds.id }).from(paymentRefunds)
  const [dispute] = await shop.db.select({ id: disputes.id }).from(disputes)
  expect(await broken(shop)).toEqual([])

  const whole = sql`create table kept as select * from postings`
  await shop.db.execute(whole)
  const lost: Record<string, string> = {
    payment: `payment ${order._id}`,
    refund: `refund ${refund!.id}`,
    dispute: `dispute ${dispute!.id}`,
    'unmatched-payment': 'unmatched payment pi_lost',
  }
  for (const [kind, id] of Object.entries(lost)) {
    await spoilBooks(shop, sql`delete from postings where kind = ${kind}`)
    expect(
      (await broken(shop)).find(([name]) => name === 'moneyIsBooked'),
      kind,
    ).toEqual(['moneyIsBooked', [id]])
    await spoilBooks(shop, sql`insert into postings select * from kept where kind = ${kind}`)
  }
  await spoilBooks(
    shop,
    sql`insert into postings select entry + 100, at, kind, 'made up', account, tax, cents from kept where kind = 'payment'`,
  )
  expect(await broken(shop)).toEqual([
    ['moneyIsBooked', ['payment made up']],
    ['receivablesAreOpen', ['no bill']],
  ])
})

test('money at the bank, and money sent back from there, without its entry is found (INV) (77)', async () => {
  const shop = await openShop()
  takeTransfers(shop)
  const admin = await shop.admin()
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: order.totalPrice + 1, text: `over ${order.number}` })
  await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])
  await admin.post(`/bank/give-back/${movement._id}`, { kind: 'over' })
  const [receipt] = await shop.db.select({ id: billReceipts.id }).from(billReceipts)
  expect(await broken(shop)).toEqual([])

  await shop.db.execute(sql`create table kept as select * from postings`)
  for (const [kind, ids] of [
    ['bank-receipt', [`bank receipt ${receipt!.id}`, `bank receipt ${movement._id}`].toSorted()],
    ['given-back', [`given back ${movement._id}`]],
  ] as const) {
    await spoilBooks(shop, sql`delete from postings where kind = ${kind}`)
    expect(await broken(shop)).toEqual([['moneyIsBooked', ids]])
    await spoilBooks(shop, sql`insert into postings select * from kept where kind = ${kind}`)
  }
  await spoilBooks(shop, sql`update postings set ref = 'made up' where kind = 'given-back'`)
  expect(await broken(shop)).toEqual([['moneyIsBooked', [`given back ${movement._id}`, 'given back made up']]])
})

test('a payout without its entry, an entry without its payout, and lines with another sum are found (INV) (77)', async () => {
  const shop = await openShop()
  await paidOrder(shop)
  const id = await shop.processor.payOut()
  await tell(shop, id, 'payout.created')
  await shop.processor.endPayout(id, 'paid')
  await tell(shop, id, 'payout.paid')
  const found = [['moneyIsBooked', [`payout ${id}`]]]
  expect(await broken(shop)).toEqual([])

  await shop.db.execute(sql`create table kept as select * from postings`)
  for (const kind of ['payout', 'payout-paid']) {
    await spoilBooks(shop, sql`delete from postings where kind = ${kind}`)
    expect(await broken(shop)).toEqual(found)
    await spoilBooks(shop, sql`insert into postings select * from kept where kind = ${kind}`)
  }
  await spoilBooks(shop, sql`update payout_lines set gross_cents = gross_cents + 1, fee_cents = fee_cents + 2`)
  expect(await broken(shop)).toEqual(found)
  await spoilBooks(shop, sql`delete from payouts`)
  expect(await broken(shop)).toEqual(found)
})

test('a missing number, and a paper that does not add up, are found (INV) (75)', async () => {
  const shop = await openShop()
  await publishSeller(shop, await shop.admin())
  await paidOrder(shop)
  await paidOrder(shop)
  const { rows: issued } = await shop.db.execute<{ number: string; year: number }>(sql`select number, year from invoices order by position`)

  await spoilBooks(shop, sql`update invoices set data = jsonb_set(data, '{lines,0,netCents}', '1') where number = ${issued[0]!.number}`)
  expect(await broken(shop)).toContainEqual(['papersAreWhole', [issued[0]!.number]])

  await spoilBooks(shop, sql`delete from invoices where number = ${issued[0]!.number}`)
  expect(await broken(shop)).toContainEqual(['papersAreWhole', [`INV ${issued[0]!.year}`]])
})
