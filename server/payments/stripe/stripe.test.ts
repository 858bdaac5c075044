import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import Stripe from 'stripe'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Cents } from '#contract/basics/money.ts'
import { paymentEvents } from '#database/tables/payments.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { cards, openPaymentOf, orderRow, unpaidOrder } from '#tests/support/shops/payments.ts'
import { noStripeFaults, openStripeDouble, stripeKeys, type Mishap } from '#tests/support/doubles/stripe-double.ts'
import { withOneDeadline } from '../../platform/limits/one-deadline.ts'
import { handlePaymentEvents, receiveMissedEvents } from '../../payment-events/payment-inbox.ts'
import { ProviderUnavailable } from '../../errors.ts'
import type { IntentRequest } from '../provider.ts'
import { refundPayments } from '../refund-payments.ts'
import { StripeRefusal } from '../../platform/stripe/ask-stripe.ts'
import type { StripeSettings } from '../../platform/stripe/connect-stripe.ts'
import { stripeProvider } from './stripe.ts'

const double = await openStripeDouble()
const { books, faults, requests } = double
afterAll(() => double.stop())
afterEach(() => {
  Object.assign(faults, noStripeFaults())
  requests.length = 0
  vi.useRealTimers()
})

const { webhookSecret, secretKey, publishableKey } = stripeKeys
const settings: StripeSettings = {
  provider: 'stripe',
  secretKey,
  publishableKey,
  webhookSecrets: [webhookSecret],
  apiUrl: double.url,
}
const stripe = stripeProvider(settings)

const HOUR_MS = 60 * 60_000
const asked = (changes: Partial<IntentRequest> = {}): IntentRequest => ({
  orderId: randomUUID(),
  attempt: 1,
  amount: 250_000 as Cents,
  placedAt: new Date(),
  email: 'ann@example.com',
  displayName: 'Ann',
  ...changes,
})
const intentsOf = ({ orderId }: IntentRequest) => [...books.intents.values()].filter(({ metadata }) => metadata['order_id'] === orderId)

/** An intent paid with this card. */
async function paidIntent(card: string = cards.pays) {
  const request = asked()
  const intent = await stripe.openIntent(request)
  books.pay(intent.clientSecret, card)
  return { request, ...intent }
}

test('a payment is opened for cards only, over the amount, with the order in its metadata', async () => {
  const request = asked()

  const intent = await stripe.openIntent(request)

  expect(intent).toMatchObject({ status: 'requires_payment_method', amount: 250_000, currency: 'usd', orderId: request.orderId })
  expect(intent.clientSecret).toMatch(new RegExp(`^${intent.id}_secret_`))
  const [{ params, headers }] = requests as [(typeof requests)[0]]
  expect(params).toEqual({
    amount: '250000',
    currency: 'usd',
    'allowed_payment_method_types[0]': 'card',
    description: `Order ${request.orderId}`,
    'metadata[order_id]': request.orderId,
    'metadata[attempt]': '1',
  })
  expect(headers).toMatchObject({
    'idempotency-key': `pi:${request.orderId}:1`,
    'stripe-version': '2026-10-28.endive',
    'content-type': 'application/x-www-form-urlencoded',
  })
})

test('fifty concurrent openings are one request (16)', async () => {
  const request = asked()
  faults.latencyMs = 50

  const intents = await Promise.all(Array.from({ length: 50 }, () => stripe.openIntent(request)))

  expect(new Set(intents.map(({ id }) => id)).size).toBe(1)
  expect(requests).toHaveLength(1)
})

test('two shop processes that open concurrently get the same payment', async () => {
  const request = asked()
  faults.latencyMs = 200

  const intents = await Promise.all([stripe.openIntent(request), stripeProvider(settings).openIntent(request)])

  expect(intents[0].id).toBe(intents[1].id)
  expect(intentsOf(request)).toHaveLength(1)
})

test('a connection lost after the payment was opened is retried with the same key (17)', async () => {
  const request = asked()
  faults.next = ['reset_after']

  const intent = await stripe.openIntent(request)

  expect(intentsOf(request)).toMatchObject([{ id: intent.id }])
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([`pi:${request.orderId}:1`]))
})

