import type Stripe from 'stripe'
import { ProviderUnavailable } from '../../errors.ts'
import { askStripe, StripeRefusal } from '../../platform/stripe/ask-stripe.ts'
import { collectPages } from './collect-pages.ts'
import { connectStripe, type StripeSettings } from '../../platform/stripe/connect-stripe.ts'
import { STRIPE_EVENTS } from './events.ts'
import { findIntent } from './intents.ts'

/** A valid id without an intent: reading it needs the permission to read intents. */
const NO_INTENT = `pi_${'0'.repeat(24)}`

/**
 * Checks the needed permissions at Stripe, and compares the events that the shop's endpoint is subscribed to with those the
 * shop acts on. Returns one sentence per fault; undefined when there is none.
 * @param webhookUrl where Stripe delivers; without one, as with `stripe listen`, the endpoint is not checked.
 */
export async function checkStripe(settings: StripeSettings, webhookUrl?: string): Promise<string | undefined> {
  const stripe = connectStripe(settings)
  const faults: string[] = []
  const look = async (work: () => Promise<string | undefined | void>, what?: string) => {
    try {
      const fault = await work()
      if (fault) faults.push(fault)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      faults.push(what ? `${what} (${error.message})` : error.message)
    }
  }
  try {
    await look(() => askStripe(async () => void (await findIntent(stripe, NO_INTENT))))
    // A refused key fails every request; it is reported once.
    if (faults.length > 0) return faults.join(' ')
    await look(() => askStripe(async () => void (await stripe.refunds.list({ limit: 1 }))), 'Refunds cannot be read.')
    await look(
      () => askStripe(async () => void (await stripe.disputes.list({ limit: 1 }))),
      'Disputes cannot be read: give the key Disputes: read.',
    )
    await look(
      () => askStripe(async () => void (await stripe.payouts.list({ limit: 1 }))),
      'Payouts cannot be read: give the key Payouts: read and Balance Transaction Sources: read.',
    )
    if (webhookUrl) {
      const cannotRead = "The endpoint's events cannot be compared: give the key Webhook Endpoints: read."
      await look(async () => endpointFault(await collectPages((page) => stripe.webhookEndpoints.list(page)), webhookUrl), cannotRead)
    }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'Stripe is not reachable'
    throw error
  }
  return faults.join(' ') || undefined
}

function endpointFault(endpoints: Stripe.WebhookEndpoint[], webhookUrl: string): string | undefined {
  const own = endpoints.filter(({ url }) => url.replace(/\/$/, '') === webhookUrl)
  if (own.length === 0) return `Stripe has no webhook endpoint for ${webhookUrl}.`
  const enabled = own.filter(({ status }) => status === 'enabled')
  if (enabled.length === 0) return `The webhook endpoint ${webhookUrl} is disabled at Stripe.`
  const events = new Set(enabled.flatMap((endpoint) => endpoint.enabled_events))
  const missing = events.has('*') ? [] : STRIPE_EVENTS.filter((event) => !events.has(event))
  return missing.length > 0 ? `The webhook endpoint at Stripe is not subscribed to ${missing.join(', ')}.` : undefined
}
