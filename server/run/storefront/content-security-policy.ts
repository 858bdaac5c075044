import { isPaymentPage } from '#contract/payments/payments.ts'
import { pictureHosts } from '../../platform/settings/services.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/**
 * What Stripe's card field and the bank's second step need (https://docs.stripe.com/security/guide). Stripe's frames use
 * changing names below js.stripe.com.
 */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
}
const NO_HOSTS: typeof STRIPE = { scripts: [], frames: [], calls: [] }

/**
 * A page's policy: its own files and its own inline scripts; no 'unsafe-inline', no frames, no plugins, no foreign form
 * targets. Stripe is allowed only if it takes the cards, and only on the payment page: a script injected into another page
 * could otherwise send data to an attacker's account at Stripe.
 * @param scriptSources sources of the page's inline scripts, such as `'sha256-...'`.
 * @param path of the page.
 */
export function contentSecurityPolicy(scriptSources: string[], settings: Settings, path = '/'): string {
  const stripe = settings.payments.provider === 'stripe' && isPaymentPage(path) ? STRIPE : NO_HOSTS
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptSources, ...stripe.scripts].join(' '),
    "worker-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...pictureHosts(settings)].join(' '),
    ["connect-src 'self'", ...stripe.calls].join(' '),
    ["frame-src 'self'", ...stripe.frames].join(' '),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** In development Vite adds inline styles and scripts and uses a web socket. */
export const developmentContentSecurityPolicy = [
  ["default-src 'self' 'unsafe-inline'", ...STRIPE.frames].join(' '),
  "img-src 'self' data: blob: http: https:",
  ["connect-src 'self' ws:", ...STRIPE.calls].join(' '),
  "frame-ancestors 'none'",
].join('; ')
