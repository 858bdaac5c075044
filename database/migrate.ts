import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { EarlierDatabase, hasMigrations, isEarlier, listApplied } from './applied-migrations.ts'
import { LOCK_KEYS, takeKey } from './locks.ts'
import released from './migrations/meta/_released.json' with { type: 'json' }
import type { ConnectionSettings } from './open-pool.ts'
import { applyRoutines, applyRoutinesOfColumns, keepsRoutines, listRoutines, type Routine } from './routines.ts'
import { withoutLimits } from './session-settings.ts'
import { SQL_STATE, sqlState } from './sql-state.ts'
import { useClient } from './use-client.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Maximum wait for another shop's migration. */
const TURN_TIMEOUT = '2min'
/** Maximum wait of a migration for a table lock, because other transactions queue behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_ATTEMPTS = 15
const LOCK_PAUSE_MS = 500

type MigrationOptions = {
  folder?: string
  /** Folder of the functions and triggers. */
  routines?: string
  /** Number of migrations to reach; all by default. With fewer, functions of columns are the only ones. */
  upTo?: number
}

/** What a database is brought to. */
type Release = { migrations: MigrationMeta[]; routines: Routine[]; isWhole: boolean }

/**
 * The migrations of a folder, oldest first. `folderMillis` orders them. `hash` is the SHA-256 of their text; of those that had functions and
 * triggers once, that of the text that was released, by which databases and backups know them.
 */
export const listMigrations = (folder = MIGRATIONS): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: folder }).map((migration, index) => ({ ...migration, hash: released[index] ?? migration.hash }))

/**
 * Upgrades the schema, forward only, then its functions and triggers (`routines/`). Concurrent starts take turns. Each migration is one
 * transaction, the last one with the functions and triggers, so an interrupted one is repeated from its beginning. A shop may be running at
 * the same time: a migration gives way after two seconds of waiting for a table, and retries for half a minute. A database of a newer
 * version stays as it is.
 * @throws EarlierDatabase when the database is of a version before 1.0.0; nothing has changed then.
 */
export async function migrateDatabase(settings: ConnectionSettings, options: MigrationOptions = {}): Promise<void> {
  const all = listMigrations(options.folder)
  const migrations = all.slice(0, options.upTo)
  const release = { migrations, routines: listRoutines(options.routines), isWhole: migrations.length === all.length }
  await useClient(settings, 'teleforge-migrate', async (client) => {
    while (await applyPatiently(client, release));
  })
}

/** @throws EarlierDatabase as `migrateDatabase`, and changes nothing. */
export async function refuseEarlierDatabase(settings: ConnectionSettings): Promise<void> {
  await useClient(settings, 'teleforge-migrate', async (client) => {
    if (await hasMigrations(client)) await newestApplied(client, listMigrations())
  })
}

async function applyPatiently(client: pg.Client, release: Release): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyNext(client, release)
    } catch (error) {
      const state = sqlState(error)
      const isBusy = state === SQL_STATE.lockNotAvailable || state === SQL_STATE.deadlockDetected
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error
      await delay(LOCK_PAUSE_MS)
    }
  }
}

/** One transaction, which also holds the lock: behind a pooler, the next one may have another server connection. */
async function applyNext(client: pg.Client, { migrations, routines, isWhole }: Release): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(withoutLimits)
    await client.query(`set local lock_timeout = '${TURN_TIMEOUT}'`)
    await takeKey(client, LOCK_KEYS.migration, 'wait')
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await prepareTables(client)
    const newest = await newestApplied(client, migrations)
    const next = migrations.find(({ folderMillis }) => folderMillis > newest)
    const last = migrations.at(-1)
    if (next) {
      await applyRoutinesOfColumns(client, routines)
      await apply(client, next)
    }
    if (isWhole && (next === last || newest === last?.folderMillis)) await applyRoutines(client, routines)
    await client.query('commit')
    return next !== undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function prepareTables(client: pg.Client): Promise<void> {
  // Suppresses notices about what exists already.
  await client.query("set local client_min_messages = 'warning'")
  if (!(await hasMigrations(client))) {
    await client.query('create schema if not exists drizzle')
    await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  }
  if (!(await keepsRoutines(client))) await client.query('create table drizzle.routines (name text primary key, hash text not null)')
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
