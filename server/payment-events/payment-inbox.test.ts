import { eq, like, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Cents } from '#contract/basics/money.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { paymentEvents } from '#database/tables/payments.ts'
import { withNestedPlans } from '#tests/support/database/nested-plans.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import {
  cards,
  expectBooksToBalance,
  mailsAbout,
  openPaymentOf,
  orderRow,
  payByCard,
  permutations,
  unpaidOrder,
} from '#tests/support/shops/payments.ts'
import { handlePaymentEvents } from './payment-inbox.ts'
import { signWebhook } from '../payments/webhook-signature.ts'

const shop = await openShop()
const { message: messageOf, signatureHeader, webhookSecret: SECRET } = shop.processor
let webhookUrl = ''

beforeAll(async () => {
  webhookUrl = `${await shop.app.listen({ host: '127.0.0.1', port: 0 })}/api/payment-webhook`
})
afterEach(() => {
  shop.processor.behave()
  vi.useRealTimers()
})

let counter = 0
/** The body of a message in the processor's format. */
const message = (intentId: string, type = 'payment_intent.succeeded', id = `evt_test${counter++}`) => messageOf(intentId, type, id)

const send = (body: string | Buffer, signature: string | undefined = signWebhook(body, SECRET)) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/payment-webhook',
    headers: { 'content-type': 'application/json', ...(signature && { [signatureHeader]: signature }) },
    payload: body,
  })

/** Waits until all background work is finished. */
const handled = () =>
  expect
    .poll(async () => {
      await handlePaymentEvents(shop.services)
      return (await shop.db.select().from(paymentEvents)).filter((event) => !event.handledAt)
    })
    .toEqual([])

/** Makes every message due for its next attempt. */
async function letTimePass() {
  await shop.db.update(paymentEvents).set({ receivedAt: sql`now() - interval '1 hour'` })
}

const storedEvent = async (body: string) => {
  const [row] = await shop.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.eventId, JSON.parse(body).id))
  return row
}

async function openedPayment() {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  return { buyer, order, secret, intentId: intentIdOf(secret) }
}

test('an order becomes paid by the delivered message alone, when the browser is closed right after paying (18)', async () => {
  const { order, secret } = await openedPayment()
  await payByCard(shop, secret)

  const delivered = await shop.processor.deliverEvents(webhookUrl)

  expect(delivered).toBeGreaterThanOrEqual(2)
  await expect.poll(async () => (await orderRow(shop, order)).state).toBe('paid')
  await handled()
})

test('a hundred concurrent copies of one message make one transition and one mail (20)', async () => {
  const { order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)
  const body = message(intentId)

  const answers = await Promise.all(Array.from({ length: 100 }, () => send(body)))

  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  await expect.poll(async () => (await orderRow(shop, order)).state).toBe('paid')
  expect(await shop.db.select().from(paymentEvents).where(eq(paymentEvents.intentId, intentId))).toHaveLength(1)
  expect(await mailsAbout(shop, order)).toEqual(['order-paid', 'order-placed'])
  await handled()
})

test('messages in any order lead to the same paid order (21)', async () => {
  const types = ['created', 'processing', 'payment_failed', 'succeeded'].map((type) => `payment_intent.${type}`)

  const deliveries = permutations(types).map(async (inThisOrder) => {
    const { order, secret, intentId } = await openedPayment()
    await payByCard(shop, secret)
    for (const type of inThisOrder) expect((await send(message(intentId, type))).statusCode).toBe(200)
    return { order, inThisOrder }
  })
  const delivered = await Promise.all(deliveries)
  await handled()

  expect(delivered).toHaveLength(24)
  for (const { order, inThisOrder } of delivered) {
    expect((await orderRow(shop, order)).state, inThisOrder.join(' ')).toBe('paid')
  }
  await expectBooksToBalance(shop)
})

test('duplicated and reordered deliveries do not change the result (20)', async () => {
  Object.assign(shop.processor.faults, { duplicateEvents: 2, shuffleEvents: chanceOf(chosenSeed()).next })
  const payments = await Promise.all(Array.from({ length: 5 }, openedPayment))
  await Promise.all(payments.map(({ secret }) => payByCard(shop, secret, cards.declined)))
  await Promise.all(payments.map(({ secret }) => payByCard(shop, secret)))

  await shop.processor.deliverEvents(webhookUrl)
  await handled()

  for (const { order } of payments) {
    expect((await orderRow(shop, order)).state).toBe('paid')
    expect(await mailsAbout(shop, order)).toEqual(['order-paid', 'order-placed'])
  }
  await expectBooksToBalance(shop)
})

