import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { CardError } from '#contract/payments/sandbox.ts'
import { cardErrors, payingBehaviours, readCard } from '#server/payments/sandbox/cards.ts'
import type { SandboxFaults } from '#server/payments/sandbox/faults.ts'
import {
  chargeAnswer,
  chargeIdOf,
  disputeAnswer,
  eventAnswer,
  intentAnswer,
  nowSeconds,
  moveAnswer,
  paymentMethodAnswer,
  payoutAnswer,
  refundAnswer,
  searchAnswer,
} from './stripe-answers.ts'
import type { SentRequest } from './stripe-double.ts'
import { taxAnswer } from './stripe-tax-answers.ts'
import { isMeantBy, metadataIn, page, type Params } from './stripe-forms.ts'
import type {
  AboutEvent,
  BookedDispute,
  BookedEvent,
  BookedIntent,
  BookedMove,
  BookedPayout,
  BookedRefund,
  Card,
  IntentEventType,
} from './stripe-records.ts'

/** Every answer that the shop or the browser can get. */
type StripeAnswer =
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Refund
  | Stripe.ApiList<Stripe.Refund>
  | Stripe.ApiList<Stripe.Dispute>
  | Stripe.ApiList<Stripe.Event>
  | Stripe.Payout
  | Stripe.ApiList<Stripe.Payout>
  | Stripe.ApiList<Stripe.BalanceTransaction>
  | Stripe.ApiList<Stripe.WebhookEndpoint>
  | Stripe.ApiSearchResult<Stripe.PaymentIntent>
  | Stripe.Tax.Calculation

/** How long the slow card takes. */
const SLOW_MS = 50
const ALLOWED_TO_CREATE = /^(amount|currency|description|allowed_payment_method_types\[\d\]|metadata\[\w+\])$/
const randomText = () => randomBytes(12).toString('hex')

/** A refusal in Stripe's format. */
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

/** Stripe's state of one account, and its rules. */
export class StripeBooks {
  readonly intents = new Map<string, BookedIntent>()
  readonly refunds = new Map<string, BookedRefund>()
  readonly disputes = new Map<string, BookedDispute>()
  readonly payouts = new Map<string, BookedPayout>()
  /** Changes of the balance, oldest first. */
  readonly moves: BookedMove[] = []
  readonly events: BookedEvent[] = []
  /** Endpoints set up in the dashboard. */
  webhookEndpoints: Stripe.WebhookEndpoint[] = []
  /** Percent of sales tax by postal code, as Stripe Tax would calculate it; undefined where it cannot. */
  taxRateOf: (postalCode: string, country: string) => number | undefined = () => 0
  readonly #cards = new Map<string, Card>()

