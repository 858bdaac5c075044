import type { PoolClient } from 'pg'
import type { Database } from '#database/connect.ts'

/**
 * Runs `earlier`, and starts `later` when the database has answered this many of its statements, or when it has ended. A race run
 * with every number meets at every possible point, on a machine of any speed.
 */
export async function beginAfter<A, B>(
  { $client: { driver: pool } }: Database,
  statements: number,
  earlier: () => Promise<A>,
  later: () => Promise<B>,
): Promise<[A, B]> {
  const { promise: isTime, resolve: begin } = Promise.withResolvers<void>()
  let answered = 0
  const count = () => {
    if (++answered >= statements) begin()
  }
  const watched = new Set<PoolClient>()
  const watch = (client: PoolClient) => {
    if (!watched.has(client)) client.connection.on('readyForQuery', count)
    watched.add(client)
  }
  pool.on('acquire', watch)
  try {
    const first = earlier()
    if (statements === 0) begin()
    void first.then(() => begin(), begin)
    return await Promise.all([first, isTime.then(later)])
  } finally {
    pool.off('acquire', watch)
    for (const client of watched) client.connection.off('readyForQuery', count)
  }
}
