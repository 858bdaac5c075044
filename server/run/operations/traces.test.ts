import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { totalDollarsAt } from '#contract/parts/pricing.ts'
import { tellWork, toldWork, type ToldWork } from '#database/told-work.ts'
import { openFaultyServer } from '#tests/support/doubles/faulty-server.ts'
import { chosen } from '#tests/support/doubles/processor.ts'
import { stripeKeys } from '#tests/support/doubles/stripe-double.ts'
import { openTraceCollector, type SentSpan, type TraceCollector } from '#tests/support/doubles/trace-collector.ts'
import { openWebhookTarget, type Received } from '#tests/support/doubles/webhook-target.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { replaceForTheFile } from '#tests/support/runner/replace-for-the-file.ts'
import { contact, holdPieces, openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf } from '#tests/support/shops/payments.ts'
import { addEndpoint, deliver, tell, toLoopback } from '#tests/support/shops/webhooks.ts'
import { deliverMails } from '../../outbox/deliver-mails.ts'
import { readTraces, type TraceSettings } from '../../platform/settings/traces.ts'
import { Variables } from '../../platform/settings/variables.ts'
import { createLog } from './log.ts'
import { openTraces } from './open-traces.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
/** Kinds of spans. */
const [SERVER, CLIENT] = [2, 3]
/** Traces that are sent at once, without waiting for more. */
const FULL_BATCH = 512

const settingsOf = (env: NodeJS.ProcessEnv) => readTraces(new Variables(env)) as TraceSettings
const silent = pino({ level: 'silent' })

let collector: TraceCollector
let spans: SentSpan[]
let ann: Customer
let secrets: string[]
let message: Received

const named = (name: string) => spans.filter((span) => span.name === name)
const childrenOf = ({ spanId }: SentSpan) => spans.filter(({ parent }) => parent === spanId)

