import { asc, desc, eq } from 'drizzle-orm'
import type { Address } from '#contract/people/addresses.ts'
import type { Queryable } from '#database/connect.ts'
import { addresses } from '#database/tables/addresses.ts'
import { presentAddress } from './present-address.ts'

/** The default first, then the oldest. */
export async function listAddresses(db: Queryable, userId: string): Promise<Address[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), asc(addresses.createdAt), asc(addresses.id))
  return rows.map(presentAddress)
}
