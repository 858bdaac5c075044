import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import Type from 'typebox'
import { customerScopes } from '#contract/people/api-keys.ts'
import type { Call } from '#contract/basics/call.ts'
import { ErrorAnswer, shopErrors } from '#contract/basics/errors.ts'
import { MESSAGE } from '#contract/basics/fields.ts'
import type { PartKinds } from '#contract/parts/categories.ts'
import { INBOUND_SIGNATURE, inboundMailCalls } from '#contract/quotes/inbound-mails.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { mails } from '#database/tables/mails.ts'
import { inArray } from 'drizzle-orm'
import { webhookDeliveries } from '#database/tables/webhooks.ts'
import { searchAnswers } from '#database/tables/searches.ts'
import { trackingUrl } from '#server/orders/tracking-link.ts'
import { signWebhook } from '#server/payments/webhook-signature.ts'
import { titleOf } from './all-calls.ts'
import { newUps } from '../shops/new-ups.ts'
import { programOf } from '../shops/api-keys.ts'
import { newPerson, registeredBrowser } from '../browser/browser.ts'
import { furnishMoney } from './furnish-money.ts'
import { requestsTo, type FuzzCaller, type FuzzRequest } from './fuzz-requests.ts'
import { boulders, type KnownValues } from './fuzz-values.ts'
import { addDocument } from '../shops/documents.ts'
import { contact, holdPieces, type Client, type Customer, type TestShop } from '../shops/open-shop.ts'
import { connect } from '../procurement/procurement.ts'
import { openPaymentOf, payByCard } from '../shops/payments.ts'
import { saveQuote } from '../shops/quotes.ts'
import { addRefusedEndpoint, tell as tellProgram } from '../shops/webhooks.ts'

/** Longest time of an answer, in milliseconds, for tests/deep/fuzz.deep.ts. */
export const ANSWER_MS = 2_000

/** How often each status was answered, and the longest time of an answer in milliseconds. */
export type FuzzReport = { statuses: Map<number, number>; slowestMs: number }

export const newReport = (): FuzzReport => ({ statuses: new Map(), slowestMs: 0 })

/** Calls at which no generated request succeeds, with the missing data. */
export const neverTaken: ReadonlySet<string> = new Set([
  'POST /auth/reset-password', // a secret in a mail
  'POST /auth/verify-email', // the same
  'POST /auth/sign-in/link', // the same
  'PUT /auth/password', // the current password, of which few wrong ones are allowed
  'PUT /partDocuments/:id/pieces/:piece', // the next bytes of a document that has begun
  'POST /parts/:id/documents/from-address', // a document on the web
  'POST /webhooks', // a public address
  'POST /punchout/sessions', // the secret of a start page
  'POST /punchout/return', // the token of a session
  'GET /auth/outside/:issuer/callback', // an external issuer's word
])

/** How many of a call's requests succeeded, from 0 to 1. */
export function shareTaken({ statuses }: FuzzReport): number {
  return (
    countOf(statuses, (status) => status < 400) /
    Math.max(
      countOf(statuses, () => true),
      1,
    )
  )
}

function countOf(statuses: FuzzReport['statuses'], isMeant: (status: number) => boolean): number {
  return [...statuses].reduce((sum, [status, times]) => (isMeant(status) ? sum + times : sum), 0)
}

/** All calls' reports in one line: requests, answers, and the share of successes of each. */
export function describeReports(reports: ReadonlyMap<string, FuzzReport>): string {
  const all = [...reports.values()]
  const asked = all.reduce((sum, { statuses }) => sum + countOf(statuses, () => true), 0)
  const faults = all.reduce((sum, { statuses }) => sum + countOf(statuses, (status) => status >= 500), 0)
  const shares = [...reports].map(([title, report]) => `${title} ${Math.round(100 * shareTaken(report))} %`)
  return `${asked} requests to ${all.length} calls, ${faults} faults; succeeded: ${shares.join(', ')}`
}

