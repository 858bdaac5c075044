import type { Queryable } from './connect.ts'
import { statementOwner } from './transaction.ts'

/**
 * A statement that is put together once for each database, or each connection that runs transactions, and, having a name,
 * planned once for each connection. For what comes with every request, or with every order.
 */
export function preparedOnce<Statement>(prepare: (db: Queryable) => Statement): (db: Queryable) => Statement {
  const statements = new WeakMap<object, Statement>()
  return (db) => {
    const owner = statementOwner(db)
    const statement = statements.get(owner) ?? prepare(db)
    statements.set(owner, statement)
    return statement
  }
}
