import type { Database } from '#database/connect.ts'
import { findKeyHolder } from '../api-keys/find-key-holder.ts'
import { keyIn } from '../api-keys/key-text.ts'
import { limitKeyCalls } from '../api-keys/limit-key-calls.ts'
import type { Callers } from '../platform/http/require-policies.ts'
import { findCaller } from './find-caller.ts'

/** Knows people by their access token and programs by their API key. Calls with a key are counted. */
export function knowCallers(db: Database): Callers {
  const countKeyCall = limitKeyCalls(db)
  return {
    find: (authorization) => {
      // The form tells a key from a token, so each call reads one table.
      const key = keyIn(authorization)
      return key === undefined ? findCaller(db, authorization) : findKeyHolder(db, key)
    },
    count: async ({ apiKeyId }) => {
      if (apiKeyId !== undefined) await countKeyCall(apiKeyId)
    },
  }
}
