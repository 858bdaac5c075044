import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Queryable, Sender } from './connect.ts'

/*
 * The one way to prepare a named statement. Statements of every request, or of every order, are built once: with the query builder
 * once for each connection in a transaction and once for the pool. PostgreSQL parses and plans them once for each connection. It
 * saves about a third of the shop's processor time for an order. All other statements are unnamed.
 */

type Preparable<Prepared> = { prepare(name: string): Prepared }

/** A statement of the query builder, with placeholders. */
export function preparedOnce<Prepared>(name: string, build: (db: Queryable) => Preparable<Prepared>): (db: Queryable) => Prepared {
  const statements = new WeakMap<Queryable, Prepared>()
  return (db) => {
    const statement = statements.get(db) ?? build(db).prepare(nameFor(db, name))
    statements.set(db, statement)
    return statement
  }
}

/** A statement written in SQL, with placeholders; returns its rows. */
export function preparedSql<Row extends pg.QueryResultRow>(
  name: string,
  statement: SQL,
): (db: Queryable, values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (db, values) => {
    const client: Sender = db.$client
    const { rows } = await client.query<Row>({ name: nameFor(db, name), text, values: fillPlaceholders(params, values) })
    return rows
  }
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** A pooler may not support prepared statements: then statements are unnamed. */
const nameFor = (db: Queryable, name: string) => (db.prepares ? name : '')
