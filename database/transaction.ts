import type pg from 'pg'
import { statementsOn, type Database, type Transaction } from './connect.ts'
import { readOnlyServer } from './open-pool.ts'
import { bearSilence } from './give-up-in-silence.ts'
import { sendStatement } from './send-statement.ts'
import { withLongStatements } from './session-settings.ts'
import { SQL_STATE, sqlState } from './sql-state.ts'

const ATTEMPTS = 4
/** The shop ends a transaction this many ms after the server's limit: PostgreSQL before 17 has none. */
const SERVER_FIRST_MS = 1_000

/**
 * Runs `work` in one transaction and repeats it when PostgreSQL chose it as the victim of a deadlock.
 * `work` must do nothing outside the transaction.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      const state = sqlState(error)
      const isVictim = state === SQL_STATE.serializationFailure || state === SQL_STATE.deadlockDetected
      if (attempt < ATTEMPTS && isVictim) continue
      db.$client.countIfFailed(error)
      throw error
    }
  }
}

/**
 * Replaces the query builder's own, which never releases a connection whose `begin` failed, and reports a failed `rollback` in place
 * of the error that caused it. A transaction that takes too long loses its connection, and so is rolled back.
 */
async function runOnce<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.$client.connect()
  const tx = transactions.get(client) ?? openTransaction(client, db.prepares)
  transactions.set(client, tx)
  const limit = setTimeout(() => endConnection(client), db.transactionMs + SERVER_FIRST_MS)
  limits.set(tx, limit)
  try {
    await begin(client, db.$client.isPooled)
    const result = await work(tx)
    await sendStatement(client, 'commit')
    return result
  } catch (error) {
    // The server itself rolls back transactions of a lost connection.
    await sendStatement(client, 'rollback').catch(() => {})
    db.$client.replaceIfReadOnly(error)
    throw error
  } finally {
    clearTimeout(limit)
    bearSilence(client)
    client.release()
  }
}

/** A pooler may have led to a server that takes no writes since its connection was opened: what such a server says decides nothing. */
async function begin(client: pg.PoolClient, isPooled: boolean): Promise<void> {
  if (!isPooled) return void (await sendStatement(client, 'begin'))
  const [, shown] = (await sendStatement(client, 'begin; show transaction_read_only')) as unknown as pg.QueryResult<{
    transaction_read_only: string
  }>[]
  if (shown?.rows[0]?.transaction_read_only === 'on') throw readOnlyServer()
}

const openTransaction = (connected: pg.PoolClient, prepares: boolean): Transaction =>
  statementsOn({ query: (statement, values) => sendStatement(connected, statement, values), connected }, prepares)

/** One for each connection, so that its prepared statements are built once. */
const transactions = new WeakMap<pg.PoolClient, Transaction>()
const limits = new WeakMap<Transaction, NodeJS.Timeout>()

const endConnection = (client: pg.PoolClient) =>
  client.connection.stream.destroy(Object.assign(new Error('the transaction took too long'), { code: 'ETIMEDOUT' }))

/** For a transaction with long reads: it has no limit as a whole, and each of its statements may take this many ms. */
export async function allowLongStatements(tx: Transaction, statementMs: number): Promise<void> {
  clearTimeout(limits.get(tx))
  bearSilence(tx.$client.connected, statementMs)
  await tx.execute(withLongStatements(statementMs))
}
