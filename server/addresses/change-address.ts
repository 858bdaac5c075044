import { and, eq, sql } from 'drizzle-orm'
import type { Address, NewAddress } from '#contract/people/addresses.ts'
import { trimmedShipTo } from '#contract/orders/ship-to.ts'
import type { Database } from '#database/connect.ts'
import { addresses } from '#database/tables/addresses.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { dropDefault } from './add-address.ts'
import { lockBook } from './lock-book.ts'
import { presentAddress } from './present-address.ts'

/** Changes an address of the book. The default stays one until another becomes it. @throws ShopError NOT_FOUND */
export async function changeAddress(db: Database, caller: Caller, addressId: string, changed: NewAddress): Promise<Address> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await lockBook(tx, userId)
    const own = and(eq(addresses.id, addressId), eq(addresses.userId, userId))
    const [before] = await tx.select().from(addresses).where(own)
    if (!before) throw new ShopError('NOT_FOUND')
    const becomesDefault = changed.isDefault === true && !before.isDefault
    if (becomesDefault) await dropDefault(tx, userId)
    const [row] = await tx
      .update(addresses)
      .set({
        ...trimmedShipTo(changed),
        // A program of the previous release does not know it.
        state: changed.state?.trim() ?? (changed.country === before.country ? before.state : ''),
        label: changed.label?.trim() ?? before.label,
        isDefault: before.isDefault || becomesDefault,
        updatedAt: sql`now()`,
      })
      .where(own)
      .returning()
    return presentAddress(row!) // the book is locked, so it exists
  })
}
