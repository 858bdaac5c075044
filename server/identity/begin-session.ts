import type { Exchange, Identity } from './identity.ts'

/**
 * Begins the identity session of a person who has just proved who they are, whose cookie goes out with the reply; answers
 * with its id. The session that the browser had until now ends.
 * @throws ShopError ACCOUNT_DISABLED
 */
export async function beginSession(identity: Identity, exchange: Exchange, userId: string): Promise<string> {
  const earlier = await identity.findSession(exchange.request)
  const sessionId = await identity.startSessionOf(exchange, userId)
  if (earlier) await identity.endSession(earlier.id)
  return sessionId
}
