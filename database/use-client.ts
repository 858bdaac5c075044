import type pg from 'pg'
import { openPool, type ConnectionSettings } from './open-pool.ts'

/** Runs `work` on one connection without time limits: for migrations, backups and checks, not for requests. */
export async function useClient<T>(
  settings: ConnectionSettings,
  applicationName: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = openPool(settings, { max: 1, applicationName, trustsReadOnly: true })
  try {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
