import { pictureHosts } from '../settings/services.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * The service worker outlives pages and releases, so no cache may keep an old one. It may only request the shop's own
 * files, and pictures where the shop redirects to their bucket.
 */
export const serviceWorkerHeaders = (settings: Settings) => ({
  'cache-control': 'no-cache',
  'content-security-policy': ["default-src 'none'; connect-src 'self'", ...pictureHosts(settings)].join(' '),
})
