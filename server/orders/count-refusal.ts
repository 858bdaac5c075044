import type { Database } from '#database/connect.ts'
import { ShopError } from '../errors.ts'
import { countAttempt } from '../identity/limit-attempts.ts'

/**
 * Counts a refused attempt to take pieces, because its count was rolled back with its transaction. Otherwise refusals, which
 * lock the same rows as purchases, would be unlimited.
 * @throws ShopError TOO_MANY_REQUESTS
 */
export async function countRefusal(db: Database, userId: string, error: unknown): Promise<void> {
  if (error instanceof ShopError && error.code !== 'TOO_MANY_REQUESTS') await countAttempt(db, 'hold', userId)
}