/** The principals of the requests, and their data of the shop. */
export type Room = { callers: Record<FuzzCaller, string | undefined>; cookie: string; known: KnownValues }

export type FuzzOptions = { room: Room; runs: number; seed: number; report: FuzzReport }

/**
 * Makes this many generated requests to one call, as each principal, and fails with the smallest request that is answered with a
 * fault or against the contract. The seed repeats the run.
 */
export async function fuzzCall(shop: TestShop, call: Call, { room, runs, seed, report }: FuzzOptions): Promise<void> {
  await fc.assert(
    fc.asyncProperty(requestsTo(call, room.known), async (request) => {
      await makeRequest(shop, call, room, request, report)
    }),
    { numRuns: runs, seed },
  )
}

/** Sends every large or deep body to one call, as its own principal. */
export async function boulderCall(shop: TestShop, call: Call, { room, report }: Pick<FuzzOptions, 'room' | 'report'>): Promise<void> {
  const caller = call.policy === 'admin' ? 'admin' : 'customer'
  const path = call.path.replace(/:id/, room.known['id']![0]!).replace(/:email/, room.known['email']![0]!)
  for (const makeBody of Object.values(boulders)) {
    const headers = { 'content-type': 'application/json' }
    await makeRequest(shop, call, room, { caller, path, headers, body: makeBody(), isSigned: false, hasCookie: true }, report)
  }
}

