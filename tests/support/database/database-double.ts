import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket, type TLSSocketOptions } from 'node:tls'
import type { ConnectionSettings } from '#database/connect.ts'
import { afterTheFile } from '../runner/after-the-file.ts'

/** A proxy of a database that simulates faults of a database server. */
export type DatabaseDouble = {
  port: number
  /** New sessions are read-only, as on a standby. */
  isStandby: boolean
  /** New connections get no answer, as from a stopped machine. */
  isSilent: boolean
  /** Connections that came by TLS, and by TLS with a certificate of the client. */
  seen: { plain: number; tls: number; certificates: number }
  /** Closes every connection and accepts no new one, as a dead server. */
  stop(): Promise<void>
  /** Accepts connections again, on the same port. */
  start(): Promise<void>
  /** Connections stay open and nothing passes through them, as with a stopped process; until `thaw`. */
  freeze(): void
  thaw(): void
}

export type DoubleOptions = {
  host?: string
  tls?: TLSSocketOptions
}

const SSL_REQUEST = 80_877_103
const READ_ONLY = 'options\0-c default_transaction_read_only=on\0'

/** Opens a proxy of this database on loopback; ends with the file. */
export async function openDatabaseDouble(database: ConnectionSettings, options: DoubleOptions = {}): Promise<DatabaseDouble> {
  const sockets = new Set<Socket>()
  let thawed: PromiseWithResolvers<void> | undefined
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', (first) => void welcome(socket, first))
  })
  const double: DatabaseDouble = {
    port: 0,
    isStandby: false,
    isSilent: false,
    seen: { plain: 0, tls: 0, certificates: 0 },
    async stop() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
    async start() {
      if (server.listening) return
      server.listen(double.port, options.host ?? '127.0.0.1')
      await once(server, 'listening')
    },
    freeze() {
      thawed = Promise.withResolvers()
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      thawed?.resolve()
      for (const socket of sockets) socket.resume()
    },
  }

  async function welcome(socket: Socket, first: Buffer): Promise<void> {
    if (double.isSilent) return
    await thawed?.promise
    if (first.readInt32BE(4) !== SSL_REQUEST) {
      double.seen.plain++
      return passOn(socket, first)
    }
    if (!options.tls) {
      socket.once('data', (startup) => passOn(socket, startup))
      socket.write('N')
      return
    }
    socket.write('S')
    const secure = new TLSSocket(socket, { isServer: true, ...options.tls })
    secure.on('error', () => {})
    const [startup] = await once(secure, 'data')
    double.seen.tls++
    if (Object.keys(secure.getPeerCertificate()).length > 0) double.seen.certificates++
    passOn(secure, startup)
  }

  function passOn(socket: Socket, startup: Buffer): void {
    const upstream = connect(serverAddress(database))
    sockets.add(upstream)
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
    upstream.write(double.isStandby ? withParameter(startup, READ_ONLY) : startup)
    socket.pipe(upstream).pipe(socket)
  }

  server.listen(0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  afterTheFile(() => double.stop())
  double.port = (server.address() as AddressInfo).port
  return double
}

/** Where the server of this run listens. */
export function serverAddress({ connectionString, host = '', port }: ConnectionSettings) {
  if (!connectionString) return { path: `${host}/.s.PGSQL.${port}` }
  const url = new URL(connectionString)
  return { host: url.hostname, port: Number(url.port || 5432) }
}

/** A startup message with one more parameter, before its final byte. */
function withParameter(startup: Buffer, parameter: string): Buffer {
  const longer = Buffer.concat([startup.subarray(0, -1), Buffer.from(parameter), Buffer.from([0])])
  longer.writeInt32BE(longer.length, 0)
  return longer
}

/** `DATABASE_URL` of a database with these hosts. */
export function urlOf(database: ConnectionSettings, hosts: string, parameters: Record<string, string> = {}): string {
  const { connectionString, user } = database
  const url = connectionString ? new URL(connectionString) : new URL(`postgres://${user}@localhost/${database.database}`)
  return `postgres://${url.username}${url.password && `:${url.password}`}@${hosts}${url.pathname}?${new URLSearchParams(parameters)}`
}
