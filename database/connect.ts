import { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { sql, type SQL } from 'drizzle-orm'
import { prepareRepeated } from './prepare-repeated.ts'
import { watchCommits } from './watch-commits.ts'

/** The shop's database. Column names are the tables' field names in snake_case. */
export type Database = NodePgDatabase & { $client: pg.Pool }
/** Inside `transaction`: everything done with it happens together or not at all. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Whatever can run a query: the database itself or a transaction. */
export type Queryable = Database | Transaction

export type ConnectionSettings = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>

/** Whoever waits for the database is told within five seconds that it does not answer; so each step of it ends sooner. */
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

/** A pool of connections. No statement, lock or forgotten transaction can hold a connection for long. */
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
  pool.on('connect', (client) => {
    // A connection lost between two statements of a transaction fails the next one; nobody else is told of it.
    client.on('error', () => {})
    if (options.silenceLimitMs !== undefined) giveUpInSilence(client, options.silenceLimitMs)
  })
  pool.on('connect', writeTogether)
  watchCommits(pool)
  prepareRepeated(pool)
  const db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = transactionsOf(pool)
  return db
}

/** What is asked in one turn of the event loop is written at once: each write wakes the server up, which costs more than it. */
function writeTogether(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let isWaiting = false
  client.query = ((...given: unknown[]) => {
    if (!isWaiting) {
      isWaiting = true
      stream.cork()
      setImmediate(() => {
        isWaiting = false
        stream.uncork()
      })
    }
    return query(...given)
  }) as typeof client.query
}

/** A stopped server, or one behind a cut line, keeps its connections open and says nothing, nor ends any statement. */
function giveUpInSilence(client: pg.PoolClient, limitMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  let writtenWhenReady = stream.bytesWritten
  client.connection.on('readyForQuery', () => (writtenWhenReady = stream.bytesWritten))
  stream.setTimeout(limitMs, () => {
    if (stream.bytesWritten === writtenWhenReady) return
    stream.destroy(Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' }))
  })
}

/**
 * As the query builder's own, which never gives a connection back whose `begin` failed: a few of them would be all. Here
 * `begin` travels with the first statement, and what `withCommit` was given with the commit.
 */
function transactionsOf(pool: pg.Pool): Database['transaction'] {
  const lines = new WeakMap<pg.PoolClient, Line>()
  return async (work, config) => {
    const client = await pool.connect()
    try {
      const line = lines.get(client) ?? openLine(client)
      lines.set(client, line)
      const last: Promise<unknown>[] = []
      const result = await line.builder.transaction(async (tx) => {
        closings.set(tx, (statement) => line.sendNow(last, statement))
        connections.set(tx, line.builder)
        return work(tx)
      }, config)
      // Where one of them failed, the server has answered the commit by rolling back.
      await Promise.all(last)
      return result
    } finally {
      client.release()
    }
  }
}

const connections = new WeakMap<Queryable, NodePgDatabase>()

/** What stays the same from transaction to transaction of one connection; without one, what was given. */
export const connectionOf = (db: Queryable): object => connections.get(db) ?? db

type Statement = () => PromiseLike<unknown>
const closings = new WeakMap<Transaction, (statement: Statement) => void>()

/**
 * Sends a statement of a transaction together with its commit: for the last ones, of whose answers nothing depends but
 * whether they succeeded. The transaction fails with the first that does.
 */
export function withCommit(tx: Transaction, statement: Statement): void {
  const close = closings.get(tx)
  if (!close) throw new Error('withCommit needs a transaction of the shop, not one inside it')
  close(statement)
}

/** One connection as transactions use it. */
type Line = { builder: NodePgDatabase; sendNow(last: Promise<unknown>[], statement: Statement): void }

function openLine(client: pg.PoolClient): Line {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  let sent = 0
  let begun: Promise<unknown> = Promise.resolve()
  const inLine = async (...given: unknown[]) => {
    sent += 1
    if (isBegin(given[0])) {
      begun = query(...given)
      begun.catch(() => {}) // told to whoever waits for the first statement
      return undefined
    }
    const begin = begun
    const answer = query(...given)
    answer.catch(() => {})
    await begin
    return answer
  }
  return {
    builder: drizzle({ client: { query: inLine } as unknown as pg.PoolClient, casing: 'snake_case' }),
    sendNow(last, statement) {
      const before = sent
      const done = new Promise((resolve, reject) => void statement().then(resolve, reject))
      done.catch(() => {}) // awaited after the commit
      last.push(done)
      if (sent === before) throw new Error('a statement that goes with the commit must be sent before it')
    },
  }
}

const isBegin = (statement: unknown) => /^begin\b/.test((statement as { text?: string } | null)?.text ?? '')

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
export const minutesFromNow = (minutes: number | SQL) => sql<Date>`now() + make_interval(mins => ${minutes}::int)`