/** New people with separate parts, orders, quotes, keys and payments. Their access tokens are valid for 15 minutes. */
export async function furnish(shop: TestShop): Promise<Room> {
  const [customer, admin, other] = [await shop.customer('fuzz'), await shop.admin('fuzz-admin'), await shop.customer('other')]
  // Without orders, so that all about them can be erased.
  const leaver = await shop.customer('leaver')
  const part = await shop.addPart({ available: 900_000_000 })
  const order = await shop.placeOrder(customer, part)
  const foreign = await shop.placeOrder(other, part)
  const hold = (await holdPieces(customer, part, 2_000)).json<{ holdId: string }>().holdId
  const clientSecret = await openPaymentOf(customer, order)
  const paid = await paidOrder(shop, customer, part)
  const settled = await paidOrder(shop, customer, part)
  await customer.put(`/order/${settled.orderId}`, { transactionId: settled.transactionId })
  const sent = await paidOrder(shop, customer, part)
  await customer.put(`/order/${sent.orderId}`, { transactionId: sent.transactionId })
  await admin.put(`/orderShipped/${sent.orderId}`)
  const { parcels } = (await customer.get(`/order/${sent.orderId}/parcels`)).json<{ parcels: { _id: string }[] }>()
  const trackingToken = trackingUrl(shop.services.identity, shop.services.settings, sent.orderId).split('/track/')[1]!
  const quote = await saveQuote(customer, { lines: [{ text: part.name }, { text: part.partNumber, quantity: '2,000 pcs' }] })
  const { secret } = (await customer.post(`/quotes/${quote._id}/link`)).json<{ secret: string }>()
  const { groupId } = await groupOf(customer, part)
  const program = await programOf(shop, customer, customerScopes)
  const connections = await Promise.all([1, 2, 3].map(async () => (await connect(customer)).connection._id))
  const endpoints = await Promise.all([1, 2, 3].map(() => addRefusedEndpoint(shop, customer)))
  await tellProgram(shop, customer)
  // Those of earlier rooms belong to endpoints that calls may have switched off.
  const deliveries = await shop.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.webhookId, endpoints))
  const { version: settingsVersion } = (await admin.get('/shop-settings')).json<{ version: number }>()
  const dear = await shop.addPart({ price: 2.5 })
  const raised = await admin.post('/price-changes', { percent: 1, places: 4, parts: [{ partsId: dear._id, seenPrice: 2.5 }] })
  const imported = (await admin.post('/imports', { fileName: 'parts.csv', setsStock: false })).json<{ _id: string }>()._id
  await admin.put(`/imports/${imported}/rows`, { rows: [{ row: 1, cells: { partNumber: dear.partNumber, leadDays: '8' } }] })
  const expected = await Promise.all(
    [1, 2, 3].map(() => admin.post(`/parts/${part._id}/expected`, { date: dayFromNow(1), pieces: 5_000, note: '' })),
  )
  const { fingerprint } = (await admin.get(`/imports/${imported}`)).json<{ fingerprint: string }>()
  // The shop has few of them, so that the next room finds those of this one.
  const kinds = (await admin.get('/partKinds')).json<PartKinds>()
  const kindOf = async (path: string, fields: object) =>
    (await admin.post(path, { name: `Fuzzed ${randomUUID()}`, place: 0, ...fields })).json<{ insertedId: string }>().insertedId
  const category = kinds.categories[0]?._id ?? (await kindOf('/categories', { parent: null }))
  const attribute = kinds.attributes[0]?._id ?? (await kindOf('/attributes', { unit: '', kind: 'text' }))
  const soldOut = await shop.addPart({ available: 0 })
  const money = await furnishMoney(shop, { customer, admin, part })
  const documents = [
    (await addDocument(shop, admin, part._id, { title: 'Drawing' }))._id,
    (await addDocument(shop, admin, part._id, { title: 'Data sheet' }))._id,
  ]
  const [answer] = await shop.db.insert(searchAnswers).values({ form: randomUUID(), text: 'none' }).returning({ id: searchAnswers.id })
  const [mail] = await shop.db.select({ id: mails.id }).from(mails).limit(1)
  const { browser, person } = await registeredBrowser(shop)
  const message = await shop.visitor.post('/contact', { name: 'Ann', email: 'ann@example.com', message: 'Hello' })
  const method = await shop.visitor.post('/sandbox/payment-methods', {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2034,
    cvc: '123',
    billing: { name: 'Ann', email: 'ann@example.com' },
  })
  const reviewId = (await customer.post('/reviews', { rating: 5, review: 'Good' })).json<{ insertedId: string }>().insertedId
  const messageId = message.json<{ insertedId: string }>().insertedId
  const [orders, quotes, intents] = [
    [order._id, paid.orderId, settled.orderId, ...money.orders],
    [quote._id],
    [intentIdOf(clientSecret), paid.transactionId],
  ]
  const emails = [customer.email, person.email]
  const added = await customer.post('/addresses', {
    name: 'Ann',
    company: '',
    street: 'Dock Road 1',
    city: 'Hamburg',
    postalCode: '20457',
    country: 'DE',
    phone: '',
  })
  const addressId = added.json<{ address: { _id: string } }>().address._id
  return {
    callers: {
      visitor: undefined,
      customer: customer.token,
      "the customer's program": program.key,
      admin: admin.token,
      'stranger with a token': 'a'.repeat(43),
    },
    cookie: Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; '),
    known: {
      '/inventory/:id': [part._id],
      '/parts/:id': [part._id, soldOut._id],
      ...money.known,
      '/search-answers/:id': [answer!.id],
      '/price-changes/:id': [raised.json<{ _id: string }>()._id],
      '/imports/:id': [imported],
      '/categories/:id': [category],
      '/attributes/:id': [attribute],
      '/expected-goods/:id': expected.map((made) => made.json<{ insertedId: string }>().insertedId),
      date: [dayFromNow(0), dayFromNow(1), dayFromNow(1), '2026-02-29', '0000-01-01', '9999-12-31'],
      pieces: ['5000', '1'],
      note: ['', 'Late'],
      '/partDocuments/:id': documents,
      kind: ['drawing'],
      title: ['Drawing', 'Data sheet'],
      alt: [part.name],
      parts: [part._id, `${part._id},${dear._id}`],
      fingerprint: [fingerprint],
      '/order/:id': orders,
      '/orderShipped/:id': orders,
      '/parcels/:id': parcels.map(({ _id }) => _id),
      token: [trackingToken],
      trackingNumber: [newUps().trackingNumber, '123456789012'],
      '/addresses/:id': [addressId],
      seen: [contact.address],
      '/quotes/:id': quotes,
      '/allQuotes/:id': quotes,
      '/order-groups/:id': [groupId],
      '/api-keys/:id': [program.apiKey._id],
      '/punchout/connections/:id': connections,
      '/webhooks/:id': endpoints,
      '/webhook-deliveries/:id': deliveries.map(({ id }) => id),
      '/contact/:id': [messageId],
      '/customers/:id': [leaver.userId],
      '/mails/:id': [mail!.id],
      '/reviews/:id': [reviewId],
      '/sandbox/payment-intents/:id': intents,
      '/user/:email': emails,
      '/admin/:email': emails,
      '/users/:email': emails,
      '/user/admin/:email': emails,
      id: [part._id, ...orders, foreign._id, ...quotes, groupId, program.apiKey._id, mail!.id, messageId, randomUUID(), ...intents],
      partsId: [part._id, dear._id],
      from: ['2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z', dayFromNow(1), '2026-11'],
      to: ['2099-12-31T23:59:59.999+14:00', '2026-11'],
      month: ['2026-11', '2026-13'],
      below: ['2.5', '1000000'],
      orderId: [order._id, order._id, foreign._id],
      orders,
      holdId: [hold],
      secret: [secret],
      version: ['1', '2', '3', '4', String(settingsVersion)],
      restored: ['0'],
      description: [part.description],
      seenPrice: [String(part.price)],
      available: [String(part.available - 10_000)],
      total: [String(quote.total)],
      totalPrice: [String(order.totalPrice), String(2 * order.totalPrice)],
      orderQuantity: ['1000', '2000'],
      email: [
        person.email,
        leaver.email,
        leaver.email,
        ...emails,
        other.email,
        newPerson().email,
        newPerson().email,
        customer.email.toUpperCase(),
      ],
      customer: [customer.email, other.email],
      password: [person.password, person.password, 'Soldering-Iron-8'],
      newPassword: ['Soldering-Iron-8', 'Weak'],
      name: [part.name, 'Ann'],
      url: [part.img, 'http://127.0.0.1/', 'http://[::1]/a.png', 'file:///etc/passwd'],
      text: [part.name, part.partNumber, 'Panel'],
      'bytes of /quotes/read': [`${part.partNumber}\t2000\n${part.name}\t1000`, `Part;Pieces\n${part.partNumber};2000`],
      img: [part.img, part.img, '/images/../x', 'https://evil.example/a.png'],
      clientSecret: [clientSecret],
      paymentMethod: [method.json<{ id: string }>().id],
      transactionId: intents,
      issuer: ['sample', 'google', 'oidc'],
      number: ['4242424242424242', '4000000000009995', '4000002500003155'],
      cvc: ['123'],
      state: ['none', 'a.b'],
      price: ['2.5', '0.0042', '-1', '1e3'],
    },
  }
}

