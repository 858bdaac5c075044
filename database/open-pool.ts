import pg from 'pg'
import { parseDatabaseUrl, type DatabaseAddress, type Host } from './database-url.ts'
import { HostTurn } from './host-turn.ts'
import { openingStatement, type TimeLimits } from './session-settings.ts'
import { SQL_STATE } from './sql-state.ts'

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
}

const CONNECT_TIMEOUT_MS = 4_000
/** The timeout of a host is counted in such steps, so that a busy event loop counts as one step, however long. */
const STEP_MS = 100
/** Refused statements within this time are caused by the same change of the server. */
const SAME_CHANGE_MS = 1_000

/**
 * A pool whose connections have the shop's session settings. A new connection tries the host that answered last, then
 * the others in turn; of several hosts only one that accepts writes is used. When a server refuses a write because it
 * has become read-only, every connection is replaced before its next use, so a new primary is found. So is a connection
 * that was lost while it was idle.
 */
export function openPool(settings: ConnectionSettings, options: OpenPoolOptions): pg.Pool {
  const address = addressOf(settings)
  const { connectMs = CONNECT_TIMEOUT_MS } = options
  const turn = new HostTurn(address)
  const pool = new pg.Pool({
    ...loginOf(address),
    max: options.max,
    application_name: address.application_name ?? options.applicationName,
    connectionTimeoutMillis: connectMs,
    Client: clientOf(address, turn, openingStatement({ limits: options.limits, pooler: settings.pooler }), connectMs),
  })
  connectInTurn(pool, turn, connectMs)
  return pool
}

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

type Connected = (error?: Error) => void

/**
 * Connections to the current host. Connected means logged in, set up and, if required, at a server that accepts writes.
 */
function clientOf(address: DatabaseAddress, turn: HostTurn, opening: string, connectMs: number) {
  const steps = connectMs / STEP_MS / address.hosts.length

  return class extends pg.Client {
    readonly #host: Host

    constructor(config: pg.ClientConfig = {}) {
      const host = turn.current
      super({ ...config, ...loginOf(address), ...host, ssl: turn.sslOf(host), connectionTimeoutMillis: 0 })
      this.#host = host
      // A connection lost between two statements fails the next one; there is no other notification.
      this.on('error', () => {})
    }

    override connect(): Promise<pg.Client>
    override connect(connected: Connected): void
    override connect(connected?: Connected): Promise<pg.Client> | void {
      if (!connected) return new Promise((resolve, reject) => this.connect((error) => (error ? reject(error) : resolve(this))))
      let stepsLeft = steps
      const waiting = setInterval(() => {
        stepsLeft -= 1
        if (stepsLeft <= 0) this.connection.stream.destroy(new Error('timeout expired'))
      }, STEP_MS)
      const fail = (error: Error) => {
        clearInterval(waiting)
        turn.hasFailed(this.#host, error)
        this.end(() => {})
        connected(error)
      }
      super.connect((refused?: Error | null) => {
        if (refused) return fail(refused)
        this.query<{ readOnly: string }>(opening, (error: Error | null, result) => {
          if (error) return fail(error)
          if (address.mustWrite && result.rows[0]?.readOnly === 'on') return fail(readOnlyServer())
          clearInterval(waiting)
          turn.hasAnswered(this.#host)
          connected()
        })
      })
    }
  }
}

const readOnlyServer = () => Object.assign(new Error('the server takes no writes'), { code: SQL_STATE.readOnlyTransaction })

type Checkout = (error: Error | undefined, client: pg.PoolClient | undefined, release: (destroy?: Error | boolean) => void) => void

/**
 * Tries each host for a connection, and replaces connections to a server that has become read-only. A connection is handed
 * out one turn of the event loop later: by then a loss that the operating system knows of has been read, and no statement
 * is lost with it.
 */
function connectInTurn(pool: pg.Pool, turn: HostTurn, connectMs: number): void {
  const connect: (checkout: Checkout) => void = pool.connect.bind(pool)
  const unusable = new WeakSet<pg.Client>()
  const connections = new Set<pg.Client>()
  let changedAt = -Infinity

  pool.on('connect', (client) => {
    connections.add(client)
    client.once('error', () => unusable.add(client))
    client.once('end', () => unusable.add(client))
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code !== SQL_STATE.readOnlyTransaction || performance.now() - changedAt < SAME_CHANGE_MS) return
      changedAt = performance.now()
      for (const connection of connections) unusable.add(connection)
    })
  })
  pool.on('remove', (client) => connections.delete(client))

  const checkOut = (checkout: Checkout) => {
    let tries = turn.tries
    const startedAt = performance.now()
    const attempt = () =>
      connect((error, client, release) => {
        const mayTry = error && turn.isFailure(error) && --tries > 0 && performance.now() - startedAt < connectMs
        if (mayTry) return attempt()
        if (!client) return checkout(error, client, release)
        setImmediate(() => {
          if (!unusable.has(client)) return checkout(undefined, client, release)
          release(true)
          attempt()
        })
      })
    attempt()
  }
  pool.connect = ((checkout?: Checkout) => {
    if (checkout) return checkOut(checkout)
    return new Promise((resolve, reject) => checkOut((error, client) => (client ? resolve(client) : reject(error))))
  }) as typeof pool.connect
}
