import { isPaymentPage } from '#contract/payments.ts'
import { pictureHosts } from '../settings/services.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * What Stripe's card field and the bank's second step need, as https://docs.stripe.com/security/guide names it. Stripe
 * opens its frames on changing names below js.stripe.com.
 */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
}
const NOBODY: typeof STRIPE = { scripts: [], frames: [], calls: [] }

/**
 * What a page may load and run: its own files, and its own inline scripts.
 * guarantees: no 'unsafe-inline', no frames, no plugins, no foreign form targets.
 * Stripe is let in where it takes the cards, and there on the payment page alone: whoever smuggled a script into
 * another page could otherwise send what it finds to an account of their own at Stripe.
 * @param scriptSources what names the page's inline scripts, such as `'sha256-...'`.
 * @param path of the page.
 */
export function contentSecurityPolicy(scriptSources: string[], settings: Settings, path = '/'): string {
  const stripe = settings.payments.provider === 'stripe' && isPaymentPage(path) ? STRIPE : NOBODY
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptSources, ...stripe.scripts].join(' '),
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

/** In development Vite adds styles and its client by inline elements and listens on a socket. */
export const developmentContentSecurityPolicy = [
  ["default-src 'self' 'unsafe-inline'", ...STRIPE.frames].join(' '),
  "img-src 'self' data: blob: http: https:",
  ["connect-src 'self' ws:", ...STRIPE.calls].join(' '),
  "frame-ancestors 'none'",
].join('; ')
