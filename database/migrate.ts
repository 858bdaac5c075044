import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { ConnectionSettings } from './connect.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any fixed number: whoever holds this advisory lock migrates, everyone else waits. */
const MIGRATION_LOCK = 7_130_422

/**
 * Brings the schema up to date. Several shops starting at once take turns; all pending migrations of one start
 * happen in one transaction. Forward only.
 */
export async function migrateDatabase(settings: ConnectionSettings): Promise<void> {
  const client = new pg.Client({ ...settings, application_name: 'teleforge-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query("set lock_timeout = '2s'")
    await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}
