import type Stripe from 'stripe'
import { chargeLimits, type Intent, type PaymentProvider, type ProviderEvent } from '../provider.ts'
import { readSignedEvent } from '../read-signed-event.ts'
import { askStripe } from '../../platform/stripe/ask-stripe.ts'
import { collectPages } from './collect-pages.ts'
import { STRIPE_EVENTS, toProviderEvent } from './events.ts'
import { connectStripe, type StripeSettings } from '../../platform/stripe/connect-stripe.ts'
import { cancelIntent, findCard, findIntent, openIntent, refundIntent } from './intents.ts'
import { findPayout, listPayoutLines, listPayouts } from './payouts.ts'
import { createRefund, findReturns, listReturns } from './returns.ts'

/** Cards through Stripe. Card data goes from the browser to Stripe and never reaches the shop. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const { publishableKey, webhookSecrets } = settings
  const stripe = connectStripe(settings)
  const openings = new Map<string, Promise<Intent>>()

  return {
    provider: 'stripe',
    publishableKey,
    ...chargeLimits,
    signatureHeader: 'stripe-signature',
    openIntent: (request) => {
      // Stripe refuses a key that a concurrent request uses; callers in this process share one request.
      const key = `${request.orderId}:${request.attempt}`
      const opening = openings.get(key) ?? askStripe(() => openIntent(stripe, request)).finally(() => openings.delete(key))
      openings.set(key, opening)
      return askStripe(() => opening) // within this caller's remaining time
    },
    findIntent: (intentId) => askStripe(() => findIntent(stripe, intentId)),
    findCard: (intentId) => askStripe(() => findCard(stripe, intentId)),
    cancelIntent: (intentId) => askStripe(() => cancelIntent(stripe, intentId)),
    refundIntent: (intentId) => askStripe(() => refundIntent(stripe, intentId)),
    createRefund: (request) => askStripe(() => createRefund(stripe, request)),
    findReturns: (intentId) => findReturns(stripe, intentId),
    listReturns: (since) => listReturns(stripe, since),
    findPayout: (payoutId) => askStripe(() => findPayout(stripe, payoutId)),
    listPayouts: (since) => listPayouts(stripe, since),
    listPayoutLines: (payoutId) => listPayoutLines(stripe, payoutId),
    readEvent: (body, signature) => readSignedEvent(body, signature, webhookSecrets, toProviderEvent),
    listMissedEvents: () => listMissedEvents(stripe),
  }
}

async function listMissedEvents(stripe: Stripe): Promise<ProviderEvent[]> {
  const missed = await collectPages((page) => stripe.events.list({ delivery_success: false, types: STRIPE_EVENTS, ...page }))
  return missed.flatMap((event) => toProviderEvent(event) ?? [])
}
