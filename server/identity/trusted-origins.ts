import type { FastifyRequest } from 'fastify'
import { ShopError } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'

/** Where pages of this shop come from; in trial mode also the loopback addresses that one may type instead. */
export function trustedOrigins({ mode, port, shopUrl }: Pick<Settings, 'mode' | 'port' | 'shopUrl'>): string[] {
  if (mode !== 'trial') return [shopUrl]
  return [...new Set([shopUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`])]
}

/**
 * Refuses what another site's page makes a browser send with our cookie. Browsers name the page's origin in every
 * request that changes something; a program that names none is not steered by a page.
 * @throws ShopError NOT_ALLOWED
 */
export function requireOwnOrigin(request: FastifyRequest, trusted: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : trusted.includes(origin)
  if (!isOwn) throw new ShopError('NOT_ALLOWED')
}
