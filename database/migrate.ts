import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { EarlierDatabase, hasMigrations, isEarlier, listApplied } from './applied-migrations.ts'
import type { ConnectionSettings } from './open-pool.ts'
import { withoutLimits } from './session-settings.ts'
import { SQL_STATE, sqlState } from './sql-state.ts'
import { useClient } from './use-client.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Key of the advisory lock: its holder migrates, other processes wait. */
const MIGRATION_LOCK = 7_130_422
/** Maximum wait for another shop's migration. */
const TURN_TIMEOUT = '2min'
/** Maximum wait of a migration for a table lock, because other transactions queue behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_ATTEMPTS = 15
const LOCK_PAUSE_MS = 500

type MigrationOptions = {
  folder?: string
  /** Number of migrations to reach; all by default. */
  upTo?: number
}

/** The migrations of a folder, oldest first. `folderMillis` orders them, `hash` is the SHA-256 of their text. */
export const listMigrations = (folder = MIGRATIONS): MigrationMeta[] => readMigrationFiles({ migrationsFolder: folder })

/**
 * Upgrades the schema, forward only. Concurrent starts take turns. Each migration is one transaction, so an interrupted
 * one is repeated from its beginning. A shop may be running at the same time: a migration gives way after two seconds
 * of waiting for a table, and retries for half a minute.
 * @throws EarlierDatabase when the database is of a version before 1.0.0; nothing has changed then.
 */
export async function migrateDatabase(settings: ConnectionSettings, options: MigrationOptions = {}): Promise<void> {
  const { folder, upTo = Infinity } = options
  const migrations = listMigrations(folder).slice(0, upTo)
  await useClient(settings, 'teleforge-migrate', async (client) => {
    while (await applyPatiently(client, migrations));
  })
}

/** @throws EarlierDatabase as `migrateDatabase`, and changes nothing. */
export async function refuseEarlierDatabase(settings: ConnectionSettings): Promise<void> {
  await useClient(settings, 'teleforge-migrate', async (client) => {
    if (await hasMigrations(client)) await newestApplied(client, listMigrations())
  })
}

async function applyPatiently(client: pg.Client, migrations: MigrationMeta[]): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyNext(client, migrations)
    } catch (error) {
      const state = sqlState(error)
      const isBusy = state === SQL_STATE.lockNotAvailable || state === SQL_STATE.deadlockDetected
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error
      await delay(LOCK_PAUSE_MS)
    }
  }
}

/** One transaction, which also holds the lock: behind a pooler, the next one may have another server connection. */
async function applyNext(client: pg.Client, migrations: MigrationMeta[]): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(withoutLimits)
    await client.query(`set local lock_timeout = '${TURN_TIMEOUT}'`)
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    if (!(await hasMigrations(client))) await prepareTable(client)
    const newest = await newestApplied(client, migrations)
    const next = migrations.find(({ folderMillis }) => folderMillis > newest)
    if (next) await apply(client, next)
    await client.query('commit')
    return next !== undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function prepareTable(client: pg.Client): Promise<void> {
  // Suppresses the notice about an existing schema.
  await client.query("set local client_min_messages = 'warning'")
  await client.query('create schema if not exists drizzle')
  await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
}

/** Timestamp of the newest migration in this database; 0 without any. @throws EarlierDatabase */
async function newestApplied(client: pg.Client, migrations: MigrationMeta[]): Promise<number> {
  const applied = await listApplied(client)
  const hashes = applied.map(({ hash }) => hash)
  if (isEarlier(hashes, migrations)) throw new EarlierDatabase()
  return applied.at(-1)?.at ?? 0
}

async function apply(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  for (const statement of sql) await client.query(inSearchPath(statement))
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
}

/** Migrations are generated for the schema `public`; the shop's tables are in the first schema of the search_path. */
const inSearchPath = (statement: string) => statement.replaceAll('"public".', '')
