import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardProcessor } from './card-processor.ts'
import { StripeCard } from './stripe-card.tsx'
import { stripeProcessor } from './stripe-processor.ts'

/** Longest that Stripe's library may take to come; a blocked connection may never say that it failed. */
const LOAD_TIMEOUT_MS = 30_000

/** All that the page has of Stripe: it comes as one piece, or not at all. */
export type OpenedStripe = { stripe: Stripe; processor: CardProcessor; StripeCard: typeof StripeCard }

/** @throws Error when Stripe's library does not come. */
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
