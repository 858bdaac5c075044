import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'

/** A migration that a database has. `at` orders them, as `folderMillis` does those of the folder. */
export type AppliedMigration = Pick<MigrationMeta, 'hash'> & { at: number }

/** The database is of a version before 1.0.0. The message says what to do. */
export class EarlierDatabase extends Error {
  override name = 'EarlierDatabase'

  constructor() {
    super(
      'This database was made by a version before 1.0.0, which this version cannot upgrade. Start with an empty one, by another ' +
        'DATA_DIR or another database in DATABASE_URL. The version that made it still opens it.',
    )
  }
}

export async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'")
  return rowCount === 1
}

/** Oldest first. The table of migrations must exist. */
export async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ hash: string; at: string }>(
    'select hash, created_at as at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }))
}

/**
 * Whether a database, or a backup of one, is of a version before 1.0.0: it has migrations, but not the first one of every
 * version since.
 */
export function isEarlier(hashes: readonly string[], [baseline]: readonly MigrationMeta[]): boolean {
  return hashes.length > 0 && baseline !== undefined && !hashes.includes(baseline.hash)
}
