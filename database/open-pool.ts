import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { parseDatabaseUrl, type DatabaseAddress } from './database-url.ts'
import { takeFromShares } from './connection-shares.ts'
import type { Availability } from './availability.ts'
import { failsAllWrites, isDatabaseAway, isDatabaseBusy, markAway, markIfAway } from './database-trouble.ts'
import { HostFailover } from './host-failover.ts'
import { isPublicReading, withinReading } from './public-reading.ts'
import { sendStatement } from './send-statement.ts'
import { openingStatement, type TimeLimits } from './session-settings.ts'
import { SQL_STATE, sqlState } from './sql-state.ts'

/** The database's address: a libpq URI, or its parts. */
export type ConnectionSettings = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'> & {
  /** There is a pooler in transaction mode: each transaction may have another server connection. */
  pooler?: 'transaction'
  /** False if a pooler does not support prepared statements. */
  prepare?: boolean
}

export type OpenPoolOptions = {
  max: number
  applicationName: string
  /** By default the settings of role, database and server. */
  limits?: TimeLimits
  /** Maximum wait for a connection, for all hosts together. */
  connectMs?: number
  /** A server that takes no writes may be asked for everything, not only for what everybody may see. */
  trustsReadOnly?: boolean
}

const CONNECT_TIMEOUT_MS = 4_000
/** The timeout of a host is counted in such steps, so that a busy event loop counts as one step, of any length. */
const STEP_MS = 100
/** In a statement by itself; one in a transaction counts as a write. */
const WRITES = /\b(insert into|update|delete from)\b/i
/** Work that may wait for a connection while the database is away: more would only grow a queue that looks like overload. */
const WAITING_WHILE_AWAY = 8
/** Refused statements within this time are caused by the same change of the server. */
const SAME_CHANGE_MS = 1_000

/** Connections that have the shop's session settings. Of several hosts only one that accepts writes is used. */
export function openPool(settings: ConnectionSettings, options: OpenPoolOptions): ConnectionPool {
  const address = addressOf(settings)
  const { connectMs = CONNECT_TIMEOUT_MS } = options
  const hosts = new HostFailover(address)
  const opening = openingStatement({ limits: options.limits, pooler: settings.pooler })
  const login = { ...loginOf(address), application_name: address.application_name ?? options.applicationName }
  const timeouts = new WeakMap<pg.ClientBase, NodeJS.Timeout>()
  const readOnlySince: ReadOnlySince = new WeakMap()

  /** Connects to the current host. */
  function openClient(): pg.Client {
    const client = new pg.Client({ ...login, ...hosts.current, ssl: hosts.sslOf(hosts.current) })
    let stepsLeft = connectMs / STEP_MS / address.hosts.length
    const timeout = setInterval(() => {
      if (--stepsLeft <= 0) client.connection.stream.destroy(new Error('timeout expired'))
    }, STEP_MS)
    timeouts.set(client, timeout)
    client.once('end', () => clearInterval(timeout))
    // A connection lost between two statements fails the next one; there is no other notification.
    client.on('error', () => {})
    return client
  }

  async function setUp(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ readOnly: string }>(opening)
    clearInterval(timeouts.get(client))
    if (rows[0]?.readOnly !== 'on') return
    if (address.mustWrite) throw markAway(readOnlyServer())
    if (!options.trustsReadOnly) readOnlySince.set(client, performance.now())
  }

  const driver = new pg.Pool({
    ...login,
    max: options.max,
    connectionTimeoutMillis: connectMs,
    // The pool calls `new` on this for each connection.
    Client: new Proxy(pg.Client, { construct: openClient }),
    onConnect: setUp,
  })
  return new ConnectionPool(driver, { hosts, connectMs, readOnlySince, isPooled: settings.pooler !== undefined })
}

/** Connections to a server that takes no writes, and when they were opened. */
type ReadOnlySince = WeakMap<pg.ClientBase, number>

type PoolParts = { hosts: HostFailover; connectMs: number; readOnlySince: ReadOnlySince; isPooled: boolean }

/** The parts of an address in either form. @throws DatabaseUrlError */
export function addressOf({ connectionString, host = 'localhost', port = 5432, user, database }: ConnectionSettings): DatabaseAddress {
  if (connectionString !== undefined) return parseDatabaseUrl(connectionString)
  return {
    hosts: [{ host, port }],
    ...(user && { user }),
    ...(database && { database }),
    ssl: false,
    sslIsOptional: false,
    mustWrite: false,
  }
}

/** `host` and `port` are the first ones, for readers of the pool's options. */
function loginOf({ hosts, user, password, database, options, enableChannelBinding }: DatabaseAddress) {
  return { ...hosts[0], user, password, database, options, enableChannelBinding }
}

const doesNotAnswer = () => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })

export const readOnlyServer = () => Object.assign(new Error('the server takes no writes'), { code: SQL_STATE.readOnlyTransaction })

/**
 * Hands out connections. A new one tries the host that answered last, then the others in turn. One that was lost while it was idle is
 * replaced before a statement is sent; all are replaced when a server refuses a write because it has become read-only, so that a new
 * primary is found. A server that takes no writes is only asked for what everybody may see: what it says may be older than what the
 * primary has confirmed.
 */