  /** With the secret key. */
  askedByShop({ method, path, params }: SentRequest, faults: SandboxFaults): StripeAnswer {
    const [, , resource, id, action] = path.split('/')
    const call = `${method} ${[resource, id && id !== 'search' ? ':id' : id, action].filter(Boolean).join('/')}`
    switch (call) {
      case 'POST payment_intents':
        return intentAnswer(this.#create(params), faults.lie)
      case 'GET payment_intents/search':
        return searchAnswer(
          path,
          this.#search(params).map((intent) => intentAnswer(intent, faults.lie)),
        )
      case 'GET payment_intents/:id':
        return this.#expanded(intentAnswer(this.#find(id!), faults.lie), params)
      case 'POST payment_intents/:id/cancel':
        return this.#cancel(id!, faults)
      case 'POST tax/:id':
        return taxAnswer(params, this.taxRateOf, invalid)
      case 'POST refunds':
        return refundAnswer(this.refund(params['payment_intent'] ?? '', Number(params['amount'] ?? NaN), metadataIn(params)))
      case 'GET refunds':
        return page(path, params, this.#refundsMeant(params).map(refundAnswer))
      case 'GET disputes':
        return page(path, params, Array.from(this.disputes.values()).filter(isMeantBy(params)).toReversed().map(disputeAnswer))
      case 'GET payouts':
        return page(path, params, this.#payoutsMeant(params).map(payoutAnswer))
      case 'GET payouts/:id':
        return payoutAnswer(this.#findPayout(id!))
      case 'GET balance_transactions':
        return page(path, params, this.#movesOf(params))
      case 'GET webhook_endpoints':
        return page(path, params, this.webhookEndpoints)
      case 'GET events':
        return this.#listEvents(path, params)
      default:
        throw new StripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path})` })
    }
  }

  #expanded(intent: Stripe.PaymentIntent, params: Params): Stripe.PaymentIntent {
    const card = typeof intent.payment_method === 'string' ? this.#cards.get(intent.payment_method) : undefined
    if (params['expand[0]'] !== 'payment_method' || !card) return intent
    return { ...intent, payment_method: paymentMethodAnswer(String(intent.payment_method), card, { name: '', email: '' }) }
  }

  /** With the publishable key, as Stripe's library in the browser asks. */
  askedByBrowser({ method, path, params }: SentRequest): StripeAnswer {
    const [, , resource, id = '', action] = path.split('/')
    if (method === 'POST' && resource === 'payment_methods') return this.createPaymentMethod(params)
    const intent = this.#find(id)
    if (resource !== 'payment_intents' || intent.clientSecret !== params['client_secret']) {
      throw invalid('resource_missing', `No such payment_intent: '${id}'`)
    }
    if (method === 'POST' && action === 'confirm') return this.#confirm(intent, params['payment_method'] ?? '')
    if (method === 'POST' && action === 'act') return this.#act(intent, params['outcome'] ?? '')
    return intentAnswer(intent)
  }

  createPaymentMethod(params: Params): Stripe.PaymentMethod {
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
    const billing = { name: params['billing_details[name]'] ?? '', email: params['billing_details[email]'] ?? '' }
    return paymentMethodAnswer(id, card, billing)
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

  presentEvent = (event: BookedEvent): Stripe.Event => eventAnswer(event)

  /**
   * Refunds, as requested by the shop or in the dashboard; without an amount all that is left.
   * @throws StripeError
   */
  refund(intentId: string, amount = NaN, metadata: Record<string, string> = {}): BookedRefund {
    const intent = this.#find(intentId)
    if (intent.status !== 'succeeded') throw invalid('', `This PaymentIntent (${intentId}) does not have a successful charge to refund.`)
    const charge = chargeIdOf(intent)
    const isDisputed = Array.from(this.disputes.values()).some((one) => one.intentId === intentId && one.status !== 'won')
    if (isDisputed) throw invalid('charge_disputed', `Charge ${charge} has been charged back; cannot issue a refund.`)
    const left = intent.amount - this.refundedOf(intentId)
    if (left === 0) throw invalid('charge_already_refunded', `Charge ${charge} has already been refunded.`)
    if (amount > left)
      throw invalid('', `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' })
    const behaviour = this.#cards.get(intent.paymentMethod ?? '')?.behaviour
    const isSlow = behaviour === 'refund_pending' || behaviour === 'refund_fails'
    const made: BookedRefund = {
      id: `re_${randomText()}`,
      intentId,
      amount: Number.isNaN(amount) ? left : amount,
      currency: intent.currency,
      status: behaviour === 'refund_pending' ? 'pending' : 'succeeded',
      metadata,
      created: nowSeconds(),
      endsAt: isSlow ? Date.now() + SLOW_MS : Infinity,
      endsAs: behaviour === 'refund_fails' ? 'failed' : 'succeeded',
    }
    this.refunds.set(made.id, made)
    this.#noteRefunded(intent)
    this.#tell({ type: 'refund.created', refund: made })
    this.#tell({ type: 'charge.refunded', intent, refunded: this.refundedOf(intentId) })
    return made
  }

  /** Refunded cents. */
  refundedOf(intentId: string): number {
    const made = Array.from(this.refunds.values()).filter((refund) => refund.intentId === intentId && refund.status !== 'failed')
    return made.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** The bank sends back a refund to the customer. */
  failRefund(refund: BookedRefund): void {
    refund.status = 'failed'
    refund.endsAt = Infinity
    this.#noteRefunded(this.#find(refund.intentId))
    for (const type of ['refund.updated', 'refund.failed'] as const) this.#tell({ type, refund })
  }

  /** The customer's bank withdraws the money until the dispute is decided. */
  dispute(intentId: string): BookedDispute {
    const { amount, currency } = this.#find(intentId)
    const left = amount - this.refundedOf(intentId)
    const opened: BookedDispute = {
      id: `du_${randomText()}`,
      intentId,
      amount: left,
      currency,
      status: 'needs_response',
      created: nowSeconds(),
    }
    this.disputes.set(opened.id, opened)
    for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn'] as const) this.#tell({ type, dispute: opened })
    return opened
  }

  /** The bank decides. */
  closeDispute(intentId: string, outcome: 'won' | 'lost'): void {
    for (const dispute of this.disputes.values()) {
      if (dispute.intentId !== intentId || dispute.status === 'won' || dispute.status === 'lost') continue
      dispute.status = outcome
      this.#tell({ type: 'charge.dispute.closed', dispute })
      if (outcome === 'won') this.#tell({ type: 'charge.dispute.funds_reinstated', dispute })
    }
  }

  /** A change of the balance without relation to the shop, such as a fee of the account; the next payout has it. */
  addMove(move: Partial<BookedMove>): void {
    const { source = null, ...rest } = move
    this.moves.push({
      id: `txn_${randomText()}`,
      type: 'charge',
      amount: 0,
      fee: 0,
      description: '',
      payout: undefined,
      created: nowSeconds(),
      source,
      ...rest,
    })
  }

  /** Pays the balance out to the shop's bank, less the fees. The lines are available at once by default. */
  payOut({ feeBp = 290, isReconciled = true, automatic = true } = {}): BookedPayout {
    const known = new Set(this.moves.map(({ type, source }) => `${type} ${source}`))
    const add = (type: BookedMove['type'], source: string, amount: number, fee = 0) => {
      if (!known.has(`${type} ${source}`)) this.addMove({ type, source, amount, fee })
    }
    for (const intent of this.intents.values()) {
      if (intent.status === 'succeeded') add('charge', chargeIdOf(intent), intent.amount, Math.round((intent.amount * feeBp) / 10_000))
    }
    for (const { id, amount, status } of this.refunds.values()) {
      if (status !== 'failed' || known.has(`refund ${id}`)) add('refund', id, -amount)
      if (status === 'failed' && known.has(`refund ${id}`)) add('refund_failure', id, amount)
    }
    for (const { id, amount, status } of this.disputes.values()) {
      if (!this.moves.some(({ source, amount: moved }) => source === id && moved < 0))
        this.addMove({ type: 'adjustment', source: id, amount: -amount })
      const isBack = this.moves.some(({ source, amount: moved }) => source === id && moved > 0)
      if (status === 'won' && !isBack) this.addMove({ type: 'adjustment', source: id, amount })
    }
    for (const { id, amount, status } of this.payouts.values()) if (status === 'failed') add('payout_failure', id, amount)
    const moved = this.moves.filter(({ payout }) => payout === undefined)
    const amount = moved.reduce((sum, move) => sum + move.amount - move.fee, 0)
    const payout: BookedPayout = {
      id: `po_${randomText()}`,
      amount,
      currency: 'usd',
      status: 'in_transit',
      automatic,
      isReconciled,
      created: nowSeconds(),
    }
    for (const move of moved) move.payout = payout.id
    this.moves.push({ id: `txn_${randomText()}`, type: 'payout', amount: -amount, fee: 0, source: payout.id, description: 'STRIPE PAYOUT', payout: payout.id, created: nowSeconds() }) // prettier-ignore
    this.payouts.set(payout.id, payout)
    this.#tell({ type: 'payout.created', payout })
    if (isReconciled) this.#tell({ type: 'payout.reconciliation_completed', payout })
    return payout
  }

  /** The bank has received it, or has sent it back. */
  endPayout(payoutId: string, status: 'paid' | 'failed'): void {
    const payout = this.#findPayout(payoutId)
    payout.status = status
    this.#tell({ type: `payout.${status}`, payout })
  }

  #findPayout(id: string): BookedPayout {
    const payout = this.payouts.get(id)
    if (!payout) throw invalid('resource_missing', `No such payout: '${id}'`, { param: 'payout' })
    return payout
  }

  #payoutsMeant(params: Params): BookedPayout[] {
    return [...this.payouts.values()].filter(({ created }) => created >= Number(params['created[gte]'] ?? 0)).toReversed()
  }

  /** Of an automatic payout, newest first, as Stripe has it. */
  #movesOf(params: Params): Stripe.BalanceTransaction[] {
    const { automatic, isReconciled } = this.#findPayout(params['payout'] ?? '')
    if (!automatic) throw invalid('', 'Balance transaction history can only be filtered on automatic transfers, not manual.')
    if (!isReconciled) return []
    const isWhole = params['expand[0]'] === 'data.source'
    return this.moves
      .filter(({ payout }) => payout === params['payout'])
      .toReversed()
      .map((move) => moveAnswer(move, (isWhole && this.#sourceOf(move)) || move.source))
  }

  #sourceOf({ source }: BookedMove): Stripe.Charge | Stripe.Refund | Stripe.Dispute | Stripe.Payout | undefined {
    const intent = this.intents.get((source ?? '').replace('ch_', 'pi_'))
    if (intent) return chargeAnswer(intent, this.refundedOf(intent.id), false)
    const [refund, dispute, payout] = [this.refunds.get(source ?? ''), this.disputes.get(source ?? ''), this.payouts.get(source ?? '')]
    return (refund && refundAnswer(refund)) ?? (dispute && disputeAnswer(dispute)) ?? (payout && payoutAnswer(payout))
  }

  #create(params: Params): BookedIntent {
    const amount = Number(params['amount'])
    for (const name of Object.keys(params)) {
      if (!ALLOWED_TO_CREATE.test(name)) throw invalid('parameter_unknown', `Received unknown parameter: ${name}`, { param: name })
    }
    if (!(amount >= 50)) throw invalid('amount_too_small', 'Amount must be at least $0.50 usd', { param: 'amount' })
    if (amount > 99_999_999) throw invalid('amount_too_large', 'Amount must be no more than $999,999.99', { param: 'amount' })
    const id = `pi_${randomText()}`
    const intent: BookedIntent = {
      id,
      clientSecret: `${id}_secret_${randomText()}`,
      status: 'requires_payment_method',
      amount,
      currency: params['currency'] ?? '',
      metadata: metadataIn(params),
      lastError: undefined,
      paymentMethod: undefined,
      refundedAt: undefined,
      processingUntil: Infinity,
      created: nowSeconds(),
    }
    this.intents.set(id, intent)
    this.#tell({ type: 'payment_intent.created', intent })
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

  #cancel(id: string, faults: SandboxFaults): Stripe.PaymentIntent {
    const intent = this.#find(id)
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw this.#unexpectedState(intent, 'cancel')
    this.#change(intent, 'canceled')
    const answer = intentAnswer(intent, faults.lie)
    if (faults.succeedAfterCancel) this.#change(intent, 'succeeded')
    return answer
  }

  /** Newest first; slow ones are decided first. */
  #refundsMeant(params: Params): BookedRefund[] {
    for (const refund of this.refunds.values()) this.#decide(refund)
    return Array.from(this.refunds.values()).filter(isMeantBy(params)).toReversed()
  }

  #decide(refund: BookedRefund): void {
    if (Date.now() < refund.endsAt) return
    if (refund.endsAs === 'failed') return this.failRefund(refund)
    refund.endsAt = Infinity
    refund.status = refund.endsAs
    this.#tell({ type: 'refund.updated', refund })
  }

  #noteRefunded(intent: BookedIntent): void {
    intent.refundedAt = this.refundedOf(intent.id) === intent.amount ? new Date() : undefined
  }

