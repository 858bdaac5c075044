import type pg from 'pg'

/** Each attempt that fails this way has removed a lost connection from the pool. */
const ATTEMPTS = 4

/** The connection was lost before the statement was sent. It had no effect, so it can be repeated on another connection. */
export class StatementNotSent extends Error {
  constructor(cause: unknown) {
    super('the connection was lost before the statement was sent', { cause })
  }
}

/** Also when the query builder wrapped the error. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof StatementNotSent || (error instanceof Error && wasNotSent(error.cause))

/** As the pool's own `query`; a statement that was not sent is sent on another connection. */
export function queryOf(pool: pg.Pool): pg.Pool['query'] {
  const query = async (...given: unknown[]) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await queryOnce(pool, given)
      } catch (error) {
        if (attempt === ATTEMPTS || !wasNotSent(error)) throw error
      }
    }
  }
  return query as unknown as pg.Pool['query']
}

async function queryOnce(pool: pg.Pool, given: unknown[]): Promise<unknown> {
  const client = await pool.connect()
  let isFailed = true
  try {
    const answer = await (client.query as (...given: unknown[]) => Promise<unknown>)(...given)
    isFailed = false
    return answer
  } finally {
    client.release(isFailed)
  }
}
