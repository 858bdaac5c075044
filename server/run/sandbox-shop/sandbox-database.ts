import { addressOf, type ConnectionSettings } from '#database/open-pool.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { sqlState, SQL_STATE } from '#database/sql-state.ts'
import { useClient } from '#database/use-client.ts'
import { inDatabase } from '#database/in-database.ts'

const SUFFIX = '_sandbox'
/** Longest name of a database in PostgreSQL. */
const NAME_LENGTH = 63

/** The database of the sandbox shop: the configured one, or one beside the shop's own. */
export function sandboxConnection(shop: ConnectionSettings, url: string | undefined): ConnectionSettings {
  if (url !== undefined) return { ...shop, connectionString: url }
  const { database = 'postgres' } = addressOf(shop)
  return inDatabase(shop, database.slice(0, NAME_LENGTH - SUFFIX.length) + SUFFIX)
}

/** Creates the database unless it exists, and upgrades its schema. Processes that do so at once take turns. */
export async function prepareSandboxDatabase(shop: ConnectionSettings, sandbox: ConnectionSettings): Promise<void> {
  const { database = '' } = addressOf(sandbox)
  await useClient(shop, 'teleforge-sandbox', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount) return
    try {
      await client.query(`create database ${client.escapeIdentifier(database)}`)
    } catch (error) {
      if (sqlState(error) !== SQL_STATE.duplicateDatabase && sqlState(error) !== SQL_STATE.uniqueViolation) throw error
    }
  })
  await migrateDatabase(sandbox)
}
