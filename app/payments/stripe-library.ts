import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardProcessor } from './card-processor.ts'
import { StripeCard } from './stripe-card.tsx'
import { stripeProcessor } from './stripe-processor.ts'

/** Timeout of Stripe's library; a blocked connection may never report an error. */
const LOAD_TIMEOUT_MS = 30_000

/** All of Stripe's code on the page, loaded together. */
export type OpenedStripe = { stripe: Stripe; processor: CardProcessor; StripeCard: typeof StripeCard }

/** @throws Error if Stripe's library cannot be loaded. */
export async function openStripe(publishableKey: string): Promise<OpenedStripe> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('Stripe.js did not come in time')), LOAD_TIMEOUT_MS)
  try {
    const stripe = await Promise.race([loadStripe(publishableKey), late.promise])
    if (!stripe) throw new Error('Stripe.js belongs in a browser')
    return { stripe, processor: stripeProcessor(stripe), StripeCard }
  } finally {
    clearTimeout(timer)
  }
}
