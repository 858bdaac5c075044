import { timingSafeEqual } from 'node:crypto'
import { TRACKING_DAYS } from '#contract/basics/limits.ts'
import type { Identity } from '../identity/identity.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** An order's id, when its link ends in seconds since 1970, and the signature of both. */
const TOKEN = /^([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/
const PURPOSE = 'tracking'

type Signer = Pick<Identity, 'sign'>

/** The address of an order's tracking page, for mails. It needs no sign-in, is not stored, and ends after `TRACKING_DAYS`. */
export function trackingUrl(identity: Signer, { shopUrl }: Pick<Settings, 'shopUrl'>, orderId: string): string {
  const until = Math.floor(Date.now() / 1_000) + TRACKING_DAYS * 86_400
  const signature = identity.sign(PURPOSE, `${orderId}.${until}`).toString('base64url')
  return `${shopUrl}/track/${orderId}.${until}.${signature}`
}

/** The order of a tracking link; undefined for a link that has ended or that this shop did not sign. */
export function readTrackingToken(identity: Signer, token: string): string | undefined {
  const [, orderId, until, signature] = TOKEN.exec(token) ?? []
  if (!orderId || !until || !signature || Number(until) * 1_000 <= Date.now()) return undefined
  const isSigned = timingSafeEqual(Buffer.from(signature, 'base64url'), identity.sign(PURPOSE, `${orderId}.${until}`))
  return isSigned ? orderId : undefined
}
