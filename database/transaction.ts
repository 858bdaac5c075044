import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Queryable, Transaction } from './connect.ts'
import { StatementNotSent, wasNotSent } from './retry-not-sent.ts'
import { withLongStatements } from './session-settings.ts'
import { SQL_STATE, sqlState } from './sql-state.ts'

const ATTEMPTS = 4
/** The shop ends a transaction so many ms after the server should have: one before PostgreSQL 17 sets no bound itself. */
const SERVER_FIRST_MS = 1_000

/**
 * Runs `work` in one transaction and repeats it when PostgreSQL chose it as the victim of a deadlock, or when its
 * connection was lost before `begin` was sent.
 * `work` must do nothing outside the transaction.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      const state = sqlState(error)
      const isVictim = state === SQL_STATE.serializationFailure || state === SQL_STATE.deadlockDetected
      if (attempt === ATTEMPTS || !(isVictim || wasNotSent(error))) throw error
    }
  }
}

/**
 * As the query builder's own, which never gives a connection back whose `begin` failed: a few of them would be all. Here
 * `begin` travels with the first statement, and what `withCommit` was given with the commit. A transaction that takes
 * longer than `limitMs` loses its connection, and so is rolled back.
 */
export function transactionsOf(pool: pg.Pool, limitMs: number): Database['transaction'] {
  const pipelined = new WeakMap<pg.PoolClient, PipelinedConnection>()
  return async (work, config) => {
    const client = await pool.connect()
    const limit = setTimeout(() => endConnection(client), limitMs + SERVER_FIRST_MS)
    try {
      const connection = pipelined.get(client) ?? pipeline(client)
      pipelined.set(client, connection)
      const last: Promise<unknown>[] = []
      const result = await connection.builder.transaction(async (tx) => {
        closings.set(tx, (statement) => connection.sendNow(last, statement))
        owners.set(tx, connection.builder)
        limits.set(tx, limit)
        return work(tx)
      }, config)
      // Where one of them failed, the server has answered the commit by rolling back.
      await Promise.all(last)
      return result
    } finally {
      clearTimeout(limit)
      client.release()
    }
  }
}

const endConnection = (client: pg.PoolClient) =>
  client.connection.stream.destroy(Object.assign(new Error('the transaction took too long'), { code: 'ETIMEDOUT' }))

const limits = new WeakMap<Transaction, NodeJS.Timeout>()

/** For a transaction that reads much: it is not bound as a whole, and each of its statements may take so many ms. */
export async function allowLongStatements(tx: Transaction, statementMs: number): Promise<void> {
  clearTimeout(limits.get(tx))
  await tx.execute(withLongStatements(statementMs))
}

const owners = new WeakMap<Queryable, NodePgDatabase>()

/** What prepared statements belong to: the connection that a transaction runs on, else the database itself. */
export const statementOwner = (db: Queryable): object => owners.get(db) ?? db

type Statement = () => PromiseLike<unknown>
const closings = new WeakMap<Transaction, (statement: Statement) => void>()

/**
 * Sends a statement of a transaction together with its commit: for the last ones, whose answers matter to nobody as
 * long as they succeed. The transaction fails with the first that does.
 */
export function withCommit(tx: Transaction, statement: Statement): void {
  const close = closings.get(tx)
  if (!close) throw new Error('withCommit needs a transaction of the shop, not one inside it')
  close(statement)
}

/** One connection as transactions use it. */
type PipelinedConnection = { builder: NodePgDatabase; sendNow(last: Promise<unknown>[], statement: Statement): void }

function pipeline(client: pg.PoolClient): PipelinedConnection {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  let sent = 0
  let begun: Promise<unknown> = Promise.resolve()
  const send = async (...given: unknown[]) => {
    sent += 1
    if (isBegin(given[0])) {
      begun = query(...given)
      begun.catch(() => {}) // told to whoever waits for the first statement
      return undefined
    }
    // Where not even this arrives, the connection is gone, and what is told is why the transaction ended.
    if (isRollback(given[0])) return query(...given).catch(() => undefined)
    const begin = begun
    const answer = query(...given)
    answer.catch(() => {})
    await begin
    // The transaction has begun, so it is not repeated: its commit may be among what was sent.
    return answer.catch((error: unknown) => {
      throw error instanceof StatementNotSent ? error.cause : error
    })
  }
  return {
    builder: drizzle({ client: { query: send } as unknown as pg.PoolClient, casing: 'snake_case' }),
    sendNow(last, statement) {
      const before = sent
      const done = new Promise((resolve, reject) => void statement().then(resolve, reject))
      done.catch(() => {}) // awaited after the commit
      last.push(done)
      if (sent === before) throw new Error('a statement that goes with the commit must be sent before it')
    },
  }
}

const textOf = (statement: unknown) => (statement as { text?: string } | null)?.text ?? ''
const isBegin = (statement: unknown) => /^begin\b/.test(textOf(statement))
const isRollback = (statement: unknown) => textOf(statement) === 'rollback'
