import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { NetworkError } from '#app/api/api-error.ts'
import { messages } from '#contract/basics/messages.ts'
import type { Billing, CardProcessor, PaymentMethod, PaymentStanding, Refusal } from './card-processor.ts'

/** Stripe's answers that say nothing about the card or the payment. */
const unanswered = new Set(['api_connection_error', 'api_error', 'rate_limit_error'])

/** Stripe's library as a card processor of the payment page; the second step opens in a window of Stripe's own. */
export function stripeProcessor(stripe: Stripe): CardProcessor {
  return {
    async confirmCardPayment(clientSecret, paymentMethodId) {
      const { paymentIntent, error } = await stripe.confirmPayment({
        clientSecret,
        confirmParams: { payment_method: paymentMethodId },
        redirect: 'if_required',
      })
      if (paymentIntent) return { paymentIntent: standingOf(paymentIntent) }
      // A payment that cannot be confirmed any more may have succeeded in another tab.
      const meanwhile = error.payment_intent
      if (meanwhile?.status === 'succeeded' || meanwhile?.status === 'processing') {
        return { paymentIntent: standingOf(meanwhile) }
      }
      return refusalOf(error)
    },

    async retrievePayment(clientSecret) {
      const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
      if (paymentIntent) return standingOf(paymentIntent)
      throw unanswered.has(error.type) ? new NetworkError(error) : new Error(error.message)
    },
  }
}

/**
 * Hands the card in Stripe's own field to Stripe, with the customer's name and email as billing details. Errors of the entry are
 * shown in the field, and returned, too.
 */
export async function acceptStripeCard(
  stripe: Stripe,
  elements: StripeElements,
  { name, email }: Billing,
): Promise<PaymentMethod | Refusal> {
  const entry = await elements.submit()
  if (entry.error) return refusalOf(entry.error)
  const { paymentMethod, error } = await stripe.createPaymentMethod({ elements, params: { billing_details: { name, email } } })
  return paymentMethod ? { id: paymentMethod.id, card: { brand: paymentMethod.card?.brand ?? '' } } : refusalOf(error)
}

/** @throws NetworkError when Stripe has not decided anything. */
function refusalOf(error: StripeError): Refusal {
  if (unanswered.has(error.type)) throw new NetworkError(error)
  return { error: { message: error.message ?? messages.paymentNotCompleted } }
}

const standingOf = ({ id, status }: PaymentIntent): PaymentStanding => ({ id, status })
