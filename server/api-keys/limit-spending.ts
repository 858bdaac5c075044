import { and, eq, isNull } from 'drizzle-orm'
import type { ApiKey } from '#contract/people/api-keys.ts'
import { dollarsToCents } from '#contract/basics/money.ts'
import type { Database } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { presentKey } from './present-key.ts'

/**
 * Sets what agents may order with a key of the caller, in dollars with tax; null: nothing. Holds from the next order on.
 * @throws ShopError NOT_FOUND for an unknown or revoked key or another account's; INVALID_INPUT for what is no amount in whole cents.
 */
export async function limitSpending(db: Database, caller: Caller, id: string, spending: ApiKey['spending']): Promise<ApiKey> {
  const limits = { orderLimitCents: centsOf('perOrder', spending?.perOrder), monthLimitCents: centsOf('perMonth', spending?.perMonth) }
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const own = and(eq(apiKeys.id, id), eq(apiKeys.userId, caller.userId), isNull(apiKeys.revokedAt))
    const [row] = await tx.update(apiKeys).set(limits).where(own).returning()
    if (!row) throw new ShopError('NOT_FOUND')
    return presentKey(row)
  })
}

function centsOf(field: string, dollars: number | undefined): number | null {
  if (dollars === undefined) return null
  const cents = dollarsToCents(dollars)
  if (cents === undefined) throw invalidField(`spending.${field}`, 'Enter an amount in dollars and whole cents.')
  return cents
}
