import type { Database } from '#database/connect.ts'
import { findKeyHolder } from './find-key-holder.ts'
import { isTestKey, keyIn } from './key-text.ts'
import { limitKeyCalls } from './limit-key-calls.ts'
import type { Callers } from '../platform/http/require-policies.ts'
import { findCaller } from '../identity/find-caller.ts'
import { findLiveRights } from '../identity/find-live-rights.ts'

/**
 * Knows people by their access token and programs by their API key: by test keys in the sandbox shop, whose `db` is that of the shop
 * itself, by all others in the shop. Calls with a key are counted.
 */
export function knowCallers(db: Database, shop: 'shop' | 'sandbox' = 'shop'): Callers {
  const countKeyCall = limitKeyCalls(db)
  return {
    find: async (authorization) => {
      // The form distinguishes keys from tokens, so each call reads one table.
      const key = keyIn(authorization)
      if (key === undefined) return findCaller(db, authorization)
      return isTestKey(key) === (shop === 'sandbox') ? findKeyHolder(db, key) : null
    },
    rightsOf: (callers) =>
      findLiveRights(
        db,
        callers.flatMap(({ sessionId }) => sessionId ?? []),
        callers.flatMap(({ apiKeyId }) => apiKeyId ?? []),
      ),
    count: async ({ apiKeyId }) => {
      if (apiKeyId !== undefined) await countKeyCall(apiKeyId)
    },
  }
}
