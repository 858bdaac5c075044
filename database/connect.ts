import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { sql } from 'drizzle-orm'

/** The shop's database. Column names are the tables' field names in snake_case. */
export type Database = NodePgDatabase & { $client: pg.Pool }
/** Inside `transaction`: everything done with it happens together or not at all. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Whatever can run a query: the database itself or a transaction. */
export type Queryable = Database | Transaction

export type ConnectionSettings = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>

const STATEMENT_TIMEOUT_MS = 5_000
const LOCK_TIMEOUT_MS = 2_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000

/**
 * A pool of connections. No statement, lock or forgotten transaction can hold a connection for long.
 * @param onError told when an idle connection is lost; the pool replaces it by itself.
 */
export function connect(
  settings: ConnectionSettings,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    ...settings,
    max: options.max ?? 16,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    application_name: 'teleforge',
  })
  pool.on('error', options.onError ?? (() => {}))
  return drizzle({ client: pool, casing: 'snake_case' })
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const ATTEMPTS = 4

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
      if (attempt === ATTEMPTS || (state !== SERIALIZATION_FAILURE && state !== DEADLOCK_DETECTED)) throw error
    }
  }
}

/** PostgreSQL's five-character code of a failed statement, also when the query builder wrapped the error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return sqlState(error.cause)
}

/** The database's clock: every expiry is decided by it, never by the clock of a shop process. */
export const databaseNow = sql<Date>`now()`

/** `now()` of the database plus so many minutes. */
export const minutesFromNow = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes}::int)`
