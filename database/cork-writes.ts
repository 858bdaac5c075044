import { Socket } from 'node:net'
import type pg from 'pg'

/** What is asked in one turn of the event loop is written at once: a write of its own for each would cost more than the statement. */
export function corkWrites(client: pg.PoolClient): void {
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
