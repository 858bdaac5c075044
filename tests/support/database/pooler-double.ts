import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { ConnectionSettings } from '#database/connect.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { serverAddress } from './database-double.ts'
import { inMessages, isIdle, READY, typeOf } from './wire-messages.ts'

/** A client of the pooler: its bytes that the server does not have yet, and the number of answers still due. */
type Client = { socket: Socket; waiting: Buffer[]; answersDue: number }

/** Bytes of messages whose answer ends with 'ready': a simple query and a sync. */
const ASKS = new Set(['Q', 'S'])

/**
 * A pooler in transaction mode like an old PgBouncer, with a single connection to the server: after a transaction the next client
 * gets it, with the session state left in it. Returns its port; ends with the file.
 */
export async function openPoolerDouble(database: ConnectionSettings, user: string): Promise<number> {
  const upstream = connect(serverAddress(database))
  const greeting = await logIn(upstream, user, database.database ?? '')
  const clients: Client[] = []
  let served: Client | undefined

  function serveNext(): void {
    served ??= clients.find(({ waiting }) => waiting.length > 0)
    for (const message of served?.waiting.splice(0) ?? []) {
      if (ASKS.has(typeOf(message))) served!.answersDue++ // has messages, so it is there
      upstream.write(message)
    }
  }

  upstream.on(
    'data',
    inMessages((message) => {
      served?.socket.write(message)
      if (!served || typeOf(message) !== READY) return
      served.answersDue--
      if (served.answersDue > 0 || !isIdle(message)) return
      served = undefined
      serveNext()
    }),
  )

  const server = createServer({ noDelay: true }, (socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        const client: Client = { socket, waiting: [], answersDue: 0 }
        clients.push(client)
        socket.on('close', () => clients.splice(clients.indexOf(client), 1))
        socket.on(
          'data',
          inMessages((message) => {
            if (typeOf(message) === 'X') return
            client.waiting.push(message)
            if (!served || served === client) serveNext()
          }),
        )
        socket.write(greeting)
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTheFile(() => {
    upstream.destroy()
    for (const { socket } of clients) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Logs in at a server with trust authentication; returns its messages, and a process id that is no server's. */
async function logIn(upstream: Socket, user: string, database: string): Promise<Buffer> {
  const body = Buffer.from(`\0\x03\0\0user\0${user}\0database\0${database}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  upstream.write(Buffer.concat([length, body]))
  const said: Buffer[] = []
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const read = inMessages((message) => {
    if (typeOf(message) === 'K') message.writeInt32BE(1, 5)
    said.push(message)
    if (typeOf(message) === READY) resolve()
  })
  upstream.on('data', read)
  await ready
  upstream.off('data', read)
  return Buffer.concat(said)
}
