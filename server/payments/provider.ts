import type { Cents } from '#contract/money.ts'
import type { PaymentSetup } from '#contract/payments.ts'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** A payment as the provider knows it now. `amount` in cents of `currency`. */
export type Intent = {
  id: string
  clientSecret: string
  status: IntentStatus
  amount: Cents
  /** Three lower-case letters; the shop sells in 'usd' alone. */
  currency: string
  /** The order that the intent was opened for, from the provider's own record; empty when it names none. */
  orderId: string
}

/**
 * What the shop asks a provider to open. `attempt` counts from 1 and makes a new intent after a failed opening; none
 * began before `placedAt`, when the order was placed.
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
export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled'

/** A refund as the provider knows it now, made by the shop or in the provider's dashboard. */
export type ProviderRefund = {
  id: string
  intentId: string
  amount: Cents
  status: RefundStatus
  reason: string
  /** The shop's own id of a refund that it asked for; empty for others. */
  shopRefundId: string
  createdAt: Date
}

/** A payment that the customer's bank disputes. `won` when the money stays with the shop, `lost` when it is gone. */
export type ProviderDispute = {
  id: string
  intentId: string
  amount: Cents
  state: 'open' | 'won' | 'lost'
  /** The provider's own word for it. */
  providerState: string
  reason: string
  openedAt: Date
  /** By when evidence is taken, where it is taken. */
  evidenceDueAt: Date | undefined
}

/** What became of a succeeded payment's money afterwards; all refunds and disputes there ever were. */
export type Returns = { refunds: ProviderRefund[]; disputes: ProviderDispute[] }

/** A refund of `amount` out of a payment. Asking twice with the same id and attempt gives back once. */
export type RefundRequest = { refundId: string; attempt: number; intentId: string; amount: Cents }

/** A message whose signature was right. */
export type ProviderEvent = { id: string; type: string; intentId: string | undefined; payload: unknown }

/**
 * What the shop needs from any card processor; Stripe and the sandbox both fit. Every question is answered or fails
 * within ten seconds, all those of one call together, and none is asked while a database transaction is open.
 */
export type PaymentProvider = PaymentSetup & {
  /** Least and most cents that one payment can take. */
  minimumCents: Cents
  maximumCents: Cents
  /** Header of the webhook that carries the signature, in lower case. */
  signatureHeader: string
  /**
   * Opens a payment. Asking twice with the same order and attempt, however far apart, answers with the same intent.
   * @throws ProviderUnavailable when the provider cannot be reached or answers with a fault of its own.
   */
  openIntent(request: IntentRequest): Promise<Intent>
  /** The provider's own word on an intent; undefined when it has none of that id. The browser's word is never enough. */
  findIntent(intentId: string): Promise<Intent | undefined>
  /**
   * Ends an intent unless it has succeeded already; answers with what it is afterwards, undefined when the provider
   * has none of that id. One that is being processed cannot be ended and stays so.
   */
  cancelIntent(intentId: string): Promise<Intent | undefined>
  /** Gives the money of a succeeded intent back, once however often it is asked. */
  refundIntent(intentId: string): Promise<void>
  /**
   * Gives a part of a succeeded intent's money back. The provider keeps a key for a day only: look at `findReturns` first.
   * @throws ProviderUnavailable `stored` when only another attempt can succeed.
   */
  createRefund(request: RefundRequest): Promise<void>
  /** All refunds and disputes of a succeeded intent. */
  findReturns(intentId: string): Promise<Returns>
  /** Refunds and disputes of all payments that were opened since then, as they are now. */
  listReturns(since: Date): Promise<Returns>
  /**
   * The event in a signed message; undefined when the signature is missing, wrong or too old.
   * @throws ShopError MALFORMED_BODY when what is signed is no message of the provider's.
   */
  readEvent(body: Buffer, signature: string | undefined): ProviderEvent | undefined
  /** Messages that the provider still knows and could not deliver; for one that does not try for ever. */
  listMissedEvents?(): Promise<ProviderEvent[]>
}

/**
 * The provider did not answer, or not sensibly. The same question may be asked again later, unless `stored`:
 * then the provider kept its fault and will repeat it for this attempt, and only a new attempt can succeed.
 */
export class ProviderUnavailable extends Error {
  readonly stored: boolean

  constructor(cause: unknown, { stored = false }: { stored?: boolean } = {}) {
    super('The payment provider is not reachable', { cause })
    this.stored = stored
  }
}
