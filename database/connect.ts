import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Availability } from './availability.ts'
import { watchChanges, type Changes } from './changes.ts'
import { giveUpInSilence } from './give-up-in-silence.ts'
import { openPool, type ConnectionPool, type ConnectionSettings } from './open-pool.ts'
import { isDatabaseAway } from './database-trouble.ts'
import { CUSTOMER_LIMITS, type TimeLimits } from './session-settings.ts'

/** Statements of the query builder. Column names are the tables' field names in snake_case. `prepares`: statements may have names. */
type Statements = Omit<NodePgDatabase, 'transaction'> & { prepares: boolean }
/**
 * The shop's database: each statement takes a connection of the pool. `transactionMs` limits a transaction as a whole, `publicReadingMs` all
 * statements of one page together.
 */
export type Database = Statements & {
  $client: ConnectionPool
  changes: Changes
  availability: Availability
  transactionMs: number
  publicReadingMs: number
}
/** What sends statements: a pool, or the connection of a transaction. */
export type Sender = Pick<ConnectionPool, 'query'>
/** Inside `transaction`: its statements take effect together or not at all. */
export type Transaction = Statements & { $client: Sender & { connected: pg.PoolClient } }
export type Queryable = Database | Transaction

export type { ConnectionSettings }

/** By then a running server has answered or ended a statement. */
export const SILENCE_LIMIT_MS = 4_500

/** A page as a whole: less than a visitor waits. */
const PUBLIC_READING_MS = 3_500
/** A server that takes longer for an empty statement is taken to be away until it answers. */
const ASK_LIMIT_MS = 1_000

/** Connections of a process, besides one that listens for changes. */
export const POOL_SIZE = 16

type PoolOptions = {
  max?: number
  onError?: (error: Error) => void
  /** A connection with an open statement is closed when the server sends nothing for this many ms; never by default, nor is anything given up. */
  silenceLimitMs?: number
  /** For the statements of a page together, and for an empty statement. */
  publicReadingMs?: number
  askLimitMs?: number
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
  const { silenceLimitMs, connectMs } = options
  const open = (max: number, applicationName: string, trustsReadOnly = false) => {
    const pool = openPool(settings, { max, applicationName, limits, connectMs, trustsReadOnly })
    pool.driver.on('connect', (client) => {
      if (silenceLimitMs !== undefined) giveUpInSilence(client, silenceLimitMs)
    })
    return pool
  }
  const pool = open(options.max ?? POOL_SIZE, 'teleforge')
  if (options.onError) pool.driver.on('error', options.onError)
  const listeners = settings.pooler
    ? undefined
    : openPool(settings, { max: 1, applicationName: 'teleforge changes', limits, trustsReadOnly: true })
  const changes = watchChanges(pool, listeners, SILENCE_LIMIT_MS)
  const isPatient = silenceLimitMs === undefined
  const { askLimitMs = isPatient ? Infinity : ASK_LIMIT_MS, publicReadingMs = isPatient ? Infinity : PUBLIC_READING_MS } = options
  const availability = askBeside(pool, open(1, 'teleforge asking', true), askLimitMs)
  return Object.assign(statementsOn(pool, settings.prepare !== false), {
    changes,
    availability,
    transactionMs: limits.transactionMs,
    publicReadingMs,
  })
}

/** Asks on a connection that nothing else waits for. */
function askBeside(pool: ConnectionPool, asking: ConnectionPool, limitMs: number): Availability {
  // The one who doubts may have no time or connection left.
  const onItsOwn = AsyncLocalStorage.snapshot()
  const ask = () =>
    onItsOwn(() => asking.query('select 1')).then(
      () => undefined,
      // What is no sign of its absence is an answer.
      (error: Error) => (isDatabaseAway(error) ? error : undefined),
    )
  const availability = new Availability(ask, limitMs)
  pool.availability = availability
  pool.driver.on('error', () => availability.doubt())
  pool.beforeEnd(async () => {
    availability.end()
    await asking.end()
  })
  return availability
}

/** The query builder on a pool or a connection; it uses only `query`. */
export const statementsOn = <Client extends Sender>(client: Client, prepares: boolean) =>
  Object.assign(drizzle({ client: client as Client & pg.PoolClient, casing: 'snake_case' }), { prepares })
