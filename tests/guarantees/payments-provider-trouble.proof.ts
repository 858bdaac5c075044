import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { stripeProvider } from '#server/payments/stripe/stripe.ts'
import { CALL_LIMIT_MS } from '#server/platform/limits/one-deadline.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { cards, openPaymentOf, orderRow, refundsOf, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { noStripeFaults, openStripeDouble, stripeKeys, type Mishap } from '#tests/support/doubles/stripe-double.ts'

const double = await openStripeDouble()
const { books, faults } = double
const shop = await openShop()
const { webhookSecret, ...keys } = stripeKeys
shop.services.payments = stripeProvider({ provider: 'stripe', ...keys, webhookSecrets: [webhookSecret], apiUrl: double.url })

afterEach(() => Object.assign(faults, noStripeFaults()))
afterAll(() => double.stop())

const always = (mishap: Mishap): Mishap[] => Array.from({ length: 100 }, () => mishap)

async function openedPayment() {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  return { buyer, order, secret, intentId: intentIdOf(secret) }
}

const openAgain = ({ buyer, order }: Pick<Awaited<ReturnType<typeof openedPayment>>, 'buyer' | 'order'>) =>
  buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })

/** The provider, which asks nothing before `letGo`, and how many calls wait for that. */
function holdBack(provider: PaymentProvider) {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  let waiting = 0
  const held = new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...values: unknown[]) => {
        waiting++
        await gone
        return Reflect.apply(value, target, values)
      }
    },
  })
  return { held, letGo, waiting: () => waiting }
}

/** What Stripe was asked, each question once, however often it was tried. */
const questionsSince = (asked: number) => [
  ...new Set(double.requests.slice(asked).map(({ path, headers }) => headers['idempotency-key'] ?? path)),
]

/** What other connections than this one keep open in the shop's database: transactions, and locks on its tables. */
async function keptOpen(): Promise<unknown[]> {
  const { rows } = await shop.db.execute(sql`
    select state, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'
    union all
    select l.mode, l.relation::regclass::text from pg_locks l
    join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.pid <> pg_backend_pid() and l.locktype in ('relation', 'tuple')
      and l.pid in (select pid from pg_stat_activity where backend_type = 'client backend')`)
  return rows
}

test('while Stripe is asked, neither a transaction nor a row lock is kept, and where it says nothing, every call is answered (29)', async () => {
  const fresh = await unpaidOrder(shop)
  const reopened = await openedPayment()
  const reported = await openedPayment()
  const cancelled = await openedPayment()
  books.pay(reported.secret, cards.pays)
  faults.next = always('hang')
  const asked = double.requests.length
  const { payments } = shop.services
  const { held, letGo, waiting } = holdBack(payments)
  shop.services.payments = held
  onTestFinished(() => {
    letGo()
    shop.services.payments = payments
  })

  const calls = Promise.all([
    openAgain(fresh),
    openAgain(reopened),
    reportPaid(reported.buyer, reported.order, reported.intentId),
    cancelled.buyer.delete(`/order/${cancelled.order._id}`),
  ])
  await expect.poll(waiting).toBe(4)
  const open = await keptOpen()
  const locked = await transaction(shop.db, (tx) => tx.select({ id: orders.id }).from(orders).for('update', { noWait: true }))
  letGo()
  const [opened, openedAgain, report, cancellation] = await calls

  expect(open).toEqual([])
  expect(locked.length).toBeGreaterThanOrEqual(4)
  await expect.poll(() => questionsSince(asked).length).toBe(4)
  for (const answer of [opened, openedAgain, report]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json().code).toBe('PAYMENT_UNAVAILABLE')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(cancellation.json()).toEqual({ deletedCount: 0 })
  expect((await orderRow(shop, cancelled.order)).state).toBe('cancelling')
})

test('what one call asks Stripe one after the other has one limit together, of less than ten seconds (29)', async () => {
  const reopened = await openedPayment()
  await shop.services.payments.cancelIntent(reopened.intentId)
  const neverAsked = await unpaidOrder(shop)
  await shop.db.update(orders).set({ paymentAttempt: 1 }).where(eq(orders.id, neverAsked.order._id))
  const asked = double.requests.length
  const { promise, resolve: answerFirst } = Promise.withResolvers<void>()
  faults.held = promise

  const calls = Promise.all([openAgain(reopened), neverAsked.buyer.delete(`/order/${neverAsked.order._id}`)])
  await expect.poll(() => questionsSince(asked).length).toBe(2)
  faults.next = always('hang')
  skipTime(CALL_LIMIT_MS)
  const answered = double.requests.length
  answerFirst()
  const [opened, cancellation] = await calls

  // A request with a separate time limit would have been retried.
  expect(double.requests.slice(answered)).toHaveLength(questionsSince(answered).length)
  expect(opened.statusCode).toBe(503)
  expect(Number(opened.headers['retry-after'])).toBeGreaterThan(0)
  expect(cancellation.json()).toEqual({ deletedCount: 0 })
  expect(CALL_LIMIT_MS).toBe(9_500)
})

/** For the rest of the test it is so much later. Timers that run already do not notice. */
function skipTime(ms: number): void {
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => spy.mockRestore())
}

test.each<[string, Mishap]>([
  ['ends the connection', 'reset_before'],
  ['ends the connection after the work', 'reset_after'],
  ['has too much to do (429)', { status: 429, headers: { 'retry-after': '1' } }],
  ['has a fault (500)', { status: 500 }],
  ['answers with something else than JSON', { status: 502, json: '<html>Bad Gateway</html>' }],
])('when Stripe %s, the answer is 503 with Retry-After, nothing is half done, and asking again helps (29)', async (_what, mishap) => {
  const fresh = await unpaidOrder(shop)
  const reported = await openedPayment()
  books.pay(reported.secret, cards.pays)
  faults.next = always(mishap)

  const answers = await Promise.all([openAgain(fresh), reportPaid(reported.buyer, reported.order, reported.intentId)])
  const meanwhile = await shop.db.select().from(orders).where(eq(orders.id, reported.order._id))
  faults.next = []
  const secret = await openPaymentOf(fresh.buyer, fresh.order)
  const report = await reportPaid(reported.buyer, reported.order, reported.intentId)

  for (const answer of answers) {
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(meanwhile).toMatchObject([{ state: 'unpaid', transactionId: null }])
  const opened = [...books.intents.values()].filter(({ metadata }) => metadata['order_id'] === fresh.order._id)
  expect(opened).toMatchObject([{ id: intentIdOf(secret) }])
  expect(report.json()).toMatchObject({ modifiedCount: 1 })
  expect(await refundsOf(shop, reported.order)).toEqual([])
})