test('a payment whose answer was lost more than a day ago is found by the order, not opened again (17)', async () => {
  const request = asked({ placedAt: new Date(Date.now() - 25 * HOUR_MS) })
  faults.next = [{ status: 200, json: { data: [] } }, 'reset_after', 'reset_after']
  await expect(stripe.openIntent(request)).rejects.toThrow(ProviderUnavailable)
  double.forgetKeys()

  const intent = await stripe.openIntent(request)

  expect(intentsOf(request)).toMatchObject([{ id: intent.id }])
})

const twice = (mishap: Mishap): Mishap[] => [mishap, mishap]

test.each<[string, Mishap[]]>([
  ['the connection ends', twice('reset_before')],
  ['too many requests', [{ status: 429, headers: { 'retry-after': '2' } }]],
  ['a server error', twice({ status: 500 })],
  ['no JSON', twice({ status: 502, json: '<html>Bad Gateway</html>' })],
  ['the key is in use', twice({ status: 409, json: { error: { type: 'idempotency_error' } } })],
])('when Stripe answers with %s the request can be repeated later (29)', async (_what, mishaps) => {
  const request = asked()
  faults.next = mishaps

  const error: unknown = await stripe.openIntent(request).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(ProviderUnavailable)
  expect(error).toMatchObject({ stored: false })
  expect((await stripe.openIntent(request)).status).toBe('requires_payment_method')
})

/** A processor of its own for what gets no answer: the library repeats such a request later, when another test has its faults. */
async function openSilentStripe(...next: Mishap[]) {
  const silent = await openStripeDouble()
  onTestFinished(() => silent.stop())
  silent.faults.next = next
  return { requests: silent.requests, stripe: stripeProvider({ ...settings, apiUrl: silent.url }) }
}

test('a request to Stripe without an answer, or with an endless one, fails within ten seconds (29)', async () => {
  const silent = await openSilentStripe('drip', 'hang', 'hang')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const failed = vi.fn<(reason: unknown) => void>()

  const answers = ['pi_1', 'pi_2'].map((id) => silent.stripe.findIntent(id).catch(failed))
  await expect.poll(() => silent.requests.length).toBe(2)
  await vi.advanceTimersByTimeAsync(9_500)
  await Promise.all(answers)

  expect(failed.mock.calls).toEqual([[expect.any(ProviderUnavailable)], [expect.any(ProviderUnavailable)]])
})

test("a call that joins another call's opening waits no longer than its own deadline (29)", async () => {
  const { stripe: silent } = await openSilentStripe('hang')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const request = asked()
  const [join, givenUp] = [Promise.withResolvers<void>(), vi.fn<(error: unknown) => void>()]

  const joining = withOneDeadline(() => join.promise.then(() => silent.openIntent(request)))
  await vi.advanceTimersByTimeAsync(5_000)
  const opening = silent.openIntent(request)
  join.resolve()
  void joining.catch(givenUp)
  await vi.advanceTimersByTimeAsync(4_500)

  expect(givenUp).toHaveBeenCalledWith(expect.any(ProviderUnavailable))
  await Promise.all([expect(opening).rejects.toThrow(ProviderUnavailable), vi.advanceTimersByTimeAsync(5_000)])
})

test('an error that Stripe stores for the attempt is recognised: only the next attempt can succeed (17)', async () => {
  const request = asked()
  faults.next = [{ status: 500, isKept: true, headers: { 'stripe-should-retry': 'false' } }]

  const errors = [await stripe.openIntent(request).catch((error: unknown) => error)]
  errors.push(await stripe.openIntent(request).catch((error: unknown) => error))

  expect(errors).toMatchObject([{ stored: false }, { stored: true }])
  expect((await stripe.openIntent({ ...request, attempt: 2 })).orderId).toBe(request.orderId)
})

test('a key that an earlier release used with other parameters leads to the next attempt', async () => {
  const request = asked()
  await stripe.openIntent({ ...request, amount: 100 as Cents })

  await expect(stripe.openIntent(request)).rejects.toMatchObject({ stored: true })
})

