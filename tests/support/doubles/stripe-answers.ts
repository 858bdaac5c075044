import type Stripe from 'stripe'
import type { Intent } from '#server/payments/provider.ts'
import type { BookedDispute, BookedEvent, BookedIntent, BookedMove, BookedPayout, BookedRefund, Card } from './stripe-records.ts'

/*
 * Stripe's objects in Stripe's format. Each has the type of Stripe's own library, so that the compiler reports missing fields; fields
 * that the shop never reads are null or empty.
 */

const NO_PARTNERS = {
  application: null,
  customer: null,
  customer_account: null,
  on_behalf_of: null,
  review: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
} as const

export const chargeIdOf = ({ id }: BookedIntent) => id.replace('pi_', 'ch_')

/** `lie` contradicts the books. */
export function intentAnswer(intent: BookedIntent, lie: Partial<Intent> = {}): Stripe.PaymentIntent {
  const { id, clientSecret, status, amount, currency, metadata, lastError, created, paymentMethod } = intent
  return {
    ...NO_PARTNERS,
    id,
    object: 'payment_intent',
    client_secret: clientSecret,
    status: lie.status ?? status,
    amount: lie.amount ?? amount,
    amount_received: status === 'succeeded' ? (lie.amount ?? amount) : 0,
    amount_capturable: 0,
    currency: lie.currency ?? currency,
    metadata: { ...metadata, ...(lie.orderId !== undefined && { order_id: lie.orderId }) },
    last_payment_error: lastError ? { type: 'card_error', message: lastError.message } : null,
    latest_charge: status === 'succeeded' ? chargeIdOf(intent) : null,
    payment_method: paymentMethod ?? null,
    payment_method_types: ['card'],
    allowed_payment_method_types: ['card'],
    excluded_payment_method_types: null,
    automatic_payment_methods: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_record: null,
    managed_payments: null,
    application_fee_amount: null,
    canceled_at: status === 'canceled' ? created : null,
    cancellation_reason: status === 'canceled' ? 'requested_by_customer' : null,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    description: null,
    next_action: null,
    processing: null,
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    livemode: false,
    created,
  }
}

export function chargeAnswer(intent: BookedIntent, refunded: number, isDisputed: boolean): Stripe.Charge {
  const { application, customer, on_behalf_of, review, source, statement_descriptor, statement_descriptor_suffix, transfer_group } =
    NO_PARTNERS
  return {
    application,
    customer,
    on_behalf_of,
    review,
    source: source,
    statement_descriptor,
    statement_descriptor_suffix,
    transfer_group,
    id: chargeIdOf(intent),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: refunded,
    refunded: refunded === intent.amount,
    disputed: isDisputed,
    captured: true,
    paid: true,
    status: 'succeeded',
    currency: intent.currency,
    payment_intent: intent.id,
    payment_method: intent.paymentMethod ?? null,
    payment_method_details: null,
    metadata: intent.metadata,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    description: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    outcome: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    shipping: null,
    source_transfer: null,
    transfer_data: null,
    livemode: false,
    created: intent.created,
  }
}

export function refundAnswer({ id, intentId, amount, currency, status, metadata, created }: BookedRefund): Stripe.Refund {
  return {
    id,
    object: 'refund',
    amount,
    currency,
    status,
    metadata,
    created,
    payment_intent: intentId,
    charge: intentId.replace('pi_', 'ch_'),
    reason: 'requested_by_customer',
    balance_transaction: null,
    customer: null,
    customer_account: null,
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  }
}

/** A dispute takes evidence for a week. */
const EVIDENCE_SECONDS = 7 * 86_400

export function disputeAnswer({ id, intentId, amount, currency, status, created }: BookedDispute): Stripe.Dispute {
  const isOpen = status !== 'won' && status !== 'lost'
  return {
    id,
    object: 'dispute',
    amount,
    currency,
    status,
    created,
    payment_intent: intentId,
    charge: intentId.replace('pi_', 'ch_'),
    reason: 'fraudulent',
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: isOpen ? created + EVIDENCE_SECONDS : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
  }
}

const DAY_SECONDS = 86_400

export function payoutAnswer({ id, amount, currency, status, automatic, isReconciled, created }: BookedPayout): Stripe.Payout {
  return {
    id,
    object: 'payout',
    amount,
    currency,
    status,
    automatic,
    created,
    arrival_date: created + DAY_SECONDS,
    reconciliation_status: automatic ? (isReconciled ? 'completed' : 'in_progress') : 'not_applicable',
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    trace_id: null,
    type: 'bank_account',
  }
}

