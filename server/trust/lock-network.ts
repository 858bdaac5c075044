import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import type { Buyer } from './find-buyer.ts'

/**
 * Serializes the purchases of one network until the transaction ends, so that each sees what earlier ones have set aside;
 * the lock on a part's row would do this only for that part. Called after the account's attempt was counted and before a
 * part is locked. Does nothing for an account that has paid.
 */
export async function lockNetwork(tx: Transaction, { network }: Pick<Buyer, 'network'>): Promise<void> {
  if (network === null) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`set aside by ${network}`}, 0))`)
}