test('a request that Stripe refuses is a permanent error, not a temporary one', async () => {
  const tooLittle = stripe.openIntent(asked({ amount: 49 as Cents }))

  await expect(tooLittle).rejects.toThrow(StripeRefusal)
  await expect(tooLittle).rejects.toThrow(/amount_too_small.*at least \$0\.50/)
})

test('neither key nor client secret is logged', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const wrongKey = stripeProvider({ ...settings, secretKey: 'sk_test_wrong0000000000tail' })
  const intent = await stripe.openIntent(asked())
  const error = { type: 'invalid_request_error', message: 'No.', payment_intent: { client_secret: intent.clientSecret } }
  faults.next = [{ status: 400, json: { error } }]

  for (const provider of [stripe, wrongKey]) await provider.findIntent(intent.id).catch((err: unknown) => log.error({ err }))

  expect(lines.join()).toContain('the secret key is not accepted')
  for (const secret of [intent.clientSecret, secretKey, 'sk_test_wrong', 'tail']) expect(lines.join()).not.toContain(secret)
})

test('an intent unknown to Stripe is undefined', async () => {
  expect(await stripe.findIntent('pi_unknown')).toBeUndefined()
  expect(await stripe.cancelIntent('pi_unknown')).toBeUndefined()
})

test('for a succeeded payment the amount received counts', async () => {
  const { id } = await paidIntent()
  faults.next = [{ status: 200, json: { id, status: 'succeeded', amount: 250_000, amount_received: 100, currency: 'usd', metadata: {} } }]

  expect(await stripe.findIntent(id)).toMatchObject({ status: 'succeeded', amount: 100, orderId: '' })
})

test('an unknown status that Stripe may add counts as processing', async () => {
  faults.next = [{ status: 200, json: { id: 'pi_1', status: 'requires_patience', amount: 1, currency: 'usd', metadata: {} } }]

  expect(await stripe.findIntent('pi_1')).toMatchObject({ status: 'processing' })
})

test('an open payment is canceled; a succeeded or processing one is returned unchanged', async () => {
  const open = await stripe.openIntent(asked())
  const paid = await paidIntent()
  const slow = await paidIntent(cards.slow)
  books.intents.get(slow.id)!.processingUntil = Infinity

  expect(await stripe.cancelIntent(open.id)).toMatchObject({ status: 'canceled' })
  expect(await stripe.cancelIntent(open.id)).toMatchObject({ status: 'canceled' })
  expect(await stripe.cancelIntent(paid.id)).toMatchObject({ status: 'succeeded' })
  expect(await stripe.cancelIntent(slow.id)).toMatchObject({ status: 'processing' })
})

test('repeated refunds return the money once, also after the key is forgotten (26)', async () => {
  const { id } = await paidIntent()

  await stripe.refundIntent(id)
  await stripe.refundIntent(id)
  double.forgetKeys()
  await stripe.refundIntent(id)

  expect(books.intents.get(id)!.refundedAt).toBeInstanceOf(Date)
  expect(requests.filter(({ path }) => path === '/v1/refunds').map(({ headers }) => headers['idempotency-key'])).toEqual([
    `refund:${id}`,
    `refund:${id}`,
    `refund:${id}`,
  ])
})

test('an error that Stripe stores for a key does not prevent the refund', async () => {
  const { id } = await paidIntent()
  faults.next = [{ status: 500, isKept: true }]

  await stripe.refundIntent(id)

  expect(books.intents.get(id)!.refundedAt).toBeInstanceOf(Date)
})

test('a refund that the bank sends back is not done', async () => {
  const { id } = await paidIntent()
  faults.next = [{ status: 200, json: { id: 're_1', status: 'failed' } }]

  await expect(stripe.refundIntent(id)).rejects.toThrow('failed')
})

test('a part is refunded once for each refund and attempt, and a stored error is recognised (73)', async () => {
  const { id: intentId } = await paidIntent()
  const request = { refundId: randomUUID(), attempt: 1, intentId, amount: 100 as Cents }
  faults.next = [{ status: 500, isKept: true }]

  await expect(stripe.createRefund(request)).rejects.toMatchObject({ stored: true })
  await stripe.createRefund({ ...request, attempt: 2 })
  await stripe.createRefund({ ...request, attempt: 2 })

  const { refunds } = await stripe.findReturns(intentId)
  expect(refunds).toMatchObject([{ intentId, amount: 100, status: 'succeeded', shopRefundId: request.refundId }])
})

