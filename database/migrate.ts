import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import pg from 'pg'
import type { ConnectionSettings } from './connect.ts'
import { SQL_STATE, sqlState } from './sql-state.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any fixed number: whoever holds this advisory lock migrates, everyone else waits. */
const MIGRATION_LOCK = 7_130_422
/** How long a shop waits for another one that is migrating. */
const TURN_TIMEOUT = '2min'
/** How long a migration may keep buyers waiting behind it while it waits for a table itself. */
const LOCK_TIMEOUT = '2s'
const LOCK_ATTEMPTS = 15
const LOCK_PAUSE_MS = 500

export type MigrationOptions = {
  /** Folder of the migrations; the shop's own by default. */
  folder?: string
  /** How many migrations the schema has afterwards; all by default. */
  upTo?: number
}

/** The migrations of a folder, oldest first. `folderMillis` is what orders them, `hash` the SHA-256 of their text. */
export const listMigrations = (folder = MIGRATIONS): MigrationMeta[] => readMigrationFiles({ migrationsFolder: folder })

/**
 * Brings the schema up to date, forward only. Several shops starting at once take turns. Each migration is one
 * transaction, so one that breaks off anywhere is done again from its beginning. A shop may be selling meanwhile: a
 * migration gives way after two seconds of waiting for a table, and tries again for half a minute.
 */
export async function migrateDatabase(settings: ConnectionSettings, options: MigrationOptions = {}): Promise<void> {
  const { folder, upTo = Infinity } = options
  const client = new pg.Client({ ...settings, application_name: 'teleforge-migrate' })
  // A connection that breaks between two statements is told to nobody else; the next statement fails with it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query("select set_config('lock_timeout', $1, false)", [TURN_TIMEOUT])
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query("select set_config('lock_timeout', $1, false)", [LOCK_TIMEOUT])
    const newest = await newestApplied(client)
    const pending = listMigrations(folder).slice(0, upTo).filter(({ folderMillis }) => folderMillis > newest)
    for (const migration of pending) await applyPatiently(client, migration)
  } finally {
    await client.end()
  }
}

/** When the newest migration was written that this database has; 0 when it has none. */
async function newestApplied(client: pg.Client): Promise<number> {
  // Quiet about what exists already.
  await client.query("set client_min_messages = 'warning'")
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ newest: string }>(
    'select coalesce(max(created_at), 0) as newest from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.newest)
}

async function applyPatiently(client: pg.Client, migration: MigrationMeta): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await apply(client, migration)
      return
    } catch (error) {
      const state = sqlState(error)
      const isBusy = state === SQL_STATE.lockNotAvailable || state === SQL_STATE.deadlockDetected
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error
      await delay(LOCK_PAUSE_MS)
    }
  }
}

async function apply(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
