import { randomBytes } from 'node:crypto'
import type { CardError } from '#contract/sandbox.ts'
import type { Intent, IntentStatus } from '#server/payments/provider.ts'
import { cardErrors, readCard, type CardBehaviour } from '#server/payments/sandbox/cards.ts'
import type { SandboxFaults } from '#server/payments/sandbox/faults.ts'
import type { SentRequest } from './stripe-double.ts'

/** Form fields as they are written: `metadata[order_id]`. */
export type Params = Record<string, string>

export type BookedIntent = {
  id: string
  clientSecret: string
  status: IntentStatus
  amount: number
  currency: string
  metadata: Record<string, string>
  lastError: CardError | undefined
  refundedAt: Date | undefined
  /** A slow payment is decided from then on. */
  processingUntil: number
  created: number
}

type BookedEvent = { id: string; type: string; intentId: string; created: number; isDelivered: boolean }

type Card = { brand: string; last4: string; behaviour: CardBehaviour }

/** How long the slow card takes. */
const SLOW_MS = 50
const ALLOWED_TO_CREATE = /^(amount|currency|description|allowed_payment_method_types\[\d\]|metadata\[\w+\])$/
const randomText = () => randomBytes(12).toString('hex')

/** A refusal as Stripe writes it. */
export class StripeError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

const invalid = (code: string, message: string, more: Record<string, unknown> = {}) =>
  new StripeError(code === 'resource_missing' ? 404 : 400, { type: 'invalid_request_error', code, message, ...more })

/** What Stripe keeps of one account, and the rules by which it changes. */
export class StripeBooks {
  readonly intents = new Map<string, BookedIntent>()
  readonly events: BookedEvent[] = []
  readonly #cards = new Map<string, Card>()
  #refunds = 0

  /** With the secret key. */
  askedByShop({ method, path, params }: SentRequest, faults: SandboxFaults): unknown {
    const [, , resource, id, action] = path.split('/')
    const call = `${method} ${[resource, id && id !== 'search' ? ':id' : id, action].filter(Boolean).join('/')}`
    switch (call) {
      case 'POST payment_intents':
        return this.#present(this.#create(params), faults.lie)
      case 'GET payment_intents/search':
        return { object: 'search_result', has_more: false, data: this.#search(params).map((intent) => this.#present(intent, faults.lie)) }
      case 'GET payment_intents/:id':
        return this.#present(this.#find(id!), faults.lie)
      case 'POST payment_intents/:id/cancel':
        return this.#cancel(id!, faults)
      case 'POST refunds':
        return this.#refund(params)
      case 'GET events':
        return this.#listEvents(params)
      default:
        throw new StripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path})` })
    }
  }

  /** With the publishable key, as Stripe's library in the browser asks. */
  askedByBrowser({ method, path, params }: SentRequest): unknown {
    const [, , resource, id = '', action] = path.split('/')
    if (method === 'POST' && resource === 'payment_methods') return this.createPaymentMethod(params)
    const intent = this.#find(id)
    if (resource !== 'payment_intents' || intent.clientSecret !== params['client_secret']) {
      throw invalid('resource_missing', `No such payment_intent: '${id}'`)
    }
    if (method === 'POST' && action === 'confirm') return this.#confirm(intent, params['payment_method'] ?? '')
    if (method === 'POST' && action === 'act') return this.#act(intent, params['outcome'] ?? '')
    return this.#present(intent)
  }

  createPaymentMethod(params: Params): { id: string; object: string; card: { brand: string; last4: string }; billing_details: unknown } {
    const card = readCard(
      {
        number: params['card[number]'] ?? '',
        expMonth: Number(params['card[exp_month]']),
        expYear: Number(params['card[exp_year]']),
        cvc: params['card[cvc]'] ?? '',
        billing: { name: '', email: '' },
      },
      new Date(),
    )
    if ('error' in card) throw new StripeError(402, { type: 'card_error', ...card.error })
    const id = `pm_${randomText()}`
    this.#cards.set(id, card)
    const billing = { name: params['billing_details[name]'], email: params['billing_details[email]'] }
    return { id, object: 'payment_method', card: { brand: card.brand, last4: card.last4 }, billing_details: billing }
  }

  /** Confirms a payment as the card field does; answers as Stripe's library would see it. */
  pay(clientSecret: string, number: string) {
    const next = String(new Date().getUTCFullYear() + 3)
    const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': next, 'card[cvc]': '123' }
    const intent = this.#find(clientSecret.split('_secret_')[0] ?? '')
    if (intent.clientSecret !== clientSecret) throw invalid('resource_missing', 'No such payment_intent')
    try {
      this.#confirm(intent, this.createPaymentMethod(card).id)
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      const { code, message } = error.body as CardError
      return { id: intent.id, status: intent.status, error: { code, message } }
    }
    return { id: intent.id, status: intent.status }
  }

  presentEvent({ id, type, intentId, created }: BookedEvent): unknown {
    return {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      livemode: false,
      pending_webhooks: 1,
      type,
      data: { object: this.#present(this.#find(intentId)) },
    }
  }

  #create(params: Params): BookedIntent {
    const amount = Number(params['amount'])
    for (const name of Object.keys(params)) {
      if (!ALLOWED_TO_CREATE.test(name)) throw invalid('parameter_unknown', `Received unknown parameter: ${name}`, { param: name })
    }
    if (!(amount >= 50)) throw invalid('amount_too_small', 'Amount must be at least $0.50 usd', { param: 'amount' })
    if (amount > 99_999_999) throw invalid('amount_too_large', 'Amount must be no more than $999,999.99', { param: 'amount' })
    const id = `pi_${randomText()}`
    const metadata = Object.fromEntries(
      Object.entries(params).flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
        return key === undefined ? [] : [[key, value]]
      }),
    )
    const intent: BookedIntent = {
      id,
      clientSecret: `${id}_secret_${randomText()}`,
      status: 'requires_payment_method',
      amount,
      currency: params['currency'] ?? '',
      metadata,
      lastError: undefined,
      refundedAt: undefined,
      processingUntil: Infinity,
      created: Math.floor(Date.now() / 1_000),
    }
    this.intents.set(id, intent)
    this.#tell('payment_intent.created', intent)
    return intent
  }

  #find(id: string): BookedIntent {
    const intent = this.intents.get(id)
    if (!intent) throw invalid('resource_missing', `No such payment_intent: '${id}'`, { param: 'intent' })
    if (intent.status === 'processing' && Date.now() >= intent.processingUntil) this.#change(intent, 'succeeded')
    return intent
  }

  #search({ query = '' }: Params): BookedIntent[] {
    const wanted = [...query.matchAll(/metadata\['(\w+)'\]:'([^']*)'/g)]
    return [...this.intents.values()].filter(({ metadata }) => wanted.every(([, key = '', value]) => metadata[key] === value))
  }

  #cancel(id: string, faults: SandboxFaults): unknown {
    const intent = this.#find(id)
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw this.#unexpectedState(intent, 'cancel')
    this.#change(intent, 'canceled')
    const answer = this.#present(intent, faults.lie)
    if (faults.succeedAfterCancel) this.#change(intent, 'succeeded')
    return answer
  }

  #refund({ payment_intent: id = '' }: Params): unknown {
    const intent = this.#find(id)
    if (intent.refundedAt) throw invalid('charge_already_refunded', 'Charge has already been refunded.')
    if (intent.status !== 'succeeded') throw invalid('', `This PaymentIntent (${id}) does not have a successful charge to refund.`)
    intent.refundedAt = new Date()
    return { id: `re_${++this.#refunds}`, object: 'refund', amount: intent.amount, payment_intent: id, status: 'succeeded' }
  }

  #listEvents(params: Params): unknown {
    const types = new Set(Object.entries(params).flatMap(([name, type]) => (/^types\[\d+\]$/.test(name) ? [type] : [])))
    const found = this.events
      .filter(({ type, isDelivered }) => types.has(type) && !(params['delivery_success'] === 'false' && isDelivered))
      .toReversed()
    const start = found.findIndex(({ id }) => id === params['starting_after']) + 1
    const page = found.slice(start, start + Number(params['limit'] ?? 10))
    const hasMore = start + page.length < found.length
    return { object: 'list', has_more: hasMore, data: page.map((event) => this.presentEvent(event)) }
  }

