import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { messages } from '#contract/basics/messages.ts'
import type { Queryable } from '#database/connect.ts'
import { invalidField } from '../../errors.ts'

/**
 * The condition of keyset pagination: the rows after the one with this id, where a list is ordered by `keys`, which never change. A
 * page then starts after the last row of the previous one, also when rows have left the list. Undefined without an id.
 * @throws ShopError INVALID_INPUT at `after` for an id that no row has.
 */
export async function behind(
  db: Queryable,
  table: PgTable,
  after: string | undefined,
  keys: SQLWrapper[],
  { descending }: { descending: boolean },
): Promise<SQL | undefined> {
  if (after === undefined) return undefined
  const { rowCount } = await db.execute(sql`select from ${table} where id = ${after}::uuid`)
  if (rowCount === 0) throw invalidField('after', messages.afterUnknown)
  const key = sql.join(keys, sql`, `)
  return sql`(${key}) ${descending ? sql`<` : sql`>`} (select ${key} from ${table} where id = ${after}::uuid)`
}
