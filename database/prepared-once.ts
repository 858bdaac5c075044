import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Queryable } from './connect.ts'

/*
 * The one way to name a statement. What comes with every request, or with every order, is put together once for each
 * connection that runs transactions, and once for those that do not; PostgreSQL reads and plans it once for each connection. It
 * saves about a third of the shop's processor time for an order. All other statements have no name.
 */

const unnamed = new WeakSet<object>()

/** Sends the statements of a pool, or of a connection, without names: for a pooler that does not keep prepared statements. */
export const nameNothing = (client: pg.Pool | pg.PoolClient): void => void unnamed.add(client)

type Preparable<Prepared> = { prepare(name: string): Prepared }

/** A statement of the query builder, with placeholders. */
export function preparedOnce<Prepared>(name: string, build: (db: Queryable) => Preparable<Prepared>): (db: Queryable) => Prepared {
  const statements = new WeakMap<Queryable, Prepared>()
  return (db) => {
    const statement = statements.get(db) ?? build(db).prepare(unnamed.has(db.$client) ? '' : name)
    statements.set(db, statement)
    return statement
  }
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** A statement written in SQL, with placeholders; answers with its rows. Times come as PostgreSQL's texts. */
export function preparedSql<Row extends pg.QueryResultRow>(
  name: string,
  statement: SQL,
): (db: Queryable, values: Record<string, unknown>) => Promise<Row[]> {
  type Result = { execute: pg.QueryResult<Row>; all: unknown; values: unknown }
  const prepared = preparedOnce(name, (db) => ({
    prepare: (given: string) => db._.session.prepareQuery<Result>(dialect.sqlToQuery(statement), undefined, given, false),
  }))
  return async (db, values) => (await prepared(db).execute(values)).rows
}