test('all pages of refunds and disputes are read, without those of other payments, or all since a moment (73)', async () => {
  const { id: intentId } = await paidIntent()
  const other = await paidIntent()
  for (let count = 0; count < 105; count++) books.refund(intentId, 1)
  books.refund(other.id, 1)
  books.dispute(intentId)

  const own = await stripe.findReturns(intentId)
  const since = await stripe.listReturns(new Date(Date.now() - HOUR_MS))
  const later = await stripe.listReturns(new Date(Date.now() + HOUR_MS))

  expect(own.refunds).toHaveLength(105)
  expect(own.disputes).toMatchObject([{ intentId, state: 'open', providerState: 'needs_response' }])
  expect(since.refunds.map((refund) => refund.intentId)).toEqual(expect.arrayContaining([intentId, other.id]))
  expect(later).toEqual({ refunds: [], disputes: [] })
})

test.each([
  ['needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['a word of tomorrow', 'open'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
] as const)('a dispute that Stripe calls %s is %s (73)', async (status, state) => {
  const { id: intentId } = await paidIntent()
  Object.assign(books.dispute(intentId), { status })

  const { disputes } = await stripe.findReturns(intentId)

  expect(disputes).toMatchObject([{ state, providerState: status }])
})

const event = (type = 'payment_intent.succeeded') =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    data: {
      object: {
        id: 'pi_1',
        object: 'payment_intent',
        status: 'succeeded',
        client_secret: 'pi_1_secret_2',
        receipt_email: 'ann@example.com',
        metadata: { order_id: '7' },
      },
    },
  })
const signed = (payload: string, secret: string, timestamp = Date.now() / 1_000) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

test("a message signed by Stripe's own library is accepted, with the current secret and the previous one (23)", () => {
  const rotating = stripeProvider({ ...settings, webhookSecrets: ['whsec_new', 'whsec_old'] })
  const body = event()
  const read = (secret: string, timestamp?: number) => rotating.readEvent(Buffer.from(body), signed(body, secret, timestamp))

  expect(read('whsec_new')).toMatchObject({ id: 'evt_1', type: 'payment_intent.succeeded', intentId: 'pi_1' })
  expect(read('whsec_old')).toMatchObject({ intentId: 'pi_1' })
  expect(read('whsec_older')).toBeUndefined()
  expect(read('whsec_new', Date.now() / 1_000 - 301)).toBeUndefined()
  expect(rotating.readEvent(Buffer.from(`${body} `), signed(body, 'whsec_new'))).toBeUndefined()
  expect(rotating.readEvent(Buffer.from(body), undefined)).toBeUndefined()
})

test('of a message neither the client secret nor personal data is stored', () => {
  const body = event()

  const kept = JSON.stringify(stripe.readEvent(Buffer.from(body), signed(body, webhookSecret)))

  expect(kept).toContain('"order_id":"7"')
  expect(kept).not.toMatch(/_secret_|ann@example/)
})

test.each([
  ['a charge', { object: 'charge', id: 'ch_1', payment_intent: 'pi_7' }, 'pi_7'],
  ['a payout', { object: 'payout', id: 'po_1' }, 'po_1'],
  ['something else', { object: 'balance', id: 'ba_1' }, undefined],
])('a message about %s names its payment or payout, if any', (_what, object, intentId) => {
  const body = JSON.stringify({ id: 'evt_2', type: 'any', data: { object } })

  expect(stripe.readEvent(Buffer.from(body), signed(body, webhookSecret))!.intentId).toBe(intentId)
})

test.each(['no JSON', '[]', '{"id":"evt_3","object":"v2.core.event"}'])('a signed body that is no message is refused: %s', (body) => {
  expect(() => stripe.readEvent(Buffer.from(body), signed(body, webhookSecret))).toThrow('cannot be read')
})

const shop = await openShop()
shop.services.payments = stripe