  #listEvents(path: string, params: Params): Stripe.ApiList<Stripe.Event> {
    const types = new Set(Object.entries(params).flatMap(([name, type]) => (/^types\[\d+\]$/.test(name) ? [type] : [])))
    const found = this.events
      .filter(({ about, isDelivered }) => types.has(about.type) && !(params['delivery_success'] === 'false' && isDelivered))
      .toReversed()
    return page(path, params, found.map(eventAnswer))
  }

  #confirm(intent: BookedIntent, paymentMethod: string): Stripe.PaymentIntent {
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw this.#unexpectedState(intent, 'confirm')
    const card = this.#cards.get(paymentMethod)
    if (!card) throw invalid('resource_missing', `No such PaymentMethod: '${paymentMethod}'`)
    const { behaviour } = card
    intent.paymentMethod = paymentMethod
    if (isPaying(behaviour)) {
      const paid = intentAnswer(this.#change(intent, 'succeeded'))
      if (behaviour === 'disputes') this.dispute(intent.id)
      return paid
    }
    if (behaviour === 'second_step') return intentAnswer(this.#change(intent, 'requires_action'))
    if (behaviour !== 'slow') throw this.#declined(intent, cardErrors[behaviour])
    intent.processingUntil = Date.now() + SLOW_MS
    return intentAnswer(this.#change(intent, 'processing'))
  }

  #act(intent: BookedIntent, outcome: string): Stripe.PaymentIntent {
    if (intent.status !== 'requires_action') return intentAnswer(intent)
    if (outcome !== 'complete') throw this.#declined(intent, cardErrors.authentication_failed)
    return intentAnswer(this.#change(intent, 'succeeded'))
  }

  #declined(intent: BookedIntent, error: CardError): StripeError {
    intent.lastError = error
    this.#change(intent, 'requires_payment_method')
    return new StripeError(402, { type: 'card_error', ...error, payment_intent: intentAnswer(intent) })
  }

  #unexpectedState(intent: BookedIntent, what: string): StripeError {
    const message = `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`
    return invalid('payment_intent_unexpected_state', message, { payment_intent: intentAnswer(intent) })
  }

  #change(intent: BookedIntent, status: keyof typeof eventTypes): BookedIntent {
    intent.status = status
    this.#tell({ type: eventTypes[status], intent })
    return intent
  }

  #tell(about: AboutEvent): void {
    this.events.push({ id: `evt_${randomText()}`, about, created: nowSeconds(), isDelivered: false })
  }
}

const isPaying = (behaviour: Card['behaviour']): behaviour is (typeof payingBehaviours)[number] =>
  payingBehaviours.some((known) => known === behaviour)

const eventTypes = {
  requires_payment_method: 'payment_intent.payment_failed',
  requires_action: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
} as const satisfies Partial<Record<BookedIntent['status'], IntentEventType>>
