import { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Destroys the connection when the server sends nothing for `limitMs` while a statement is open: a stopped server, or one behind a
 * broken network, keeps its connections open and never ends a statement. The driver's `query_timeout` does not fit: it also counts
 * the time in a busy event loop.
 */
export function giveUpInSilence(client: pg.PoolClient, limitMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  limits.set(client, limitMs)
  let answered = stream.bytesWritten
  client.on('drain', () => (answered = stream.bytesWritten))
  // The timer restarts with everything sent or received. A listener given to `setTimeout` is called only once.
  stream.setTimeout(limitMs)
  stream.on('timeout', () => {
    if (stream.bytesWritten === answered) return
    const { bytesRead } = stream
    // Timers run before sockets are read: after a busy event loop the answer may already have arrived.
    setImmediate(() => {
      if (stream.bytesRead > bytesRead) return
      stream.destroy(Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' }))
    })
  })
}

const limits = new WeakMap<pg.PoolClient, number>()

/** Extends the limit by this many ms for a long statement; without a number, resets it. */
export function bearSilence(client: pg.PoolClient, moreMs = 0): void {
  const { stream } = client.connection
  const limitMs = limits.get(client)
  if (limitMs !== undefined && stream instanceof Socket) stream.setTimeout(limitMs + moreMs)
}
