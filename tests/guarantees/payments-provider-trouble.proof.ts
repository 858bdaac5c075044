import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { intentIdOf } from '#contract/sandbox.ts'
import { orders } from '#database/tables/orders.ts'
import { stripeProvider } from '#server/payments/stripe/stripe.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { cards, openPaymentOf, orderRow, refundsOf, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { startStopwatch } from '#tests/support/load/stopwatch.ts'
import { noStripeFaults, openStripeDouble, stripeKeys, type Mishap } from '#tests/support/doubles/stripe-double.ts'

const double = await openStripeDouble()
const { books, faults } = double
const shop = await openShop({ limits: 'customers' })
const { webhookSecret, ...keys } = stripeKeys
shop.services.payments = stripeProvider({ provider: 'stripe', ...keys, webhookSecrets: [webhookSecret], apiUrl: double.url })

afterEach(() => Object.assign(faults, noStripeFaults()))
afterAll(() => double.stop())

const ANSWER_LIMIT_MS = 10_000

const always = (mishap: Mishap): Mishap[] => Array.from({ length: 100 }, () => mishap)

async function openedPayment() {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  return { buyer, order, secret, intentId: intentIdOf(secret) }
}

const openAgain = ({ buyer, order }: Pick<Awaited<ReturnType<typeof openedPayment>>, 'buyer' | 'order'>) =>
  buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })

async function timed<T>(call: Promise<T>): Promise<{ answer: T; ms: number }> {
  const stopwatch = startStopwatch()
  return { answer: await call, ms: stopwatch() }
}

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

test('row 29: while Stripe says nothing, neither a transaction nor a row lock is kept, and every answer comes within ten seconds', async () => {
  const fresh = await unpaidOrder(shop)
  const reopened = await openedPayment()
  const reported = await openedPayment()
  const cancelled = await openedPayment()
  books.pay(reported.secret, cards.pays)
  faults.next = always('hang')
  const asked = double.requests.length

  const calls = Promise.all([
    timed(openAgain(fresh)),
    timed(openAgain(reopened)),
    timed(reportPaid(reported.buyer, reported.order, reported.intentId)),
    timed(cancelled.buyer.delete(`/order/${cancelled.order._id}`)),
  ])
  await expect.poll(() => double.requests.length - asked).toBe(4)
  const open = await keptOpen()
  const locked = await shop.db.transaction((tx) => tx.select({ id: orders.id }).from(orders).for('update', { noWait: true }))
  const stillAsking = double.requests.length - asked
  const [opened, openedAgain, report, cancellation] = await calls

  expect(stillAsking).toBe(4)
  expect(open).toEqual([])
  expect(locked.length).toBeGreaterThanOrEqual(4)
  for (const { answer } of [opened, openedAgain, report]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json().code).toBe('PAYMENT_UNAVAILABLE')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(cancellation.answer.json()).toEqual({ deletedCount: 0 })
  for (const { ms } of [opened, openedAgain, report, cancellation]) expect(ms).toBeLessThan(ANSWER_LIMIT_MS)
  expect((await orderRow(shop, cancelled.order)).state).toBe('cancelling')
})

test('row 29: what one call asks Stripe one after the other has ten seconds together', async () => {
  const reopened = await openedPayment()
  await shop.services.payments.cancelIntent(reopened.intentId)
  const neverAsked = await unpaidOrder(shop)
  await shop.db.update(orders).set({ paymentAttempt: 1 }).where(eq(orders.id, neverAsked.order._id))
  const asked = double.requests.length
  faults.latencyMs = 3_000

  const calls = Promise.all([timed(openAgain(reopened)), timed(neverAsked.buyer.delete(`/order/${neverAsked.order._id}`))])
  await expect.poll(() => double.requests.length - asked).toBe(2)
  faults.next = always('hang')
  const [opened, cancellation] = await calls

  expect(double.requests.length - asked).toBeGreaterThanOrEqual(4)
  expect(opened.answer.statusCode).toBe(503)
  expect(Number(opened.answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(cancellation.answer.json()).toEqual({ deletedCount: 0 })
  for (const { ms } of [opened, cancellation]) expect(ms).toBeLessThan(ANSWER_LIMIT_MS)
})

test.each<[string, Mishap]>([
  ['ends the connection', 'reset_before'],
  ['ends the connection after the work', 'reset_after'],
  ['has too much to do (429)', { status: 429, headers: { 'retry-after': '1' } }],
  ['has a fault (500)', { status: 500 }],
  ['answers with something else than JSON', { status: 502, json: '<html>Bad Gateway</html>' }],
])('row 29: when Stripe %s, the answer is 503 with Retry-After, nothing is half done, and asking again helps', async (_what, mishap) => {
  const fresh = await unpaidOrder(shop)
  const reported = await openedPayment()
  books.pay(reported.secret, cards.pays)
  faults.next = always(mishap)
  const stopwatch = startStopwatch()

  const answers = await Promise.all([openAgain(fresh), reportPaid(reported.buyer, reported.order, reported.intentId)])
  const ms = stopwatch()
  const meanwhile = await shop.db.select().from(orders).where(eq(orders.id, reported.order._id))
  faults.next = []
  const secret = await openPaymentOf(fresh.buyer, fresh.order)
  const report = await reportPaid(reported.buyer, reported.order, reported.intentId)

  for (const answer of answers) {
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(ms).toBeLessThan(ANSWER_LIMIT_MS)
  expect(meanwhile).toMatchObject([{ state: 'unpaid', transactionId: null }])
  const opened = [...books.intents.values()].filter(({ metadata }) => metadata['order_id'] === fresh.order._id)
  expect(opened).toMatchObject([{ id: intentIdOf(secret) }])
  expect(report.json()).toMatchObject({ modifiedCount: 1 })
  expect(await refundsOf(shop, reported.order)).toEqual([])
})
