import { PUNCHOUT_LIMITS } from '#contract/quotes/punchout.ts'
import ipaddr from 'ipaddr.js'
import { invalidField } from '../errors.ts'
import { hostOf } from '../platform/external/is-private.ts'
import { isPublicAddress } from '../platform/external/is-public-address.ts'
import type { Settings } from '../platform/settings/settings.ts'

const FIELD = 'returnUrl'

/**
 * The stored form of the address to which the buyer's browser posts the cart. The shop itself never requests it, so private networks
 * are allowed, where procurement systems run; outside of trial mode not the buyer's own machine, or an address that no server has.
 * @throws ShopError INVALID_INPUT for another scheme than http and https, outside of trial mode also for http; for an address with a
 *   password.
 */
export function requireReturnUrl(text: string, { mode }: Pick<Settings, 'mode'>): string {
  const url = text.length <= PUNCHOUT_LIMITS.url ? URL.parse(text) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw invalidField(FIELD, 'The address to return to has to begin with https://.')
  if (url.protocol !== 'https:' && mode === 'production') throw invalidField(FIELD, 'The address to return to has to begin with https://.')
  if (url.username !== '' || url.password !== '') throw invalidField(FIELD, 'The address to return to must not contain a name or password.')
  if (mode === 'production' && isNoServer(hostOf(url))) throw invalidField(FIELD, 'The address to return to is none of a server.')
  return url.href
}

/** Networks in which procurement systems run, besides the public one. */
const INNER_RANGES = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

const isNoServer = (host: string) =>
  ipaddr.isValid(host)
    ? !isPublicAddress(host) && !INNER_RANGES.has(ipaddr.process(host).range())
    : /(?:^|\.)(?:localhost|invalid)$/.test(host)
