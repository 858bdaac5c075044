import Stripe from 'stripe'
import { tellWork, type ToldWork } from '#database/told-work.ts'
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
    httpClient: tellingClient(),
    ...addressOf(settings),
  })
}

/** The library's own client, which tells of each of its requests by method and path, without ids and query. */
function tellingClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) =>
      tellWork(
        () => describe(request[3], request[2]),
        async (told) => {
          const answer = await client.makeRequest(...request)
          if (told) told.attributes['http.response.status_code'] = answer.getStatusCode()
          return answer
        },
      ),
  }
}

function describe(method: string, path: string): ToldWork {
  const [pathname = ''] = path.split('?')
  const template = pathname
    .split('/')
    .map((part) => (/\d/.test(part) && part !== 'v1' ? ':id' : part))
    .join('/')
  return { kind: 'call', name: `Stripe ${method} ${template}`, attributes: { 'http.request.method': method, 'url.template': template } }
}

function addressOf({ apiUrl }: StripeSettings): Stripe.StripeConfig {
  if (!apiUrl) return {}
  const { hostname: host, port, protocol } = new URL(apiUrl)
  const isSecure = protocol === 'https:'
  return { host, port: port || (isSecure ? 443 : 80), protocol: isSecure ? 'https' : 'http' }
}
