import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

/**
 * Deletes at most `limit` rows by their key; rows locked by others are skipped. Returns the number deleted. A table
 * expression is evaluated once; a subquery, with its limit, may be evaluated again for each row.
 */
export async function deleteSome(db: Queryable, key: PgColumn, which: SQL, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with chosen as (select ${key} as key from ${key.table} where ${which} limit ${limit} for update skip locked)
    delete from ${key.table} where ${key} in (select key from chosen)`)
  return rowCount ?? 0
}
