import type { Database } from './connect.ts'

/**
 * A statement that is put together once for each database and, having a name, planned once for each of its connections.
 * For reads that come with every request.
 */
export function preparedOnce<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>()
  return (db) => {
    const statement = statements.get(db) ?? prepare(db)
    statements.set(db, statement)
    return statement
  }
}
