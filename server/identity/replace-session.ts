import type { Exchange, Identity } from './identity.ts'

/**
 * Starts the identity session of an authenticated account, sets its cookie on the reply and returns its id. The browser's
 * earlier session ends.
 * @throws ShopError ACCOUNT_DISABLED
 */
export async function replaceSession(identity: Identity, exchange: Exchange, userId: string): Promise<string> {
  const earlier = await identity.findSession(exchange.request)
  const sessionId = await identity.startSessionOf(exchange, userId)
  if (earlier) await identity.endSession(earlier.id)
  return sessionId
}
