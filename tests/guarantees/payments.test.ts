import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Cents } from '#contract/basics/money.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import type { Transaction } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { paymentEvents, returnedPayments } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { handlePaymentEvents } from '#server/payment-events/payment-inbox.ts'
import { ProviderUnavailable } from '#server/errors.ts'
import type { Intent } from '#server/payments/provider.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { refundPayments } from '#server/payments/refund-payments.ts'
import { signWebhook } from '#server/payments/webhook-signature.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import {
  expectBooksToBalance,
  mailsAbout,
  openPaymentOf,
  orderRow,
  payByCard,
  permutations,
  refundsOf,
  toldOfRefund,
  unpaidOrder,
} from '#tests/support/shops/payments.ts'

const shop = await openShop()
const { services } = shop
const real = services.payments
let admins: Customer[] = []

beforeAll(async () => {
  admins = [await shop.admin('first'), await shop.admin('second')]
})
afterEach(() => {
  shop.processor.behave()
  services.payments = real
})

const adminEmails = () => admins.map(({ email }) => email).toSorted()

/** Lines that the shop writes into its log while `work` is done. */
async function logOf(work: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = []
  const quiet = services.log
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
  services.log = pino({ level: 'error' }, stream)
  await work().finally(() => (services.log = quiet))
  return lines
}

/** An order that was cancelled, and whose money arrives all the same. */
async function paidAfterCancelling() {
  const { buyer, order, part } = await unpaidOrder(shop)
  const intentId = intentIdOf(await openPaymentOf(buyer, order))
  shop.processor.faults.succeedAfterCancel = true
  await buyer.delete(`/order/${order._id}`)
  shop.processor.faults.succeedAfterCancel = false
  return { buyer, order, part, intentId }
}

/** Writes a copy of an order, as another transaction does that has not ended yet. */
async function copyOrder(tx: Transaction, of: string, id: string): Promise<void> {
  await tx.execute(sql`
    with held as (
      insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
      select user_id, part_id, quantity, unit_price, 'ordered', now() from orders where id = ${of}
      returning id, part_id, quantity
    ), taken as (
      update parts set available = available - held.quantity from held where parts.id = held.part_id
    ), moved as (
      insert into stock_moves (part_id, delta, kind, ref) select part_id, -quantity, 'hold', id from held
    )
    insert into orders (id, hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity,
      unit_price, total_cents)
    select ${id}, held.id, user_id, o.part_id, part_name, img, email, display_name, phone, address, o.quantity,
      unit_price, total_cents from orders o, held where o.id = ${of}`)
}

async function send(body: string): Promise<number> {
  const { signatureHeader, webhookSecret } = shop.processor
  const headers = { 'content-type': 'application/json', [signatureHeader]: signWebhook(body, webhookSecret) }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/payment-webhook', headers, payload: body })
  return answer.statusCode
}

test("messages that come in any order before the order's row is visible are kept, and pay it once it is there (21)", async () => {
  const part = await shop.addPart({ available: 100_000 })
  const order = await shop.placeOrder(await shop.customer(), part)
  const { totalCents } = await orderRow(shop, order)
  const types = permutations(['created', 'processing', 'payment_failed', 'succeeded'])
  const early = await Promise.all(
    types.map(async (inThisOrder) => {
      const orderId = randomUUID()
      const asked = { orderId, attempt: 1, amount: totalCents as Cents, placedAt: new Date(), email: '', displayName: '' }
      const { id: intentId, clientSecret } = await real.openIntent(asked)
      await payByCard(shop, clientSecret)
      return { orderId, intentId, inThisOrder }
    }),
  )
  const kept = () =>
    shop.db
      .select()
      .from(paymentEvents)
      .where(
        inArray(
          paymentEvents.intentId,
          early.map(({ intentId }) => intentId),
        ),
      )

  const meanwhile = await transaction(shop.db, async (tx) => {
    for (const { orderId } of early) await copyOrder(tx, order._id, orderId)
    for (const { intentId, inThisOrder } of early) {
      for (const type of inThisOrder)
        expect(await send(shop.processor.message(intentId, `payment_intent.${type}`, `evt_${intentId}_${type}`))).toBe(200)
    }
    await expect.poll(async () => (await kept()).every(({ attempts }) => attempts > 0)).toBe(true)
    return kept()
  })
  await shop.db.update(paymentEvents).set({ receivedAt: sql`now() - interval '1 hour'` })
  while ((await handlePaymentEvents(services)) > 0);

  expect(meanwhile).toHaveLength(96)
  expect(meanwhile.filter(({ handledAt }) => handledAt)).toEqual([])
  for (const { orderId, intentId, inThisOrder } of early) {
    expect(await orderRow(shop, { _id: orderId }), inThisOrder.join(' ')).toMatchObject({ state: 'paid', transactionId: intentId })
    expect(await mailsAbout(shop, { _id: orderId })).toEqual(['order-paid'])
  }
  await expectBooksToBalance(shop)
})

