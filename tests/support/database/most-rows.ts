import type { PoolClient } from 'pg'
import type { Database } from '#database/connect.ts'

/**
 * The rows of the largest answer to a single statement during some work: what the shop holds in memory at once.
 * Rows that are only locked have no columns and do not count.
 */
export async function mostRowsOfStatement({ $client: { driver: pool } }: Database, work: () => Promise<unknown>): Promise<number> {
  let most = 0
  const watched = new Map<PoolClient, () => void>()
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return
    let rows = 0
    const count = ({ fieldCount }: { fieldCount: number }) => {
      if (fieldCount > 0) most = Math.max(most, ++rows)
    }
    const end = () => void (rows = 0)
    client.connection.on('dataRow', count).on('readyForQuery', end)
    watched.set(client, () => client.connection.off('dataRow', count).off('readyForQuery', end))
  }
  pool.on('acquire', watch)
  try {
    await work()
  } finally {
    pool.off('acquire', watch)
    for (const unwatch of watched.values()) unwatch()
  }
  return most
}