  #confirm(intent: BookedIntent, paymentMethod: string): unknown {
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw this.#unexpectedState(intent, 'confirm')
    const card = this.#cards.get(paymentMethod)
    if (!card) throw invalid('resource_missing', `No such PaymentMethod: '${paymentMethod}'`)
    const { behaviour } = card
    if (behaviour === 'pays') return this.#present(this.#change(intent, 'succeeded'))
    if (behaviour === 'second_step') return this.#present(this.#change(intent, 'requires_action'))
    if (behaviour !== 'slow') throw this.#declined(intent, cardErrors[behaviour])
    intent.processingUntil = Date.now() + SLOW_MS
    return this.#present(this.#change(intent, 'processing'))
  }

  #act(intent: BookedIntent, outcome: string): unknown {
    if (intent.status !== 'requires_action') return this.#present(intent)
    if (outcome !== 'complete') throw this.#declined(intent, cardErrors.authentication_failed)
    return this.#present(this.#change(intent, 'succeeded'))
  }

  #declined(intent: BookedIntent, error: CardError): StripeError {
    intent.lastError = error
    this.#change(intent, 'requires_payment_method')
    return new StripeError(402, { type: 'card_error', ...error, payment_intent: this.#present(intent) })
  }

  #unexpectedState(intent: BookedIntent, what: string): StripeError {
    const message = `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`
    return invalid('payment_intent_unexpected_state', message, { payment_intent: this.#present(intent) })
  }

  #change(intent: BookedIntent, status: keyof typeof eventTypes): BookedIntent {
    intent.status = status
    this.#tell(eventTypes[status], intent)
    return intent
  }

  #tell(type: string, { id: intentId }: BookedIntent): void {
    this.events.push({ id: `evt_${randomText()}`, type, intentId, created: Math.floor(Date.now() / 1_000), isDelivered: false })
  }

  #present(intent: BookedIntent, lie: Partial<Intent> = {}): unknown {
    const { id, clientSecret, status, amount, currency, metadata, lastError, created } = intent
    return {
      id,
      object: 'payment_intent',
      client_secret: clientSecret,
      status: lie.status ?? status,
      amount: lie.amount ?? amount,
      amount_received: status === 'succeeded' ? (lie.amount ?? amount) : 0,
      currency: lie.currency ?? currency,
      metadata: { ...metadata, ...(lie.orderId !== undefined && { order_id: lie.orderId }) },
      last_payment_error: lastError ?? null,
      payment_method_types: ['card'],
      livemode: false,
      created,
    }
  }
}

const eventTypes = {
  requires_payment_method: 'payment_intent.payment_failed',
  requires_action: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
} as const
