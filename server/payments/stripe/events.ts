import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { ProviderEvent } from '../provider.ts'
import { LONGEST_NAME } from '../read-signed-event.ts'

/** The webhook's subscriptions, and the messages that are fetched when some were lost. */
export const STRIPE_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'payout.reconciliation_completed',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
]

const Anything = Type.Optional(Type.Unknown())

const StripeEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: LONGEST_NAME }),
  type: Type.String({ minLength: 1, maxLength: LONGEST_NAME }),
  created: Anything,
  livemode: Anything,
  data: Type.Object({
    object: Type.Object({
      id: Type.Optional(Type.String()),
      object: Anything,
      payment_intent: Anything,
      status: Anything,
      amount: Anything,
      currency: Anything,
      metadata: Anything,
    }),
  }),
})

/**
 * The message in an event from Stripe's webhook or list; undefined when it is none. Only the payment's id is stored: the
 * event itself contains name, email, the card's last digits, and the client secret.
 */
export function toProviderEvent(event: unknown): ProviderEvent | undefined {
  if (!Value.Check(StripeEvent, event)) return undefined
  const { id, type, created, livemode, data } = event
  const { object, status, amount, currency, metadata } = data.object
  return {
    id,
    type,
    intentId: intentIdIn(data.object),
    payload: { created, livemode, object, objectId: data.object.id, status, amount, currency, metadata },
  }
}

/** Charges, refunds and disputes contain the id of their payment; a payout is about itself. */
function intentIdIn(about: Static<typeof StripeEvent>['data']['object']): string | undefined {
  if (about.object === 'payment_intent' || about.object === 'payout') return about.id
  return typeof about.payment_intent === 'string' ? about.payment_intent : undefined
}
