import { PUNCHOUT_LIMITS } from '#contract/quotes/punchout.ts'
import { invalidField } from '../errors.ts'
import type { Settings } from '../platform/settings/settings.ts'

const FIELD = 'returnUrl'

/**
 * The address to which the buyer's browser posts the cart, as it is kept. The shop itself never calls it, so private networks are allowed:
 * procurement systems stand in them.
 * @throws ShopError INVALID_INPUT for anything but http and https, and, outside of trial mode, but https; for one with a password.
 */
export function requireReturnUrl(text: string, { mode }: Pick<Settings, 'mode'>): string {
  const url = text.length <= PUNCHOUT_LIMITS.url ? URL.parse(text) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw invalidField(FIELD, 'The address to return to has to begin with https://.')
  if (url.protocol !== 'https:' && mode === 'production') throw invalidField(FIELD, 'The address to return to has to begin with https://.')
  if (url.username !== '' || url.password !== '') throw invalidField(FIELD, 'The address to return to must not contain a name or password.')
  return url.href
}