test('undelivered messages are fetched, all pages of them, and settle their orders (22)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  books.pay(await openPaymentOf(buyer, order), cards.pays)
  for (let count = 0; count < 105; count++) await stripe.cancelIntent((await stripe.openIntent(asked())).id)

  const received = await receiveMissedEvents(shop.services)
  const again = await receiveMissedEvents(shop.services)
  while ((await handlePaymentEvents(shop.services)) > 0);

  expect(received).toBeGreaterThan(105)
  expect(again).toBe(0)
  expect((await orderRow(shop, order)).state).toBe('paid')
  const stored = await shop.db.select().from(paymentEvents).where(eq(paymentEvents.type, 'payment_intent.created'))
  expect(stored).toEqual([])
})

test('a request that Stripe refuses is answered 500 and leaves the order as it was', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const error = { type: 'invalid_request_error', code: 'parameter_unknown', message: 'Unknown' }
  faults.next = [{ status: 400, json: { error } }]

  const answer = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })

  expect(answer.statusCode).toBe(500)
  expect(answer.json().code).toBe('INTERNAL')
  expect(await orderRow(shop, order)).toMatchObject({ state: 'unpaid', paymentIntent: null })
  expect(await openPaymentOf(buyer, order)).toMatch(/^pi_/)
})

test('a failed refund is retried at the next turn (26)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  faults.succeedAfterCancel = true
  await buyer.delete(`/order/${order._id}`)
  await receiveMissedEvents(shop.services)
  await handlePaymentEvents(shop.services)
  faults.next = [{ status: 200, json: { id: 're_1', status: 'failed' } }]

  const failed = await refundPayments(shop.services)
  const done = await refundPayments(shop.services)

  expect([failed, done]).toEqual([0, 1])
  expect(books.intents.get(secret.split('_secret_')[0]!)!.refundedAt).toBeInstanceOf(Date)
})

test('all lines of a payout are read, page by page with what they are about, and without the payout itself (77)', async () => {
  const before = books.payOut()
  const { id: disputed } = await paidIntent(cards.disputes)
  const { id: refunded } = await paidIntent()
  const { id: refundId } = books.refund(refunded, 1_000)
  for (let line = 0; line < 240; line++) books.addMove({ type: 'stripe_fee', amount: -1, description: `Fee ${line}` })
  const { id, amount } = books.payOut({ feeBp: 290 })
  requests.length = 0

  const lines = await stripe.listPayoutLines(id)

  expect(requests.map(({ params }) => params)).toMatchObject([
    { payout: id, limit: '100', 'expand[0]': 'data.source' },
    { payout: id, starting_after: expect.stringMatching(/^txn_/) },
    { payout: id, starting_after: expect.stringMatching(/^txn_/) },
  ])
  expect(lines.filter(({ kind }) => kind === 'fee')).toHaveLength(240)
  expect(lines.reduce((sum, { gross, fee }) => sum + gross - fee, 0)).toBe(amount)
  expect(lines.filter(({ intentId }) => intentId === disputed).map(({ kind, gross, fee }) => [kind, gross, fee])).toEqual(
    expect.arrayContaining([
      ['payment', 250_000, 7_250],
      ['dispute', -250_000, 0],
    ]),
  )
  expect(lines.find(({ sourceId }) => sourceId === refundId)).toMatchObject({
    kind: 'refund',
    type: 'refund',
    gross: -1_000,
    intentId: refunded,
  })
  expect((await stripe.listPayouts(new Date(0))).map((one) => one.id)).toEqual(expect.arrayContaining([before.id, id]))
  expect(await stripe.findPayout('po_none')).toBeUndefined()
})

test('a payout that Stripe has not put together is read later, and one made by hand has no lines (77)', async () => {
  const [later, byHand] = [books.payOut({ isReconciled: false }), books.payOut({ automatic: false })]

  expect(await stripe.findPayout(later.id)).toMatchObject({ lines: 'later', status: 'in_transit' })
  expect(await stripe.findPayout(byHand.id)).toMatchObject({ lines: 'never' })
  books.endPayout(later.id, 'paid')
  expect((await stripe.findPayout(later.id))!.status).toBe('paid')
})
