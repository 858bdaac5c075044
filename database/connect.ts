import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { watchChanges, type Changes } from './changes.ts'
import { giveUpInSilence } from './give-up-in-silence.ts'
import { openPool, type ConnectionPool, type ConnectionSettings } from './open-pool.ts'
import { CUSTOMER_LIMITS, type TimeLimits } from './session-settings.ts'

/** Statements of the query builder. Column names are the tables' field names in snake_case. `prepares`: statements may have names. */
type Statements = Omit<NodePgDatabase, 'transaction'> & { prepares: boolean }
/** The shop's database: each statement takes a connection of the pool. `transactionMs` limits a transaction as a whole. */
export type Database = Statements & { $client: ConnectionPool; changes: Changes; transactionMs: number }
/** Inside `transaction`: its statements take effect together or not at all. */
export type Transaction = Statements & { $client: pg.PoolClient }
export type Queryable = Database | Transaction

export type { ConnectionSettings }

/** By then a running server has answered or ended a statement. */
export const SILENCE_LIMIT_MS = 4_500

/** Connections of a process, besides one that listens for changes. */
export const POOL_SIZE = 16

type PoolOptions = {
  max?: number
  onError?: (error: Error) => void
  /** A connection with an open statement is closed when the server sends nothing for this many ms; never by default. */
  silenceLimitMs?: number
  /** By default those for customers. */
  limits?: Partial<TimeLimits>
  /** Maximum wait for a connection, in ms. */
  connectMs?: number
}

/**
 * A pool of connections. No statement, lock or transaction can hold a connection for long. A connection that was lost
 * while it was idle is replaced before a statement is sent (`open-pool.ts`).
 */
export function connect(settings: ConnectionSettings, options: PoolOptions = {}): Database {
  const limits = { ...CUSTOMER_LIMITS, ...options.limits }
  const pool = openPool(settings, {
    max: options.max ?? POOL_SIZE,
    applicationName: 'teleforge',
    limits,
    connectMs: options.connectMs,
  })
  if (options.onError) pool.driver.on('error', options.onError)
  pool.driver.on('connect', (client) => {
    if (options.silenceLimitMs !== undefined) giveUpInSilence(client, options.silenceLimitMs)
  })
  const listeners = settings.pooler ? undefined : openPool(settings, { max: 1, applicationName: 'teleforge changes', limits })
  const changes = watchChanges(pool, listeners, SILENCE_LIMIT_MS)
  return Object.assign(statementsOn(pool, settings.prepare !== false), { changes, transactionMs: limits.transactionMs })
}

/** The query builder on a pool or a connection; it uses only `query`. */
export const statementsOn = <Client extends ConnectionPool | pg.PoolClient>(client: Client, prepares: boolean) =>
  Object.assign(drizzle({ client: client as Client & pg.PoolClient, casing: 'snake_case' }), { prepares })