/** A day (UTC) so many days from now, such as '2027-03-12'. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An order that is paid at the provider, which has not notified the shop yet. */
async function paidOrder(shop: TestShop, customer: Customer, part: Part): Promise<{ orderId: string; transactionId: string }> {
  const order = await shop.placeOrder(customer, part)
  const clientSecret = await openPaymentOf(customer, order)
  await payByCard(shop, clientSecret)
  return { orderId: order._id, transactionId: intentIdOf(clientSecret) }
}

async function groupOf(customer: Client, part: Part): Promise<OrderGroup> {
  const { _id, version, total } = await saveQuote(customer, { lines: [{ text: part.name }] })
  return (await customer.post(`/quotes/${_id}/order`, { version, total, ...contact })).json()
}

async function makeRequest(shop: TestShop, call: Call, room: Room, request: FuzzRequest, report: FuzzReport): Promise<void> {
  const begun = performance.now()
  const answer = await inject(shop, call, room, request)
  report.slowestMs = Math.max(report.slowestMs, performance.now() - begun)
  report.statuses.set(answer.statusCode, (report.statuses.get(answer.statusCode) ?? 0) + 1)
  expectEncodedAnswer(call, answer)
}

async function inject(shop: TestShop, call: Call, room: Room, request: FuzzRequest) {
  const token = room.callers[request.caller]
  const isInBrowser = request.hasCookie && (call.tag === 'Identity' || call.policy === 'identity')
  return shop.app.inject({
    method: call.method,
    url: `/api${request.path}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(isInBrowser && { cookie: room.cookie, origin: shop.services.settings.shopUrl }),
      ...(call.policy === 'webhook' && signatureOf(shop, call, request)),
      ...request.headers,
    },
    ...(request.body !== undefined && { payload: request.body }),
  })
}

function signatureOf({ processor, services }: TestShop, { path }: Call, { body, isSigned }: FuzzRequest): Record<string, string> {
  const [secret = ''] = services.settings.inboundMail.secrets
  if (path === inboundMailCalls.receive.path) return { [INBOUND_SIGNATURE]: signWebhook(body ?? '', isSigned ? secret : 'another secret') }
  return { [processor.signatureHeader]: signWebhook(body ?? '', isSigned ? processor.webhookSecret : 'another secret') }
}

type EncodedAnswer = Pick<LightMyRequestResponse, 'headers' | 'body' | 'rawPayload'>

/** The decoded body; the caller may have requested compression. */
function textOf({ headers, body, rawPayload }: EncodedAnswer): string {
  if (headers['content-encoding'] === 'br') return String(brotliDecompressSync(rawPayload))
  return headers['content-encoding'] === 'gzip' ? String(gunzipSync(rawPayload)) : body
}

/** @throws Error with the first fault of the answer. */
function expectEncodedAnswer(call: Call, answer: EncodedAnswer & Pick<LightMyRequestResponse, 'statusCode'>): void {
  const { statusCode: status, headers } = answer
  const body = textOf(answer)
  const fail = (what: string): never => {
    throw new Error(`${titleOf(call)} ${what}: ${status} ${body.slice(0, 500)}`)
  }
  if (status >= 500) fail('answered with a fault')
  // The caller has these bytes already, or so it says.
  if (status === 304) return body === '' ? undefined : fail('sent a body along')
  if (isPage(call) && (status === 302 || String(headers['content-type']).startsWith('text/html'))) return
  if (isFile(call) && status === 200 && headers['content-disposition']?.toString().startsWith('attachment')) return
  if (!String(headers['content-type']).startsWith('application/json')) fail('did not answer JSON')
  const content: unknown = JSON.parse(body)
  if (status === 200) {
    if (!fits(call.response, content)) fail('answered what its schema does not say')
    return
  }
  if (!fits(ErrorAnswer, content)) fail('refused in words that the contract does not know')
  if (shopErrors[(content as ErrorAnswer).code].status !== status) fail('refused with another status than its code has')
}

const isPage = ({ response }: Call) => (response as { type?: string }).type === 'string'

/** Its schema says nothing of what leaves. */
const isFile = ({ response }: Call) => Type.IsUnknown(response)

const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
ajv.addVocabulary([MESSAGE])
const validators = new WeakMap<object, (value: unknown) => boolean>()

/** Whether the value matches the schema and has nothing else. */
function fits(schema: object, value: unknown): boolean {
  const validate = validators.get(schema) ?? ajv.compile<unknown>(closed(schema) as object)
  validators.set(schema, validate)
  return validate(value)
}

/** The schema with every object in it limited to what it lists. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  return { ...Object.fromEntries(entries), ...('properties' in schema && 'type' in schema && { additionalProperties: false }) }
}
