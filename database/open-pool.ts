import pg from 'pg'
import { parseDatabaseUrl, type DatabaseAddress, type Host } from './database-url.ts'
import { HostTurn } from './host-turn.ts'
import { openingStatement, type TimeLimits } from './session-settings.ts'
import { SQL_STATE } from './sql-state.ts'

/** How the database is reached: an address as libpq takes it, or the parts of one. */
export type ConnectionSettings = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'> & {
  /** Between shop and server is a pooler that may give each transaction another connection of the server. */
  pooler?: 'transaction'
  /** False where statements must have no name, because a pooler does not keep them. */
  prepare?: boolean
}

export type OpenPoolOptions = {
  max: number
  applicationName: string
  /** By default those of role, database and server. */
  limits?: TimeLimits
  pipeline?: boolean
}

/** For all hosts together. */
const CONNECT_TIMEOUT_MS = 4_000
/** In such steps the time for one host is counted, so that a moment in which the process is busy is one step, however long. */
const STEP_MS = 100
/** Several statements that are refused within this time tell of the same change of the server. */
const SAME_CHANGE_MS = 1_000

/**
 * A pool whose connections have the shop's session settings. A new connection asks the host that answered last, then the
 * others in turn; of several hosts only one that takes writes is used. When a server refuses a write because it has become
 * read-only, every connection is replaced before its next use, so a new primary is found.
 */
export function openPool(settings: ConnectionSettings, options: OpenPoolOptions): pg.Pool {
  const address = addressOf(settings)
  const turn = new HostTurn(address)
  const pool = new pg.Pool({
    ...loginOf(address),
    max: options.max,
    pipeline: options.pipeline ?? false,
    application_name: address.application_name ?? options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    Client: clientOf(address, turn, openingStatement({ limits: options.limits, pooler: settings.pooler })),
  })
  connectInTurn(pool, turn)
  return pool
}

/** The parts of an address, whichever form the settings have. @throws DatabaseUrlError */
export function addressOf({ connectionString, host = 'localhost', port = 5432, user, database }: ConnectionSettings): DatabaseAddress {
  if (connectionString !== undefined) return parseDatabaseUrl(connectionString)
  return { hosts: [{ host, port }], ...(user && { user }), ...(database && { database }), ssl: false, sslIsOptional: false, mustWrite: false }
}

/** `host` and `port` are the first ones, for those who look at the pool's options. */
function loginOf({ hosts, user, password, database, options, enableChannelBinding }: DatabaseAddress) {
  return { ...hosts[0], user, password, database, options, enableChannelBinding }
}

type Connected = (error?: Error) => void

/** Connections to the host whose turn it is; connected means logged in, set up, and where it must, at a server that takes writes. */
function clientOf(address: DatabaseAddress, turn: HostTurn, opening: string) {
  const steps = CONNECT_TIMEOUT_MS / STEP_MS / address.hosts.length

  return class extends pg.Client {
    readonly #host: Host

    constructor(config: pg.ClientConfig = {}) {
      const host = turn.current
      super({ ...config, ...loginOf(address), ...host, ssl: turn.sslOf(host), connectionTimeoutMillis: 0 })
      this.#host = host
      // A connection lost between two statements fails the next one; nobody else is told of it.
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

/** Lets a request for a connection ask each host, and replaces connections to a server that has become read-only. */
function connectInTurn(pool: pg.Pool, turn: HostTurn): void {
  const connect: (checkout: Checkout) => void = pool.connect.bind(pool)
  const outdated = new WeakSet<pg.Client>()
  const connections = new Set<pg.Client>()
  let changedAt = -Infinity

  pool.on('connect', (client) => {
    connections.add(client)
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code !== SQL_STATE.readOnlyTransaction || performance.now() - changedAt < SAME_CHANGE_MS) return
      changedAt = performance.now()
      for (const connection of connections) outdated.add(connection)
    })
  })
  pool.on('remove', (client) => connections.delete(client))

  const checkOut = (checkout: Checkout) => {
    let tries = turn.tries
    const begun = performance.now()
    const attempt = () =>
      connect((error, client, release) => {
        const mayTry = error && turn.isFailure(error) && --tries > 0 && performance.now() - begun < CONNECT_TIMEOUT_MS
        if (mayTry) attempt()
        else if (client && outdated.has(client)) {
          release(true)
          attempt()
        } else checkout(error, client, release)
      })
    attempt()
  }
  pool.connect = ((checkout?: Checkout) => {
    if (checkout) return checkOut(checkout)
    return new Promise((resolve, reject) => checkOut((error, client) => (client ? resolve(client) : reject(error))))
  }) as typeof pool.connect
}
