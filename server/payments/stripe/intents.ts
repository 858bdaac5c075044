import type Stripe from 'stripe'
import type { Cents } from '#contract/money.ts'
import { ProviderUnavailable, type Intent, type IntentRequest, type IntentStatus } from '../provider.ts'
import { isReplayed } from './ask-stripe.ts'
import { codeOf, isStripeError, isTaken } from './stripe-errors.ts'

/** Stripe forgets an idempotency key after a day at the earliest; the hour is for clocks that disagree. */
const KEY_KEPT_MS = 23 * 60 * 60_000

/**
 * Opens the intent of an order's attempt. Within a day Stripe itself answers the same key with the same intent; for an
 * order older than that, an intent of the same attempt is looked for first, because a lost answer may have left one.
 * @throws ProviderUnavailable `stored` when the key belongs to a request of another shape, sent by an earlier release:
 *   whatever that one opened, nobody was given its client secret.
 */
export async function openIntent(stripe: Stripe, request: IntentRequest): Promise<Intent> {
  const { orderId, attempt, amount, placedAt } = request
  if (Date.now() - placedAt.getTime() > KEY_KEPT_MS) {
    const opened = await searchIntent(stripe, request)
    if (opened) return presentIntent(opened)
  }
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        description: `Order ${orderId}`,
        metadata: { order_id: orderId, attempt: String(attempt) },
      },
      { idempotencyKey: `pi:${orderId}:${attempt}` },
    )
    return presentIntent(intent)
  } catch (error) {
    if (isTaken(error)) throw new ProviderUnavailable(new Error('The key is taken'), { stored: true })
    throw error
  }
}

/** Answers with the one that has money, else with the first; Stripe's search lags by a minute, not by a day. */
async function searchIntent(
  stripe: Stripe,
  { orderId, attempt }: IntentRequest,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.paymentIntents.search({
    query: `metadata['order_id']:'${orderId}' AND metadata['attempt']:'${attempt}'`,
  })
  return data.find(({ status }) => status === 'succeeded') ?? data[0]
}

export async function findIntent(stripe: Stripe, intentId: string): Promise<Intent | undefined> {
  try {
    return presentIntent(await stripe.paymentIntents.retrieve(intentId))
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  }
}

/** Ends an intent. Stripe refuses what has succeeded, was ended before or is being processed: then it is as it is. */
export async function cancelIntent(stripe: Stripe, intentId: string): Promise<Intent | undefined> {
  try {
    return presentIntent(await stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'requested_by_customer' }))
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return undefined
    if (codeOf(error) === 'payment_intent_unexpected_state') return findIntent(stripe, intentId)
    throw error
  }
}

/**
 * Gives the whole amount back. However often it is asked, and also once the key is forgotten, the money goes back once:
 * Stripe never returns more than was paid.
 */
export async function refundIntent(stripe: Stripe, intentId: string): Promise<void> {
  const refund = (options: Stripe.RequestOptions) => stripe.refunds.create({ payment_intent: intentId }, options)
  try {
    const { id, status } = await refund({ idempotencyKey: `refund:${intentId}` }).catch((error: unknown) => {
      // A fault that Stripe keeps for this key would be all it ever says; without the key it looks anew.
      if (isStripeError(error) && isReplayed(error)) return refund({})
      throw error
    })
    if (status === 'failed' || status === 'canceled') throw new Error(`Refund ${id} has ${status}`)
  } catch (error) {
    if (codeOf(error) !== 'charge_already_refunded') throw error
  }
}

const knownStatuses: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
] satisfies IntentStatus[]

function presentIntent(intent: Stripe.PaymentIntent): Intent {
  const { id, client_secret: clientSecret, amount, amount_received: received, currency, metadata } = intent
  // What Stripe may add one day is neither money nor the end of the payment: it is waited for.
  const status = knownStatuses.includes(intent.status) ? (intent.status as IntentStatus) : 'processing'
  return {
    id,
    clientSecret: clientSecret ?? '',
    status,
    amount: (status === 'succeeded' ? received : amount) as Cents,
    currency,
    orderId: metadata['order_id'] ?? '',
  }
}