export class ConnectionPool {
  /** For its figures and events. It tries a single host, and may hand out lost connections. */
  readonly driver: pg.Pool
  /** Since the start, because the database did not answer, or not in time. */
  failedWrites = 0
  /** A pooler gives each transaction a server of its choice. */
  readonly isPooled: boolean
  /** Is told of each failure, and knows whether the database is there. */
  availability: Availability | undefined
  readonly #hosts: HostFailover
  readonly #connectMs: number
  readonly #readOnlySince: ReadOnlySince
  readonly #connections = new Set<pg.PoolClient>()
  readonly #unusable = new WeakSet<pg.PoolClient>()
  /** What gives back the shares of a connection that is in use. */
  readonly #shares = new WeakMap<pg.PoolClient, () => void>()
  #changedAt = -Infinity
  #waitingForShares = 0
  readonly #beforeEnd: (() => Promise<void>)[] = []

  constructor(driver: pg.Pool, { hosts, connectMs, readOnlySince, isPooled }: PoolParts) {
    this.driver = driver
    this.isPooled = isPooled
    this.#hosts = hosts
    this.#connectMs = connectMs
    this.#readOnlySince = readOnlySince
    driver.on('error', () => {})
    driver.on('connect', (client) => {
      this.#connections.add(client)
      client.once('error', () => this.#unusable.add(client))
      client.once('end', () => this.#unusable.add(client))
    })
    driver.on('release', (_error, client) => {
      this.#shares.get(client)?.()
      this.#shares.delete(client)
    })
    driver.on('remove', (client) => this.#connections.delete(client))
  }

  /** Work that waits for a connection. */
  get waitingCount(): number {
    return this.#waitingForShares + this.driver.waitingCount
  }

  /** A connection, to be released. It comes from the shares of what asks for it (`connection-shares.ts`). */
  async connect(): Promise<pg.PoolClient> {
    let connecting: Promise<pg.PoolClient> | undefined
    try {
      if (this.availability?.isAway && this.waitingCount >= WAITING_WHILE_AWAY) throw doesNotAnswer()
      return await withinReading(() => (connecting = this.#connectFromShares()))
    } catch (error) {
      connecting?.then(
        (late) => late.release(),
        () => {},
      )
      throw this.#noted(error)
    }
  }

  async #connectFromShares(): Promise<pg.PoolClient> {
    this.#waitingForShares += 1
    const giveBack = await takeFromShares(this.#connectMs).finally(() => (this.#waitingForShares -= 1))
    try {
      const client = await this.#connectNow()
      this.#shares.set(client, giveBack)
      return client
    } catch (error) {
      giveBack()
      throw error
    }
  }

  async #connectNow(): Promise<pg.PoolClient> {
    const startedAt = performance.now()
    let { tries } = this.#hosts
    for (;;) {
      const host = this.#hosts.current
      try {
        const client = await this.driver.connect()
        // By the next tick of the event loop a loss known to the operating system has been read, so that no statement is lost with it.
        await nextTurn()
        const readOnlySince = isPublicReading() ? undefined : this.#readOnlySince.get(client)
        if (!this.#unusable.has(client) && readOnlySince === undefined) return client
        client.release(true)
        // One that was opened earlier says nothing about the server that takes writes now.
        if (readOnlySince !== undefined && readOnlySince >= startedAt) throw readOnlyServer()
      } catch (error) {
        const isTimeUp = performance.now() - startedAt > this.#connectMs - STEP_MS
        if (isTimeUp || this.driver.ending) throw error
        this.#hosts.hasFailed(host, error)
        if (--tries === 0) throw error
      }
    }
  }

  /** Runs one statement on any connection. */
  async query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    try {
      const client = await this.connect()
      try {
        const result = await withinReading(() => sendStatement<Row>(client, statement, values))
        client.release()
        return result
      } catch (error) {
        client.release(true)
        this.replaceIfReadOnly(error)
        throw this.#noted(error)
      }
    } catch (error) {
      if (WRITES.test(typeof statement === 'string' ? statement : statement.text)) this.countIfFailed(error)
      throw error
    }
  }

  /** An error of this pool. */
  #noted(error: unknown): unknown {
    markIfAway(error)
    // Whoever waited for a connection in vain did so because of the outage.
    if (this.availability?.isAway && error instanceof Error && isDatabaseBusy(error)) markAway(error)
    if (isDatabaseAway(error)) this.availability?.doubt()
    return error
  }

  /** Counts a write that the database itself has failed. */
  countIfFailed(error: unknown): void {
    this.#noted(error)
    if (failsAllWrites(error)) this.failedWrites += 1
  }

  /** Replaces every connection before its next use if this error of a statement says that the server takes no writes. */
  replaceIfReadOnly(error: unknown): void {
    if (sqlState(error) !== SQL_STATE.readOnlyTransaction || performance.now() - this.#changedAt < SAME_CHANGE_MS) return
    this.#changedAt = performance.now()
    for (const connection of this.#connections) this.#unusable.add(connection)
  }

  /** `work` is done before the connections are ended. */
  beforeEnd(work: () => Promise<void>): void {
    this.#beforeEnd.push(work)
  }

  async end(): Promise<void> {
    await Promise.all(this.#beforeEnd.map((work) => work()))
    await this.driver.end()
  }
}
