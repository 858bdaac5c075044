/** A card as typed. `expMonth` counts from 1, `expYear` has four digits. */
export type CardDetails = { number: string; expMonth: number; expYear: number; cvc: string }

/** Billing details of a payment: the customer's name and email. Specification section 4, "Payment flow". */
export type Billing = { name: string; email: string }

/** Why the processor refuses, in its own words, to be shown as they are. */
export type Refusal = { error: { message: string } }

export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** How a payment stands at the processor. `id` is the transaction id. */
export type PaymentStanding = { id: string; status: PaymentStatus }

/** A card as the processor accepted it. */
export type PaymentMethod = { id: string; card: { brand: string } }

/**
 * A card that has been entered, wherever its number is kept: hands it to the processor and answers with what it made
 * of it.
 */
export type EnteredCard = (billing: Billing) => Promise<PaymentMethod | Refusal>

/**
 * What the payment page needs from any card processor. Refusals are answers; only a processor that cannot be reached
 * throws, and then nothing is known about the payment.
 */
export type CardProcessor = {
  /** Takes the payment, a second step with the customer's bank included. Confirming a payment twice charges once. */
  confirmCardPayment(
    clientSecret: string,
    paymentMethodId: string,
  ): Promise<{ paymentIntent: PaymentStanding } | Refusal>
  retrievePayment(clientSecret: string): Promise<PaymentStanding>
}

export type PaymentOutcome =
  /** `brand` is unknown when the payment had gone through before. */
  | { kind: 'paid'; transactionId: string; brand: string | undefined }
  | { kind: 'refused'; message: string }
  /** The bank has not decided yet; the shop hears of it from the processor. */
  | { kind: 'pending' }

/**
 * Pays with a card. Asks first how the payment stands, because it may have gone through in another tab or before a
 * lost answer.
 * @throws what the processor throws when it cannot be reached; trying again is safe.
 */
export async function payByCard(
  processor: CardProcessor,
  { clientSecret, card, billing }: { clientSecret: string; card: EnteredCard; billing: Billing },
): Promise<PaymentOutcome> {
  const before = await processor.retrievePayment(clientSecret)
  if (before.status === 'succeeded') return { kind: 'paid', transactionId: before.id, brand: undefined }
  if (before.status === 'processing') return { kind: 'pending' }

  const method = await card(billing)
  if ('error' in method) return { kind: 'refused', message: method.error.message }

  const answer = await processor.confirmCardPayment(clientSecret, method.id)
  if ('error' in answer) return { kind: 'refused', message: answer.error.message }

  const { id, status } = answer.paymentIntent
  return status === 'succeeded' ? { kind: 'paid', transactionId: id, brand: method.card.brand } : { kind: 'pending' }
}
