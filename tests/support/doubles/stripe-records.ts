import type { CardError } from '#contract/payments/sandbox.ts'
import type { IntentStatus, RefundStatus } from '#server/payments/provider.ts'
import type { CardBehaviour } from '#server/payments/sandbox/cards.ts'

/*
 * Stripe's data of one account, as the double stores them.
 */

export type BookedIntent = {
  id: string
  clientSecret: string
  status: IntentStatus
  amount: number
  currency: string
  metadata: Record<string, string>
  lastError: CardError | undefined
  paymentMethod: string | undefined
  /** Time of the full refund. */
  refundedAt: Date | undefined
  /** A slow payment is decided from then on. */
  processingUntil: number
  created: number
}

/** `endsAt` is when a slow refund is decided, `endsAs` its outcome. */
export type BookedRefund = {
  id: string
  intentId: string
  amount: number
  currency: string
  status: RefundStatus
  metadata: Record<string, string>
  created: number
  endsAt: number
  endsAs: RefundStatus
}

export type BookedDispute = {
  id: string
  intentId: string
  amount: number
  currency: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  created: number
}

export type BookedPayout = {
  id: string
  amount: number
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'canceled' | 'failed'
  automatic: boolean
  /** Whether its lines are available. */
  isReconciled: boolean
  created: number
}

/** A change of the account's balance; `source` is the id of the charge, refund, dispute or payout. */
export type BookedMove = {
  id: string
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'stripe_fee' | 'payout' | 'payout_failure'
  amount: number
  fee: number
  source: string | null
  description: string
  payout: string | undefined
  created: number
}

export type Card = { brand: string; last4: string; behaviour: CardBehaviour }

export type IntentEventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.payment_failed'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.canceled'
export type RefundEventType = 'refund.created' | 'refund.updated' | 'refund.failed'
export type DisputeEventType =
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed'

export type PayoutEventType = 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.reconciliation_completed'

export type AboutEvent =
  | { type: IntentEventType; intent: BookedIntent }
  | { type: 'charge.refunded'; intent: BookedIntent; refunded: number }
  | { type: RefundEventType; refund: BookedRefund }
  | { type: DisputeEventType; dispute: BookedDispute }
  | { type: PayoutEventType; payout: BookedPayout }

export type BookedEvent = { id: string; about: AboutEvent; created: number; isDelivered: boolean }
