import { PUNCHOUT_LIMITS } from '#contract/quotes/punchout.ts'
import { invalidField } from '../errors.ts'
import type { Settings } from '../platform/settings/settings.ts'

const FIELD = 'returnUrl'

/**
 * The stored form of the address to which the buyer's browser posts the cart. The shop itself never requests it, so private networks
 * are allowed, where procurement systems run.
 * @throws ShopError INVALID_INPUT for another scheme than http and https, outside of trial mode also for http; for an address with a
 *   password.
 */
export function requireReturnUrl(text: string, { mode }: Pick<Settings, 'mode'>): string {
  const url = text.length <= PUNCHOUT_LIMITS.url ? URL.parse(text) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw invalidField(FIELD, 'The address to return to has to begin with https://.')
  if (url.protocol !== 'https:' && mode === 'production') throw invalidField(FIELD, 'The address to return to has to begin with https://.')
  if (url.username !== '' || url.password !== '') throw invalidField(FIELD, 'The address to return to must not contain a name or password.')
  return url.href
}
