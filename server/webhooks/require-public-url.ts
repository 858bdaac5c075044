import { webhookMessages as messages } from '#contract/people/webhooks.ts'
import { invalidField } from '../errors.ts'
import { isPrivate } from '../platform/external/is-private.ts'
import type { Settings } from '../platform/settings/settings.ts'

/**
 * The stored form of an endpoint's address. It is checked again at each connection, because names change.
 * @throws ShopError INVALID_INPUT at `url` for an address with a password, in a private network, or, outside of trial mode, without TLS.
 */
export async function requirePublicUrl(
  text: string,
  { mode, privateAddresses }: Pick<Settings, 'mode' | 'privateAddresses'>,
): Promise<string> {
  const url = URL.parse(text.trim())
  if (!url) throw invalidField('url', messages.url)
  if (url.protocol !== 'https:' && mode === 'production') throw invalidField('url', messages.urlNotHttps)
  if (url.username !== '' || url.password !== '') throw invalidField('url', messages.urlWithPassword)
  if (await isPrivate(url, privateAddresses)) throw invalidField('url', messages.urlPrivate)
  url.hash = ''
  return url.href
}
