import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Connection, Database, Queryable, Transaction } from './connect.ts'
import { bearSilence } from './give-up-in-silence.ts'
import { withLongStatements } from './session-settings.ts'
import { SQL_STATE, sqlState } from './sql-state.ts'

const ATTEMPTS = 4
/** The shop ends a transaction this many ms after the server should have: one before PostgreSQL 17 sets no limit itself. */
const SERVER_FIRST_MS = 1_000

/**
 * Runs `work` in one transaction and repeats it when PostgreSQL chose it as the victim of a deadlock.
 * `work` must do nothing outside the transaction.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      const state = sqlState(error)
      const isVictim = state === SQL_STATE.serializationFailure || state === SQL_STATE.deadlockDetected
      if (attempt === ATTEMPTS || !isVictim) throw error
    }
  }
}

/**
 * As the query builder's own, which never gives a connection back whose `begin` failed, and reports a failed `rollback` in
 * place of the error that caused it. A transaction that takes longer than `limitMs` loses its connection, and so is rolled
 * back.
 */
export function transactionsOf(pool: pg.Pool, limitMs: number): Database['transaction'] {
  const connections = new WeakMap<pg.PoolClient, Connection>()
  return async (work, config) => {
    const client = await pool.connect()
    const limit = setTimeout(() => endConnection(client), limitMs + SERVER_FIRST_MS)
    const connection = connections.get(client) ?? drizzle({ client, casing: 'snake_case' })
    connections.set(client, connection)
    const failures: unknown[] = []
    try {
      return await connection.transaction(async (tx) => {
        owners.set(tx, connection)
        limits.set(tx, { timer: limit, client })
        return await work(tx).catch((error: unknown) => {
          failures.push(error)
          throw error
        })
      }, config)
    } catch (error) {
      throw failures[0] ?? error
    } finally {
      clearTimeout(limit)
      bearSilence(client)
      client.release()
    }
  }
}

const endConnection = (client: pg.PoolClient) =>
  client.connection.stream.destroy(Object.assign(new Error('the transaction took too long'), { code: 'ETIMEDOUT' }))

const limits = new WeakMap<Transaction, { timer: NodeJS.Timeout; client: pg.PoolClient }>()

/** For a transaction that reads much: it has no limit as a whole, and each of its statements may take this many ms. */
export async function allowLongStatements(tx: Transaction, statementMs: number): Promise<void> {
  const limit = limits.get(tx)
  if (limit) {
    clearTimeout(limit.timer)
    bearSilence(limit.client, statementMs)
  }
  await tx.execute(withLongStatements(statementMs))
}

const owners = new WeakMap<Queryable, Connection>()

export function statementOwner(db: Queryable): Database | Connection {
  const owner = owners.get(db) ?? db
  if ('$client' in owner) return owner
  throw new Error('a prepared statement needs a transaction of the shop, not one inside it')
}
