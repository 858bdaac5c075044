import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { corkWrites } from './cork-writes.ts'
import { giveUpInSilence } from './give-up-in-silence.ts'
import { prepareRepeated } from './prepare-repeated.ts'
import { queryOf } from './retry-not-sent.ts'
import { transactionsOf } from './transaction.ts'
import { watchCommits } from './watch-commits.ts'

/** The shop's database. Column names are the tables' field names in snake_case. */
export type Database = NodePgDatabase & { $client: pg.Pool }
/** Inside `transaction`: everything done with it happens together or not at all. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Whatever can run a query: the database itself or a transaction. */
export type Queryable = Database | Transaction

export type ConnectionSettings = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>

/** Each wait for the database ends within five seconds; whoever needs several, one after the other, waits for each. */
const STATEMENT_TIMEOUT_MS = 4_000
const LOCK_TIMEOUT_MS = 2_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 4_000
/** A server that still runs has answered or ended a statement by then. */
export const SILENCE_LIMIT_MS = 4_500

export type PoolOptions = {
  /** Most connections. */
  max?: number
  /** Told when an idle connection is lost; the pool replaces it by itself. */
  onError?: (error: Error) => void
  /** After so many ms without a word from the server, a connection with a question open is given up; never by default. */
  silenceLimitMs?: number
}

/**
 * A pool of connections. No statement, lock or forgotten transaction can hold a connection for long. A statement that could not
 * be sent is sent on another connection.
 */
export function connect(settings: ConnectionSettings, options: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    ...settings,
    max: options.max ?? 16,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // Statements that need not wait for each other's answers go to the server together; it still runs them one by one.
    pipeline: true,
    application_name: 'teleforge',
  })
  pool.on('error', options.onError ?? (() => {}))
  const watchClient = watchCommits(pool)
  pool.on('connect', (client) => {
    // A connection lost between two statements of a transaction fails the next one; nobody else is told of it.
    client.on('error', () => {})
    if (options.silenceLimitMs !== undefined) giveUpInSilence(client, options.silenceLimitMs)
    // Each wraps what was there before: a statement gets its name first, then what it writes is noted, then it is sent.
    corkWrites(client)
    watchClient(client)
    prepareRepeated(client)
  })
  pool.query = queryOf(pool)
  const db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = transactionsOf(pool)
  return db
}