/** The body arrives in a later turn than the head, when the caller is known. */
async function sendSlowly(asked: ClientRequest, body: unknown): Promise<void> {
  const known = Promise.withResolvers<void>()
  const onEnd = (work: unknown) => {
    if ((work as ToldWork).name === 'find_callers') known.resolve()
  }
  toldWork.asyncEnd.subscribe(onEnd)
  afterTheFile(() => toldWork.asyncEnd.unsubscribe(onEnd))
  asked.flushHeaders()
  await known.promise
  asked.end(JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await text(answer)
}

// Not by `with-stripe.ts`, whose choice the next file of the worker would inherit.
replaceForTheFile(chosen, 'processor', () => 'stripe' as const)

// A day of a small shop, whose traces the tests below read.
beforeAll(async () => {
  collector = await openTraceCollector()
  afterTheFile(() => collector.close())
  const traces = openTraces(
    settingsOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    }),
    { role: 'all', log: silent, lastMs: HANG_LIMIT_MS },
  )
  const shop = await openShop(toLoopback)
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const target = await openWebhookTarget()
  afterTheFile(() => target.close())
  ann = await shop.customer('ann')
  const call = (path: string, headers: Record<string, string> = {}, body?: unknown) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${ann.token}`, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).then((answer) => answer.text())

  const part = await shop.addPart({ available: 10_000 })
  const { holdId } = (await holdPieces(ann, part, 1_000)).json<{ holdId: string }>()
  const orderItem = { name: part.name, totalPrice: totalDollarsAt(part, 1_000), orderQuantity: 1_000, holdId, ...contact }
  await sendSlowly(
    request(`${url}/api/inventory`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${CALLER}-01`,
        tracestate: `shop=${ann.email}`,
      },
    }),
    { orderItem },
  )
  await call(`/api/user/${ann.email}?token=${ann.token}`, { traceparent: 'x'.repeat(10_000) })
  await call('/api/addresses?search=hidden-words', { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` })
  await call('/api/api-keys', { traceparent: `00-${TRACE}-${CALLER}-00` })
  await call('/healthz')
  const [intentId = ''] = (await openPaymentOf(ann, await shop.placeOrder(ann, part))).split('_secret')
  await shop.services.payments.findIntent(intentId)
  await deliverMails(shop.services)
  await addEndpoint(ann, target.url)
  await tell(shop, ann, randomUUID(), { number: 'O-000001' })
  await deliver(shop)
  message = target.received[0]!
  vi.spyOn(shop.services.db, 'select').mockImplementationOnce(() => {
    throw new Error(`of ${ann.email}`)
  })
  await call('/api/quotes')
  secrets = [
    ann.email,
    ann.token,
    ann.userId,
    contact.phone,
    contact.address,
    'example.com',
    'hidden-words',
    intentId,
    stripeKeys.secretKey,
  ]
  await traces.close()
  spans = collector.spans()
})

test('a purchase is part of the trace of its caller, and has the statements that it sent', () => {
  const [purchase, ...others] = spans.filter(({ parent }) => parent === CALLER)

  expect(others).toEqual([])
  expect(purchase).toMatchObject({ name: 'POST /api/inventory', kind: SERVER, traceId: TRACE, failed: false })
  expect(purchase!.attributes).toMatchObject({ 'http.route': '/api/inventory', 'http.response.status_code': 200 })
  const statements = childrenOf(purchase!)
  expect(statements.map(({ name }) => name)).toContain('order_hold')
  for (const one of statements) expect(one).toMatchObject({ traceId: TRACE, kind: CLIENT, attributes: { 'db.system.name': 'postgresql' } })
})

test('what is no traceparent is ignored, and a caller that keeps no trace gets none', () => {
  for (const name of ['GET /api/user/:email', 'GET /api/addresses']) {
    expect(named(name)).toHaveLength(1)
    expect(named(name)[0]).toMatchObject({ parent: undefined, attributes: { 'http.response.status_code': 200 } })
    expect(named(name)[0]!.traceId).toMatch(/^(?!0{32}$)[0-9a-f]{32}$/)
    expect(named(name)[0]!.traceId).not.toBe(TRACE)
  }
  expect(named('GET /api/api-keys')).toEqual([])
})

test('no trace has an address, a token, a query, a value of a statement, an id of a payment or a text of a caller', () => {
  const bytes = Buffer.concat(collector.received.map(({ body }) => body)).toString()

  expect(bytes).toContain('POST /api/inventory')
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([])
})

test('a question to Stripe is part of the request that asked it', () => {
  const [opening] = named('POST /api/create-payment-intent')

  expect(childrenOf(opening!).filter(({ name }) => name.startsWith('Stripe'))).toMatchObject([
    { name: 'Stripe POST /v1/payment_intents', kind: CLIENT, attributes: { 'http.response.status_code': 200 } },
  ])
})

test('a mail is a trace by itself, and the receiver of a webhook gets its traceparent', () => {
  const [mail] = named('send mail')
  const [webhook] = named('send webhook')

  expect(mail).toMatchObject({ parent: undefined, kind: CLIENT, attributes: { 'teleforge.mail.kind': 'order-placed' } })
  expect(message.headers['traceparent']).toBe(`00-${webhook!.traceId}-${webhook!.spanId}-01`)
})

test('a fault of the shop is a failed trace, a refusal is none, and health checks and jobs have no traces', () => {
  expect(named('GET /api/quotes')).toMatchObject([{ failed: true, attributes: { 'error.type': '500' } }])
  expect(spans.filter(({ failed }) => failed)).toHaveLength(1)
  expect(named('GET /healthz')).toEqual([])
  expect(new Set(spans.filter(({ parent, kind }) => parent === undefined && kind === CLIENT).map(({ name }) => name))).toEqual(
    new Set(['send mail', 'send webhook', 'Stripe GET /v1/payment_intents/:id']),
  )
})

test('the collector is told which shop and process the traces are of, with the headers of the settings', () => {
  expect(new Set(collector.received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  expect(collector.received[0]!.headers['api-key']).toBe('a b')
  expect(spans[0]!.of).toMatchObject({
    'service.name': 'teleforge',
    'deployment.environment.name': 'staging',
    'process.pid': process.pid,
    'teleforge.role': 'all',
  })
})

const call = async () =>
  tellWork(
    () => ({ kind: 'call', name: 'ask', attributes: {} }),
    async () => 'answered',
  )

test('a collector that does not answer delays neither the work nor the end of the shop, and nobody is told afterwards', async () => {
  const silentOne = await openTraceCollector()
  afterTheFile(() => silentOne.close())
  silentOne.hangs = true
  const traces = openTraces(settingsOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${silentOne.url}/all` }), {
    role: 'jobs',
    log: silent,
    lastMs: 0,
  })

  expect(await call()).toBe('answered')
  const closing = traces.close()
  await vi.waitUntil(() => silentOne.received.length === 1, HANG_LIMIT_MS)

  await closing
  silentOne.hangs = false
  await fetch(silentOne.url) // whatever ended before has arrived by then
  expect(silentOne.open).toBe(1)
  expect(silentOne.received[0]).toMatchObject({ path: '/all', headers: { 'content-type': 'application/x-protobuf' } })
  expect(toldWork.start.hasSubscribers).toBe(false)
})

test('that traces are not taken is one line of the log, without what was answered', async () => {
  const lines: string[] = []
  const refusing = await openFaultyServer((_request, response) => response.writeHead(400).end(`no ${ann.email}`))
  afterTheFile(() => refusing.close())
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const traces = openTraces(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url }), { role: 'all', log })

  for (const asked of [1, 2]) {
    for (let one = 0; one < FULL_BATCH; one++) await call()
    await vi.waitUntil(() => refusing.requests.length === asked && lines.length > 0, HANG_LIMIT_MS)
  }

  await traces.close()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('traces are not taken')
  expect(lines[0]).not.toContain(ann.email)
})
