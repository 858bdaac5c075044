import { Socket } from 'node:net'
import pg from 'pg'
import { StatementNotSent } from './retry-not-sent.ts'

/**
 * Sends the statements of one turn of the event loop with one write: a write for each would cost more than the statement.
 * Until then they are in this process alone, so a connection that is lost meanwhile fails them with `StatementNotSent`.
 */
export function corkWrites(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  let batch: { isSent: boolean } | undefined

  const openBatch = () => {
    const opened = { isSent: false }
    stream.cork()
    setImmediate(() => {
      batch = undefined
      if (stream.destroyed) return
      opened.isSent = true
      stream.uncork()
    })
    return opened
  }

  client.query = (async (...given: unknown[]) => {
    const own = (batch ??= openBatch())
    try {
      return await query(...given)
    } catch (error) {
      if (own.isSent || !(stream.destroyed || isFatal(error))) throw error
      stream.destroy()
      throw new StatementNotSent(error)
    }
  }) as typeof client.query
}

/** The server has ended the connection. */
const isFatal = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'FATAL'
