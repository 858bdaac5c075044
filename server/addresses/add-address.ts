import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Address, NewAddress } from '#contract/people/addresses.ts'
import { MAXIMUM_ADDRESSES } from '#contract/basics/limits.ts'
import { trimmedShipTo } from '#contract/orders/ship-to.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { addresses } from '#database/tables/addresses.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import { lockBook } from './lock-book.ts'
import { presentAddress } from './present-address.ts'

/**
 * Adds an address to the caller's book. The first one becomes the default.
 * @throws ShopError TOO_MANY_ADDRESSES
 */
export async function addAddress(db: Database, request: FastifyRequest, caller: Caller, added: NewAddress): Promise<Address> {
  return answerOnce(db, request, caller, async (tx) => {
    const { userId } = caller
    await requireLiveCaller(tx, caller)
    await lockBook(tx, userId)
    const count = await tx.$count(addresses, eq(addresses.userId, userId))
    if (count >= MAXIMUM_ADDRESSES) throw new ShopError('TOO_MANY_ADDRESSES')
    const isDefault = count === 0 || added.isDefault === true
    if (isDefault) await dropDefault(tx, userId)
    const [row] = await tx
      .insert(addresses)
      .values({ userId, ...trimmedShipTo(added), label: added.label?.trim() ?? '', isDefault })
      .returning()
    return presentAddress(row!) // an insert returns its row
  })
}

export const dropDefault = (tx: Transaction, userId: string) =>
  tx
    .update(addresses)
    .set({ isDefault: false, updatedAt: sql`now()` })
    .where(and(eq(addresses.userId, userId), addresses.isDefault))
