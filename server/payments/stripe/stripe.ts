import Stripe from 'stripe'
import type { Cents } from '#contract/money.ts'
import type { ServiceSettings } from '../../settings/services.ts'
import type { Intent, PaymentProvider, ProviderEvent } from '../provider.ts'
import { readSignedEvent } from '../read-signed-event.ts'
import { askStripe } from './ask-stripe.ts'
import { STRIPE_EVENTS, toProviderEvent } from './events.ts'
import { cancelIntent, findIntent, openIntent, refundIntent } from './intents.ts'

export type StripeSettings = Extract<ServiceSettings['payments'], { provider: 'stripe' }>

/** Least and most that Stripe takes in one charge in US dollars: $0.50 and eight digits, $999,999.99. */
const MINIMUM_CENTS = 50 as Cents
const MAXIMUM_CENTS = 99_999_999 as Cents

/** The version that the library's types describe; pinned, so that a change in the account's settings changes nothing. */
const API_VERSION = '2026-10-28.endive'
/** Twice this and a pause of half a second stay below the ten seconds that every question has. */
const TIMEOUT_MS = 4_000
const REPETITIONS = 1
/** Most that one page of a list holds. */
const PAGE = 100

/** Cards through Stripe. Card data goes from the browser to Stripe and never comes here. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const { secretKey, publishableKey, webhookSecrets } = settings
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: REPETITIONS,
    telemetry: false,
    ...addressOf(settings),
  })
  const openings = new Map<string, Promise<Intent>>()

  return {
    provider: 'stripe',
    publishableKey,
    minimumCents: MINIMUM_CENTS,
    maximumCents: MAXIMUM_CENTS,
    signatureHeader: 'stripe-signature',
    openIntent: (request) => {
      // Stripe refuses a key that is in use at the same moment; callers in this process share one answer.
      const key = `${request.orderId}:${request.attempt}`
      const opening = openings.get(key) ?? askStripe(() => openIntent(stripe, request)).finally(() => openings.delete(key))
      openings.set(key, opening)
      return askStripe(() => opening) // in the time that this caller has left
    },
    findIntent: (intentId) => askStripe(() => findIntent(stripe, intentId)),
    cancelIntent: (intentId) => askStripe(() => cancelIntent(stripe, intentId)),
    refundIntent: (intentId) => askStripe(() => refundIntent(stripe, intentId)),
    readEvent: (body, signature) => readSignedEvent(body, signature, webhookSecrets, toProviderEvent),
    listMissedEvents: () => listMissedEvents(stripe),
  }
}

/** Stripe's own address, unless another one is configured. */
function addressOf({ apiUrl }: StripeSettings): Stripe.StripeConfig {
  if (!apiUrl) return {}
  const { hostname: host, port, protocol } = new URL(apiUrl)
  const isSecure = protocol === 'https:'
  return { host, port: port || (isSecure ? 443 : 80), protocol: isSecure ? 'https' : 'http' }
}

async function listMissedEvents(stripe: Stripe): Promise<ProviderEvent[]> {
  const missed: ProviderEvent[] = []
  for (let after: string | undefined; ; ) {
    const page = await askStripe(() =>
      stripe.events.list({
        delivery_success: false,
        types: STRIPE_EVENTS,
        limit: PAGE,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    missed.push(...page.data.flatMap((event) => toProviderEvent(event) ?? []))
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return missed
  }
}
