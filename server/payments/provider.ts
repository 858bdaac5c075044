import { toCents, type Cents } from '#contract/basics/money.ts'
import type { PaidCard } from '#contract/orders/order-card.ts'
import type { DisputeState, RefundState } from '#contract/payments/payment-states.ts'
import type { PaymentSetup } from '#contract/payments/payments.ts'
import type { PayoutLineKind, PayoutStatus } from '#contract/payments/payouts.ts'

export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
] as const
export type IntentStatus = (typeof intentStatuses)[number]

export type Intent = {
  id: string
  clientSecret: string
  status: IntentStatus
  amount: Cents
  /** Three lower-case letters; the shop sells only in 'usd'. */
  currency: string
  /** The order that the intent was opened for, from the provider's record; empty when it names none. */
  orderId: string
}

/**
 * A payment to open. `attempt` counts from 1; a higher one makes a new intent after a failed opening. No attempt is older
 * than `placedAt`, the time of the order.
 */
export type IntentRequest = {
  orderId: string
  attempt: number
  amount: Cents
  placedAt: Date
  email: string
  displayName: string
}

/** `pending` also while the customer has to act; `failed` when the bank sent the money back to the shop. */
export type RefundStatus = Exclude<RefundState, 'asked'>

/** A refund's current state at the provider, made by the shop or in the provider's dashboard. */
export type ProviderRefund = {
  id: string
  intentId: string
  amount: Cents
  status: RefundStatus
  reason: string
  /** The shop's id of a refund that the shop made; empty for others. */
  shopRefundId: string
  createdAt: Date
}

/** A payment disputed by the customer's bank. */
export type ProviderDispute = {
  id: string
  intentId: string
  amount: Cents
  state: DisputeState
  providerState: string
  reason: string
  openedAt: Date
  /** Deadline for evidence, if evidence is accepted. */
  evidenceDueAt: Date | undefined
}

export type Returns = { refunds: ProviderRefund[]; disputes: ProviderDispute[] }

/**
 * A payout to the shop's bank. `amount` in cents of `currency`, negative when money was collected from there. `lines`: whether the
 * provider lists its transactions: yes, later, or never.
 */
export type ProviderPayout = {
  id: string
  amount: number
  currency: string
  status: PayoutStatus
  /** 'YYYY-MM-DD' */
  arrivesOn: string
  createdAt: Date
  lines: 'complete' | 'later' | 'never'
}

/**
 * A transaction in a payout, except the payout itself. `gross` before the fee, in cents, negative for money that went back;
 * `sourceId` is the provider's id of the charge, refund, dispute or payout, `type` the provider's term.
 */
export type ProviderPayoutLine = {
  id: string
  kind: PayoutLineKind
  type: string
  gross: number
  fee: number
  sourceId: string
  intentId: string | undefined
  description: string
  createdAt: Date
}

/** A refund of `amount` out of a payment. Repeating a request with the same id and attempt refunds once. */
export type RefundRequest = { refundId: string; attempt: number; intentId: string; amount: Cents }

/** `intentId` is the payment that it is about, or the payout. */
export type ProviderEvent = { id: string; type: string; intentId: string | undefined; payload: unknown }

/**
 * What the shop needs from a card processor; Stripe and the sandbox implement it. Every request is answered or fails within
 * ten seconds, all requests of one call together, and none is made while a database transaction is open.
 */
export type PaymentProvider = PaymentSetup & {
  minimumCents: Cents
  maximumCents: Cents
  /** Name of the webhook's signature header, in lower case. */
  signatureHeader: string
  /**
   * Opens a payment. Requests with the same order and attempt return the same intent, however far apart.
   * @throws ProviderUnavailable when the provider cannot be reached or answers with a server error.
   */
  openIntent(request: IntentRequest): Promise<Intent>
  /** The provider's state of an intent; undefined for an unknown id. The browser's report is never enough. */
  findIntent(intentId: string): Promise<Intent | undefined>
  /** The card of an intent; undefined for an unknown id, and while there is none. */
  findCard(intentId: string): Promise<PaidCard | undefined>
  /**
   * Cancels an intent unless it has succeeded; returns its state afterwards, undefined for an unknown id. An intent that is
   * being processed cannot be cancelled and stays unchanged.
   */
  cancelIntent(intentId: string): Promise<Intent | undefined>
  /** Refunds a succeeded intent in full; repeated requests refund once. */
  refundIntent(intentId: string): Promise<void>
  /**
   * Refunds a part of a succeeded intent. The provider keeps an idempotency key for only a day: check `findReturns` first.
   * @throws ProviderUnavailable `stored` when only another attempt can succeed.
   */
  createRefund(request: RefundRequest): Promise<void>
  findReturns(intentId: string): Promise<Returns>
  /** The current refunds and disputes of all payments opened since then. */
  listReturns(since: Date): Promise<Returns>
  findPayout(payoutId: string): Promise<ProviderPayout | undefined>
  /** All payouts that were made since then. */
  listPayouts(since: Date): Promise<ProviderPayout[]>
  /** The transactions of a payout whose lines are complete. */
  listPayoutLines(payoutId: string): Promise<ProviderPayoutLine[]>
  /**
   * The event in a signed message; undefined when the signature is missing, wrong or too old.
   * @throws ShopError MALFORMED_BODY when the signed body is not one of the provider's messages.
   */
  readEvent(body: Buffer, signature: string | undefined): ProviderEvent | undefined
  /** Undelivered messages that the provider still has; for a provider that stops retrying at some point. */
  listMissedEvents?(): Promise<ProviderEvent[]>
}

/** Stripe's limits for one charge: USD 0.50 and eight digits, USD 999,999.99. */
export const chargeLimits = { minimumCents: toCents(50), maximumCents: toCents(99_999_999) }
