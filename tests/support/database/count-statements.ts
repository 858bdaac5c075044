import type { PoolClient } from 'pg'
import type { Database } from '#database/connect.ts'

/** Counts the statements during some work, those of transactions included: after each the database sends 'ready'. */
export async function countStatements({ $client: { driver: pool } }: Database, work: () => Promise<unknown>): Promise<number> {
  let statements = 0
  const count = () => void statements++
  const watched = new Set<PoolClient>()
  const watch = (client: PoolClient) => {
    if (!watched.has(client)) client.connection.on('readyForQuery', count)
    watched.add(client)
  }
  pool.on('acquire', watch)
  await work()
  pool.off('acquire', watch)
  for (const client of watched) client.connection.off('readyForQuery', count)
  return statements
}
