import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import type { Buyer } from './find-buyer.ts'

/**
 * Makes the purchases of one network take turns until the transaction ends, so that each finds what those before it have
 * set aside; of one part the lock of its row alone would do, not of others. Called after the account's own attempt was
 * counted and before a part is locked; nothing for an account that has paid.
 */
export async function lockNetwork(tx: Transaction, { network }: Pick<Buyer, 'network'>): Promise<void> {
  if (network === null) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`set aside by ${network}`}, 0))`).execute() // sent at once
}
