/** A card as typed. `expMonth` counts from 1, `expYear` has four digits. */
export type CardDetails = { number: string; expMonth: number; expYear: number; cvc: string }

/** Billing details of a payment: the customer's name and email. Specification section 4, "Payment flow". */
export type Billing = { name: string; email: string }

/** The processor's refusal in its own words, shown unchanged. */
export type Refusal = { error: { message: string } }

export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** State of a payment at the processor. `id` is the transaction id. */
export type PaymentStanding = { id: string; status: PaymentStatus }

/** A card that the processor has accepted. */
export type PaymentMethod = { id: string; card: { brand: string } }

/** An entered card, wherever its number is stored: sends it to the processor and returns the result. */
export type EnteredCard = (billing: Billing) => Promise<PaymentMethod | Refusal>

/**
 * What the payment page needs from any card processor. Refusals are returned. An unreachable processor throws, and then
 * the state of the payment is unknown.
 */
export type CardProcessor = {
  /** Confirms the payment, including a second step with the customer's bank. Confirming twice charges once. */
  confirmCardPayment(clientSecret: string, paymentMethodId: string): Promise<{ paymentIntent: PaymentStanding } | Refusal>
  retrievePayment(clientSecret: string): Promise<PaymentStanding>
}

export type PaymentOutcome =
  /** `brand` is unknown if the payment had succeeded before. */
  | { kind: 'paid'; transactionId: string; brand: string | undefined }
  | { kind: 'refused'; message: string }
  /** The bank has not decided yet; the processor will notify the shop. */
  | { kind: 'pending' }

/**
 * Pays with a card. Reads the state of the payment first, because it may have succeeded in another tab or before a lost
 * answer.
 * @throws the processor's error if it cannot be reached; a retry is safe.
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