/** `source` is the whole object where the shop asked for it, otherwise its id. */
export function moveAnswer(
  { id, type, amount, fee, description, created }: BookedMove,
  source: Stripe.BalanceTransaction['source'],
): Stripe.BalanceTransaction {
  return {
    id,
    object: 'balance_transaction',
    type,
    amount,
    fee,
    net: amount - fee,
    source,
    description,
    created,
    available_on: created,
    balance_type: 'payments',
    currency: 'usd',
    exchange_rate: null,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency: 'usd', description: 'Stripe processing fees', type: 'stripe_fee' }],
    reporting_category: type,
    status: 'available',
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export function paymentMethodAnswer(id: string, { brand, last4 }: Card, billing: { name: string; email: string }): Stripe.PaymentMethod {
  return {
    id,
    object: 'payment_method',
    type: 'card',
    billing_details: { address: null, phone: null, tax_id: null, ...billing },
    card: {
      brand,
      last4,
      checks: null,
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
      generated_from: null,
      networks: { available: [brand], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  }
}

export function endpointAnswer(url: string, enabledEvents: string[], status = 'enabled'): Stripe.WebhookEndpoint {
  return {
    id: 'we_double',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: nowSeconds(),
    description: null,
    enabled_events: enabledEvents,
    livemode: false,
    metadata: {},
    status,
    url,
  }
}

/** An event contains the current object. */
export function eventAnswer({ id, about, created }: BookedEvent): Stripe.Event {
  const frame = {
    id,
    object: 'event' as const,
    api_version: '2026-10-28.endive',
    created,
    livemode: false,
    pending_webhooks: 1,
    request: null,
  }
  const { type } = about
  switch (type) {
    case 'payment_intent.created':
      return { ...frame, type, data: { object: intentAnswer(about.intent) } }
    case 'payment_intent.requires_action':
      return { ...frame, type, data: { object: intentAnswer(about.intent) } }
    case 'payment_intent.payment_failed':
      return { ...frame, type, data: { object: intentAnswer(about.intent) } }
    case 'payment_intent.processing':
      return { ...frame, type, data: { object: intentAnswer(about.intent) } }
    case 'payment_intent.succeeded':
      return { ...frame, type, data: { object: intentAnswer(about.intent) } }
    case 'payment_intent.canceled':
      return { ...frame, type, data: { object: intentAnswer(about.intent) } }
    case 'charge.refunded':
      return { ...frame, type, data: { object: chargeAnswer(about.intent, about.refunded, false) } }
    case 'refund.created':
      return { ...frame, type, data: { object: refundAnswer(about.refund) } }
    case 'refund.updated':
      return { ...frame, type, data: { object: refundAnswer(about.refund) } }
    case 'refund.failed':
      return { ...frame, type, data: { object: refundAnswer(about.refund) } }
    case 'charge.dispute.created':
      return { ...frame, type, data: { object: disputeAnswer(about.dispute) } }
    case 'charge.dispute.updated':
      return { ...frame, type, data: { object: disputeAnswer(about.dispute) } }
    case 'charge.dispute.funds_withdrawn':
      return { ...frame, type, data: { object: disputeAnswer(about.dispute) } }
    case 'charge.dispute.funds_reinstated':
      return { ...frame, type, data: { object: disputeAnswer(about.dispute) } }
    case 'charge.dispute.closed':
      return { ...frame, type, data: { object: disputeAnswer(about.dispute) } }
    case 'payout.created':
      return { ...frame, type, data: { object: payoutAnswer(about.payout) } }
    case 'payout.paid':
      return { ...frame, type, data: { object: payoutAnswer(about.payout) } }
    case 'payout.failed':
      return { ...frame, type, data: { object: payoutAnswer(about.payout) } }
    case 'payout.reconciliation_completed':
      return { ...frame, type, data: { object: payoutAnswer(about.payout) } }
  }
}

export const listAnswer = <T>(url: string, data: T[], hasMore: boolean): Stripe.ApiList<T> => ({
  object: 'list',
  url,
  data,
  has_more: hasMore,
})

export const searchAnswer = <T>(url: string, data: T[]): Stripe.ApiSearchResult<T> => ({
  object: 'search_result',
  url,
  data,
  has_more: false,
  next_page: null,
})

export const nowSeconds = () => Math.floor(Date.now() / 1_000)