test('with every message and every report lost, one turn of the reconciler makes all orders what the provider says (22)', async () => {
  shop.processor.faults.loseEvents = true
  const bought = await Promise.all(Array.from({ length: 30 }, () => unpaidOrder(shop)))
  for (const { buyer, order } of bought) await payByCard(shop, await openPaymentOf(buyer, order))
  while ((await shop.processor.undelivered()) > 0) await shop.processor.deliverEvents('http://127.0.0.1:9/never-asked')

  const { failures } = await reconcilePayments(services)

  expect(failures).toBe(0)
  for (const { order } of bought) {
    expect((await orderRow(shop, order)).state).toBe('paid')
    expect(await mailsAbout(shop, order)).toEqual(['order-paid', 'order-placed'])
  }
})

test('money for a cancelled order goes back once, each admin gets one mail, and the log an alarm (26)', async () => {
  const { buyer, order, intentId } = await paidAfterCancelling()

  const lines = await logOf(async () => {
    await Promise.all([reconcilePayments(services), reconcilePayments(services)])
    await reconcilePayments(services)
  })

  expect(await refundsOf(shop, order)).toMatchObject([{ paymentIntent: intentId, amountCents: 250_000, doneAt: expect.any(Date) }])
  expect((await orderRow(shop, order)).state).toBe('cancelled')
  expect(await toldOfRefund(shop, intentId)).toEqual(adminEmails())
  const [mail] = await shop.db
    .select()
    .from(mails)
    .where(eq(mails.ref, `${intentId} ${admins[0]!.email}`))
  expect(mail?.body).toContain(order.number)
  expect(mail?.body).toContain('$2,500.00 arrived for an order that was cancelled before.')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, orderId: order._id, intentId, amount: 250_000, currency: 'usd' })
  for (const personal of [buyer.email, buyer.displayName, order.phone, order.address]) expect(lines[0]).not.toContain(personal)
  await expectBooksToBalance(shop)
})

test('where one address is set up for the shop, it alone is told (26)', async () => {
  const { intentId } = await paidAfterCancelling()
  const { settings } = services
  services.settings = { ...settings, adminEmail: 'owner@example.com' }

  await reconcilePayments(services)
  services.settings = settings

  expect(await toldOfRefund(shop, intentId)).toEqual(['owner@example.com'])
})

test('a refund that does not go through for a quarter of an hour is told once more, and goes on being tried (26)', async () => {
  const { intentId } = await paidAfterCancelling()
  services.payments = { ...real, refundIntent: () => Promise.reject(new ProviderUnavailable('down')) }
  const told: string[][] = []
  const tryAgain = async () => {
    await reconcilePayments(services)
    told.push(await toldOfRefund(shop, intentId, 'refund-late'))
  }

  await tryAgain()
  await shop.db
    .update(returnedPayments)
    .set({ createdAt: sql`now() - interval '15 minutes'` })
    .where(eq(returnedPayments.paymentIntent, intentId))
  await tryAgain()
  await tryAgain()
  services.payments = real
  await refundPayments(services)

  expect(told).toEqual([[], adminEmails(), adminEmails()])
  const [refund] = await shop.db.select().from(returnedPayments).where(eq(returnedPayments.paymentIntent, intentId))
  expect(refund?.doneAt).toBeInstanceOf(Date)
})

test.each<[string, Partial<Intent>, string]>([
  ['a smaller amount', { amount: 1 as Cents }, '$0.01 arrived instead of $2,500.00.'],
  ['a larger amount', { amount: 250_001 as Cents }, '$2,500.01 arrived instead of $2,500.00.'],
  ['another currency', { currency: 'jpy' }, '250000 in the smallest unit of JPY arrived instead of $2,500.00.'],
])('a payment of %s is an alarm, told to the admins in plain words, and goes back (27)', async (_what, lie, words) => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  await payByCard(shop, secret)
  shop.processor.faults.lie = lie

  const lines = await logOf(() => reconcilePayments(services))

  expect(await orderRow(shop, order)).toMatchObject({ state: 'unpaid', transactionId: null })
  expect(await refundsOf(shop, order)).toMatchObject([{ reason: words, doneAt: expect.any(Date) }])
  expect(await toldOfRefund(shop, intentIdOf(secret))).toEqual(adminEmails())
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, orderId: order._id, reason: words }])
})

test('nothing of a refund is written when the mails about it cannot be (27)', async () => {
  const { order, intentId } = await paidAfterCancelling()
  await shop.db.execute(sql`alter table mails add constraint no_notice check (kind <> 'refund-due') not valid`)

  await reconcilePayments(services)
  const meanwhile = await refundsOf(shop, order)
  await shop.db.execute(sql`alter table mails drop constraint no_notice`)
  await reconcilePayments(services)

  expect(meanwhile).toEqual([])
  expect(await refundsOf(shop, order)).toMatchObject([{ paymentIntent: intentId }])
  await expectBooksToBalance(shop)
})
