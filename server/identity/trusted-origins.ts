import type { FastifyRequest } from 'fastify'
import { ShopError } from '../errors.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** The origins of the shop's pages; in trial mode also the loopback addresses. */
export function trustedOrigins({ mode, port, shopUrl }: Pick<Settings, 'mode' | 'port' | 'shopUrl'>): string[] {
  if (mode !== 'trial') return [shopUrl]
  return [...new Set([shopUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`])]
}

/**
 * Refuses requests that another site's page makes with the shop's cookie. Browsers send the page's origin with every request
 * that changes something; a program without an Origin header is not controlled by a page.
 * @throws ShopError NOT_ALLOWED
 */
export function requireOwnOrigin(request: FastifyRequest, trusted: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : trusted.includes(origin)
  if (!isOwn) throw new ShopError('NOT_ALLOWED')
}
