import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import { noFaults, shuffledBy, type SandboxFaults } from '#server/payments/sandbox/faults.ts'
import { StripeBooks, StripeError } from './stripe-books.ts'
import type { Params } from './stripe-forms.ts'

/**
 * A fault of one request: the connection ends before or after the work, no answer, a slow answer byte by byte, or this answer, which
 * with `isKept` is stored for its idempotency key.
 */
export type Mishap = 'reset_before' | 'reset_after' | 'hang' | 'drip' | (Partial<Answer> & { status: number; isKept?: boolean })

export type StripeFaults = SandboxFaults & {
  /** One for each of the next requests of the shop, in order. */
  next: Mishap[]
  /** Duration of every answer to the shop. */
  latencyMs: number
  /** Until then the shop gets no answer. */
  held: Promise<void> | undefined
}

export const noStripeFaults = (): StripeFaults => ({ ...noFaults(), next: [], latencyMs: 0, held: undefined })

export type SentRequest = { method: string; path: string; params: Params; headers: IncomingMessage['headers'] }

/** Keys of the account that the double keeps. */
export const stripeKeys = {
  secretKey: 'sk_test_double0000000000000secret',
  publishableKey: 'pk_test_double0000000000000public',
  webhookSecret: 'whsec_double',
} as const

/** Implements Stripe's API over HTTP on loopback, as far as the shop and the card field use it, and fails on demand. */
export type StripeDouble = {
  url: string
  books: StripeBooks
  faults: StripeFaults
  /** The shop's requests, in order. */
  requests: SentRequest[]
  /** Forgets every idempotency key, as Stripe does after a day. */
  forgetKeys(): void
  /** One round of deliveries to a webhook; returns the number delivered. */
  deliverEvents(webhookUrl: string): Promise<number>
  stop(): Promise<void>
}

type Answer = { status: number; json: unknown; headers?: Record<string, string> }
type Kept = Answer & { fingerprint: string }

export async function openStripeDouble(): Promise<StripeDouble> {
  const books = new StripeBooks()
  const faults = noStripeFaults()
  const requests: SentRequest[] = []
  const keys = new Map<string, Kept | 'in use'>()
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await read(request)
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (bearer === stripeKeys.publishableKey)
      return send(
        response,
        tryToAnswer(() => books.askedByBrowser(sent)),
      )
    requests.push(sent)
    const mishap = faults.next.shift() ?? usualMishap(faults)
    if (mishap === 'hang') return
    if (mishap === 'drip') return drip(response)
    if (mishap === 'reset_before') return void response.destroy()
    const fault = typeof mishap === 'object' ? { json: { error: { type: 'api_error' } }, ...mishap } : undefined
    if (fault && !fault.isKept) return send(response, fault)
    const answer = bearer === stripeKeys.secretKey ? await answerOnce(sent, () => fault ?? answerShop(sent)) : unauthorized(bearer)
    if (mishap === 'reset_after') return void response.destroy()
    send(response, answer)
  }

  /** Runs once for each idempotency key. A refusal before any work is not stored. */
  async function answerOnce(sent: SentRequest, work: () => Answer): Promise<Answer> {
    const key = sent.method === 'POST' ? String(sent.headers['idempotency-key']) : ''
    const fingerprint = JSON.stringify([sent.path, sent.params])
    const kept = keys.get(key)
    if (kept === 'in use') return refusal(409, 'idempotency_error', 'There is another request with this key in progress.')
    if (kept && kept.fingerprint !== fingerprint) {
      return refusal(400, 'idempotency_error', 'Keys can only be used with the same parameters they were first used with.')
    }
    if (kept) return { ...kept, headers: { ...kept.headers, 'idempotent-replayed': 'true' } }

    if (key) keys.set(key, 'in use')
    if (faults.latencyMs > 0) await delay(faults.latencyMs)
    await faults.held
    const answer = work()
    if (key && (answer.status < 400 || answer.status >= 500)) keys.set(key, { ...answer, fingerprint })
    else keys.delete(key)
    return answer
  }

  function answerShop(sent: SentRequest): Answer {
    return brokenOpening(sent) ?? tryToAnswer(() => books.askedByShop(sent, faults))
  }

  /** The opening of one attempt had failed before, and the failure is stored. */
  function brokenOpening({ method, path, params }: SentRequest): Answer | undefined {
    const isOpening = method === 'POST' && path === '/v1/payment_intents'
    if (!isOpening || faults.brokenAttempt === undefined || params['metadata[attempt]'] !== String(faults.brokenAttempt)) return undefined
    return { ...refusal(500, 'api_error', 'An unknown error occurred'), headers: { 'idempotent-replayed': 'true' } }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books,
    faults,
    requests,
    forgetKeys: () => keys.clear(),
    deliverEvents: (webhookUrl) => deliver(books, faults, webhookUrl),
    stop: () => stop(server),
  }
}

function usualMishap({ unavailable }: StripeFaults): Mishap | undefined {
  if (unavailable === 'refuse') return { status: 503, headers: { 'stripe-should-retry': 'false' } }
  return unavailable === 'lose_answer' ? 'reset_after' : undefined
}

async function read(request: IncomingMessage): Promise<SentRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  return {
    method: request.method ?? '',
    path: pathname,
    params: Object.fromEntries([...searchParams, ...form]),
    headers: request.headers,
  }
}

function tryToAnswer(work: () => unknown): Answer {
  try {
    return { status: 200, json: work() }
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, json: { error: error.body } }
    throw error
  }
}

const refusal = (status: number, type: string, message: string): Answer => ({ status, json: { error: { type, message } } })

const unauthorized = (key = '') => refusal(401, 'invalid_request_error', `Invalid API Key provided: ${'*'.repeat(8)}${key.slice(-4)}`)

/** Sends bytes without end, until the client gives up. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 500)
  response.on('close', () => clearInterval(timer))
}

let requestNumber = 0

function send(response: ServerResponse, { status, json, headers }: { status: number; json?: unknown; headers?: Record<string, string> }) {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${requestNumber++}`, ...headers })
  response.end(typeof json === 'string' ? json : JSON.stringify(json))
}

async function deliver(books: StripeBooks, faults: StripeFaults, webhookUrl: string): Promise<number> {
  const due = books.events.filter((event) => !event.isDelivered)
  const inOrder = faults.shuffleEvents ? shuffledBy(faults.shuffleEvents, due) : due
  let delivered = 0
  for (const event of inOrder) {
    const payload = JSON.stringify(books.presentEvent(event), null, 2)
    const times = faults.loseEvents ? 0 : 1 + faults.duplicateEvents
    const answers = await Promise.all(Array.from({ length: times }, () => post(webhookUrl, payload)))
    event.isDelivered = answers.every(Boolean)
    if (event.isDelivered) delivered++
  }
  return delivered
}

async function post(webhookUrl: string, payload: string): Promise<boolean> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: stripeKeys.webhookSecret })
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  const answer = await fetch(webhookUrl, { method: 'POST', headers, body: payload }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

async function stop(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
