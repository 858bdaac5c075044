import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { messages } from '#contract/basics/messages.ts'
import type { Queryable } from '#database/connect.ts'
import { invalidField } from '../../errors.ts'

/**
 * The condition of the rows that stand behind one with this id, where a list is in the order of `keys`, which never change. So a page
 * begins where the one before has ended, also when rows have left the list meanwhile. Undefined without an id.
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