test('a message that claims success without a payment changes nothing (23)', async () => {
  const { order, intentId } = await openedPayment()

  await send(message(intentId))
  await handled()

  expect((await orderRow(shop, order)).state).toBe('unpaid')
})

test('a message that arrives before the payment is recorded still pays the order (21)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  shop.processor.faults.unavailable = 'lose_answer'
  await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  shop.processor.faults.unavailable = false
  const amount = 250_000 as Cents
  const asked = { orderId: order._id, attempt: 1, amount, placedAt: new Date(), email: '', displayName: '' }
  const intent = await shop.services.payments.openIntent(asked)
  await payByCard(shop, intent.clientSecret)

  await send(message(intent.id))
  await handled()

  expect(await orderRow(shop, order)).toMatchObject({ state: 'paid', paymentIntent: intent.id })
})

test('forged, altered, old and future messages are answered 400 and nothing is written (23)', async () => {
  const { intentId } = await openedPayment()
  vi.useFakeTimers({ toFake: ['Date'] })
  const body = message(intentId)
  const now = Math.floor(Date.now() / 1_000)
  const signed = signWebhook(body, SECRET)
  const forged: Record<string, [string, string | undefined]> = {
    'no signature': [body, ''],
    'another secret': [body, signWebhook(body, 'another secret')],
    'an altered body': [body.replace('succeeded', 'canceled'), signed],
    'one byte more': [`${body} `, signed],
    'signed too long ago': [body, signWebhook(body, SECRET, now - 301)],
    'signed too far ahead': [body, signWebhook(body, SECRET, now + 301)],
    'a time that was not signed': [body, signed.replace(/t=\d+/, `t=${now - 1}`)],
    'no time': [body, signed.replace(/t=\d+,/, '')],
    'another scheme': [body, signed.replace('v1=', 'v0=')],
    'no hex': [body, `t=${now},v1=nonsense`],
    'an empty body': ['', signWebhook(body, SECRET)],
  }

  for (const [what, [payload, signature]] of Object.entries(forged)) {
    const answer = await send(payload, signature)
    expect(answer.statusCode, what).toBe(400)
    expect(answer.json().code, what).toBe('SIGNATURE_WRONG')
  }
  expect(await storedEvent(body)).toBeUndefined()
})

test('a message is accepted while its clock is off by at most five minutes, slow or fast (23)', async () => {
  const { intentId } = await openedPayment()
  vi.useFakeTimers({ toFake: ['Date'] })
  const now = Math.floor(Date.now() / 1_000)

  const statusOf = async (seconds: number) => {
    const body = message(intentId)
    return (await send(body, signWebhook(body, SECRET, now + seconds))).statusCode
  }
  const within = [await statusOf(-300), await statusOf(300)]
  const beyond = [await statusOf(-301), await statusOf(301)]

  expect(within).toEqual([200, 200])
  expect(beyond).toEqual([400, 400])
  await handled()
})

const about = (object: object) => JSON.stringify({ id: 'evt_none', type: 'payment_intent.succeeded', data: { object } })

test.each([
  ['no bytes', ''],
  ['no JSON', '{"id":"evt_none",'],
  ['no UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
  ['no object', '[]'],
  ['nothing', 'null'],
  ['an object of another form', '{"id":"evt_none","object":"v2.core.event"}'],
  ['an id that is no text', about({}).replace('"evt_none"', '7')],
  ['an id that is too long', about({}).replace('evt_none', 'e'.repeat(256))],
  ['NUL, which the database does not keep', about({}).replace('evt_none', 'evt_\\u0000')],
  ['half a character', about({ metadata: { note: '\ud800' } })],
])('a signed message that is %s is refused with a plain message and not stored (23)', async (_what, body) => {
  const before = await shop.db.$count(paymentEvents)

  const answer = await send(body)

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'MALFORMED_BODY', message: 'The request body cannot be read.' })
  expect(await shop.db.$count(paymentEvents)).toBe(before)
})

