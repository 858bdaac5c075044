import { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Destroys the connection when the server is silent for `limitMs` although it has a statement to answer: a stopped server,
 * or one behind a cut line, keeps its connections open and never ends a statement. The driver's `query_timeout` does not fit: it
 * also counts the time in a busy event loop.
 */
export function giveUpInSilence(client: pg.PoolClient, limitMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  limits.set(client, limitMs)
  let answered = stream.bytesWritten
  client.on('drain', () => (answered = stream.bytesWritten))
  // The timer starts again with everything that is sent or received. A listener given to `setTimeout` is called only once.
  stream.setTimeout(limitMs)
  stream.on('timeout', () => {
    if (stream.bytesWritten === answered) return
    const { bytesRead } = stream
    // Timers run before sockets are read: after a busy moment the answer may be there already.
    setImmediate(() => {
      if (stream.bytesRead > bytesRead) return
      stream.destroy(Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' }))
    })
  })
}

const limits = new WeakMap<pg.PoolClient, number>()

/** Lets the server be silent for so many ms longer, while it works on a long statement; without a number, as before. */
export function bearSilence(client: pg.PoolClient, moreMs = 0): void {
  const { stream } = client.connection
  const limitMs = limits.get(client)
  if (limitMs !== undefined && stream instanceof Socket) stream.setTimeout(limitMs + moreMs)
}
