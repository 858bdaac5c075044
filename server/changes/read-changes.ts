import { and, asc, eq, getTableName, sql, type SQL } from 'drizzle-orm'
import { CHANGES_AT_ONCE, type ChangesAsked } from '#contract/orders/changes.ts'
import type { Queryable } from '#database/connect.ts'
import type { invoices } from '#database/tables/invoices.ts'
import type { orders } from '#database/tables/orders.ts'
import type { quotes } from '#database/tables/quotes.ts'
import { ShopError } from '../errors.ts'

type ChangedTable = typeof orders | typeof quotes | typeof invoices
type Place = { changedIn: string; position: number }
/** `which` and `inOrder` for the statement that reads the rows of one page. */
type Page = { which: SQL | undefined; inOrder: SQL[]; size: number }

/**
 * One page of the rows that have changed since a cursor, in the order of the transactions that have written them. Only rows of
 * transactions below the oldest running one: a reader would otherwise miss one that began earlier and commits later. All of these are
 * visible, since the rows are read after the horizon.
 * @param userId whose rows; undefined for all.
 * @throws ShopError CURSOR_OUTDATED for a cursor of another database or list.
 */
export async function readChanges<Row extends Place>(
  db: Queryable,
  table: ChangedTable,
  { userId, changedSince, size = CHANGES_AT_ONCE }: ChangesAsked & { userId: string | undefined },
  read: (page: Page) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string; more: boolean }> {
  const { epoch, horizon } = await findHorizon(db, table, userId)
  const after = readCursor(changedSince, epoch)
  const which = and(
    userId === undefined ? undefined : eq(table.userId, userId),
    sql`${table.changedIn} < ${horizon}::xid8`,
    sql`(${table.changedIn}, ${table.position}) > (${after.changedIn}::xid8, ${after.position}::bigint)`,
  )
  const rows = await read({ which, inOrder: [asc(table.changedIn), asc(table.position)], size: size + 1 })
  const more = rows.length > size
  const page = rows.slice(0, size)
  const last: Place = more ? page.at(-1)! : { changedIn: horizon, position: 0 } // a page has one row at least
  return { rows: page, next: `${epoch}.${last.changedIn}.${last.position}`, more }
}

/**
 * The oldest running transaction. `epoch` identifies the list, and the database whose transaction numbers are comparable: a restore
 * creates the tables again, a failover starts another timeline, and another server has another identifier.
 */
async function findHorizon(db: Queryable, table: ChangedTable, userId = 'all'): Promise<{ epoch: string; horizon: string }> {
  const { rows } = await db.execute<{ epoch: string; horizon: string }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, left(md5(concat_ws(' ',
      (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select oid from pg_database where datname = current_database()), ${getTableName(table)}::regclass::oid, ${userId}::text
    )), 16) as epoch`)
  return rows[0]! // without a table there is one row
}

function readCursor(cursor: string | undefined, epoch: string): { changedIn: string; position: string } {
  if (cursor === undefined) return { changedIn: '0', position: '0' }
  const [ofEpoch, changedIn = '', position = ''] = cursor.split('.')
  if (ofEpoch !== epoch) throw new ShopError('CURSOR_OUTDATED')
  return { changedIn, position }
}
