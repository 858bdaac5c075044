import Stripe from 'stripe'
import type { ServiceSettings } from '../settings/services.ts'

export type StripeSettings = Extract<ServiceSettings['payments'], { provider: 'stripe' }>

/** The version that the library's types describe; pinned, so that the account's settings do not change it. */
const API_VERSION = '2026-10-28.endive'
/** Two attempts and a pause of half a second stay below the ten seconds of a request. */
const TIMEOUT_MS = 4_000
const REPETITIONS = 1

export function connectStripe(settings: StripeSettings): Stripe {
  return new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: REPETITIONS,
    telemetry: false,
    ...addressOf(settings),
  })
}

function addressOf({ apiUrl }: StripeSettings): Stripe.StripeConfig {
  if (!apiUrl) return {}
  const { hostname: host, port, protocol } = new URL(apiUrl)
  const isSecure = protocol === 'https:'
  return { host, port: port || (isSecure ? 443 : 80), protocol: isSecure ? 'https' : 'http' }
}
