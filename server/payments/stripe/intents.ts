import type Stripe from 'stripe'
import { toCents } from '#contract/basics/money.ts'
import type { PaidCard } from '#contract/orders/order-card.ts'
import { ProviderUnavailable } from '../../errors.ts'
import { intentStatuses, type Intent, type IntentRequest } from '../provider.ts'
import { isReplayed } from '../../platform/stripe/ask-stripe.ts'
import { codeOf, isStripeError, isTaken } from './stripe-errors.ts'

/** Stripe keeps an idempotency key for at least a day; the hour allows for clock differences. */
const KEY_KEPT_MS = 23 * 60 * 60_000

/**
 * Opens the intent of an order's attempt. Within a day Stripe returns the same intent for the same key; for an older order,
 * an intent of the same attempt is searched first, because a lost answer may have left one.
 * @throws ProviderUnavailable `stored` when the key belongs to a request in another format, sent by an earlier release:
 *   the client secret of its intent was given to no buyer.
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

/** Returns the intent that has money, else the first one; Stripe's search lags by a minute, not by a day. */
async function searchIntent(stripe: Stripe, { orderId, attempt }: IntentRequest): Promise<Stripe.PaymentIntent | undefined> {
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

export async function findCard(stripe: Stripe, intentId: string): Promise<PaidCard | undefined> {
  try {
    const { payment_method: method } = await stripe.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })
    const card = typeof method === 'object' ? method?.card : undefined
    return card ? { brand: card.brand, last4: card.last4 } : undefined
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  }
}

/** Stripe refuses to cancel a succeeded, ended or processing intent; its state is then returned unchanged. */
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
 * Refunds the whole amount. Repeated requests refund once, also after the key is forgotten, because Stripe never refunds
 * more than was paid.
 */
export async function refundIntent(stripe: Stripe, intentId: string): Promise<void> {
  const refund = (options: Stripe.RequestOptions) => stripe.refunds.create({ payment_intent: intentId }, options)
  try {
    const { id, status } = await refund({ idempotencyKey: `refund:${intentId}` }).catch((error: unknown) => {
      // Stripe would repeat the error stored for this key; a request without the key is evaluated again.
      if (isStripeError(error) && isReplayed(error)) return refund({})
      throw error
    })
    if (status === 'failed' || status === 'canceled') throw new Error(`Refund ${id} has ${status}`)
  } catch (error) {
    if (codeOf(error) !== 'charge_already_refunded') throw error
  }
}

function presentIntent(intent: Stripe.PaymentIntent): Intent {
  const { id, client_secret: clientSecret, amount, amount_received: received, currency, metadata } = intent
  // An unknown status that Stripe may add later means neither money nor the end of the payment: keep waiting.
  const status = intentStatuses.find((known) => known === intent.status) ?? 'processing'
  return {
    id,
    clientSecret: clientSecret ?? '',
    status,
    amount: toCents(status === 'succeeded' ? received : amount),
    currency,
    orderId: metadata['order_id'] ?? '',
  }
}
