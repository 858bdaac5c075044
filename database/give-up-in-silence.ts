import { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Destroys the connection when the server is silent for `limitMs` although it has a statement to answer: a stopped server,
 * or one behind a cut line, keeps its connections open and never ends a statement. The driver's `query_timeout` does not fit: it
 * counts the time in the pipeline and in a busy event loop, too.
 */
export function giveUpInSilence(client: pg.PoolClient, limitMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  let isAnswerDue = false
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    isAnswerDue = true
    return query(...given)
  }) as typeof client.query
  client.on('drain', () => (isAnswerDue = false))
  stream.setTimeout(limitMs)
  // The timer starts again with everything that is sent or received. `setTimeout` would call a listener of its own only once.
  stream.on('timeout', () => {
    if (!isAnswerDue) return
    // A statement that is still to be sent in this turn of the event loop.
    if (stream.writableCorked > 0) return void stream.setTimeout(limitMs)
    const { bytesRead } = stream
    // Timers run before sockets are read: after a busy moment the answer may be there already.
    setImmediate(() => {
      if (stream.bytesRead > bytesRead) return
      stream.destroy(Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' }))
    })
  })
}