test('a message with a backslash before what looks like an escape is stored unchanged', async () => {
  const body = about({ id: 'pi_unknown', object: 'payment_intent', metadata: { note: '\\u0000' } })

  const answer = await send(body)

  expect(answer.statusCode).toBe(200)
  expect(JSON.stringify((await storedEvent(body))?.payload)).toContain(String.raw`"note":"\\u0000"`)
  await shop.db.delete(paymentEvents).where(eq(paymentEvents.intentId, 'pi_unknown'))
})

test('one run takes at most a hundred messages, whatever the query plan', async () => {
  const waiting = Array.from({ length: 250 }, (_, at) => ({ eventId: `evt_many${at}`, type: 'x', payload: {} }))
  await shop.db.insert(paymentEvents).values(waiting)

  const taken = await withNestedPlans(shop.db, (db) => handlePaymentEvents({ ...shop.services, db }))

  expect(taken).toBe(100)
  await handled()
})

/** Messages about unknown payments, received a month ago, with this number of attempts since. */
async function unknownEvents(count: number, attempts: number): Promise<void> {
  const common = { type: 'x', payload: {}, receivedAt: sql`now() - interval '30 days'`, attempts }
  const events = Array.from({ length: count }, (_, at) => ({ ...common, eventId: `evt_unknown${at}`, intentId: `pi_unknown${at}` }))
  await shop.db.insert(paymentEvents).values(events)
}

/** Ids of the payments that one run requests from the provider, in order. */
async function askedAboutInOneRun(): Promise<string[]> {
  const { payments } = shop.services
  const asked: string[] = []
  const findIntent = (intentId: string) => {
    asked.push(intentId)
    return payments.findIntent(intentId)
  }
  await handlePaymentEvents({ ...shop.services, payments: { ...payments, findIntent } })
  return asked
}

test('a new message comes before a hundred due ones that cannot be settled (18) (20) (21)', async () => {
  await unknownEvents(100, 10)
  const { order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)
  await shop.db.insert(paymentEvents).values({ eventId: 'evt_new', type: 'x', intentId, payload: {} })

  const asked = await askedAboutInOneRun()
  await shop.db.delete(paymentEvents).where(like(paymentEvents.eventId, 'evt_unknown%'))

  expect(asked).toHaveLength(100)
  expect(asked[0]).toBe(intentId)
  expect((await orderRow(shop, order)).state).toBe('paid')
})

test.each([25, 1_000])('a message that failed %i times in a month waits for longer than that (22)', async (attempts) => {
  await unknownEvents(1, attempts)

  const asked = await askedAboutInOneRun()
  await shop.db.delete(paymentEvents).where(like(paymentEvents.eventId, 'evt_unknown%'))

  expect(asked).toEqual([])
})

test('the signature is verified over the received bytes, with any white space and content type (24)', async () => {
  const { intentId } = await openedPayment()
  const odd = `{\n  "type":"payment_intent.succeeded" ,"id" : "evt_odd",\t"data":{"object":{"id":"${intentId}","object":"payment_intent"}}}\n`
  const answer = await send(odd)
  const rewritten = await send(JSON.stringify(JSON.parse(odd)), signWebhook(odd, SECRET))
  const asText = await shop.app.inject({
    method: 'POST',
    url: '/api/payment-webhook',
    headers: { 'content-type': 'text/plain', [signatureHeader]: signWebhook(odd, SECRET) },
    payload: odd,
  })

  expect(answer.statusCode).toBe(200)
  expect(rewritten.statusCode).toBe(400)
  expect(asText.statusCode).toBe(200)
  await handled()
})

test('a message that fails is kept and handled later', async () => {
  const { order, secret, intentId } = await openedPayment()
  await payByCard(shop, secret)
  const body = message(intentId)
  shop.processor.faults.unavailable = 'refuse'

  const answer = await send(body)
  await expect.poll(async () => (await storedEvent(body))?.attempts).toBe(1)
  const before = await storedEvent(body)
  shop.processor.faults.unavailable = false
  await letTimePass()
  await handled()

  expect(answer.statusCode).toBe(200)
  expect(before?.handledAt).toBeNull()
  expect((await orderRow(shop, order)).state).toBe('paid')
})

test('a message about an unknown payment is kept (21)', async () => {
  const body = message('pi_unknown')

  const answer = await send(body)
  await expect.poll(async () => (await storedEvent(body))?.attempts).toBe(1)

  expect(answer.statusCode).toBe(200)
  expect(await storedEvent(body)).toMatchObject({ handledAt: null })
  await shop.db.delete(paymentEvents).where(eq(paymentEvents.intentId, 'pi_unknown'))
})
