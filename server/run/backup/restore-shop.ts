import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { Value } from 'typebox/value'
import type { InvariantFinding } from '#contract/shop/operations.ts'
import { connect, type ConnectionSettings } from '#database/connect.ts'
import { isEarlier } from '#database/applied-migrations.ts'
import { copyIn } from '#database/copy.ts'
import { listTables, type TableShape } from '#database/list-tables.ts'
import { listMigrations, migrateDatabase } from '#database/migrate.ts'
import { withoutLimits } from '#database/session-settings.ts'
import { useClient } from '#database/use-client.ts'
import { checkLastingInvariants } from '../invariants/check-invariants.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { useDatabase } from '../../platform/database/open-database.ts'
import { BackupManifest, DOCUMENTS, isIntact, MANIFEST, PICTURES, SECRET, syncFolder, type BackupFile } from './backup-files.ts'
import { endWhatMayHaveEnded } from './end-what-may-have-ended.ts'
import { fillDataFolder, RestoreRefused } from './fill-data-folder.ts'

type RestoreRequest = {
  settings: Settings
  folder: string
  say: (line: string) => void
}

/**
 * Restores a backup into an empty data folder, and into an empty database if `DATABASE_URL` is set. Every checksum is verified before
 * anything is written, the rows of every table are counted, and the data appear in their place only when everything is done. All users
 * must sign in again afterwards. Returns the broken invariants of the restored shop, which were broken before the backup.
 * @throws RestoreRefused when the backup is incomplete, of a newer release or of one before 1.0.0, or the target is not empty.
 */
export async function restoreShop({ settings, folder, say }: RestoreRequest): Promise<InvariantFinding[]> {
  const manifest = await readManifest(folder)
  requireKnownMigrations(manifest)
  return fillDataFolder(settings.dataDir, async (restoring) => {
    say(`Backup of ${manifest.madeAt}: checking ${manifest.files.length} files`)
    await requireIntact(folder, manifest.files)
    const broken = await useDatabase({ ...settings, dataDir: restoring }, say, (connection) =>
      restoreDatabase(connection, folder, manifest, say),
    )
    await restoreFiles(restoring, folder, manifest)
    return broken
  })
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new RestoreRefused(`${folder} holds no whole backup: ${MANIFEST} cannot be read (${error.code}).`)
  })
  const manifest = parseJson(text)
  if (!Value.Check(BackupManifest, manifest)) {
    throw new RestoreRefused(`${join(folder, MANIFEST)} is damaged, or was written by a newer release of the shop.`)
  }
  const outside = manifest.files.find(({ path }) => normalize(path) !== path || path.startsWith('/') || path.startsWith('..'))
  if (outside) throw new RestoreRefused(`${join(folder, MANIFEST)} names ${outside.path}, which is no file of a backup.`)
  return manifest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The backup's schema is created first, which needs all of its migrations. */
function requireKnownMigrations({ migrations, shopVersion }: BackupManifest): void {
  const known = listMigrations()
  if (migrations.length > 0 && migrations.every((hash, index) => hash === known[index]?.hash)) return
  if (isEarlier(migrations, known)) {
    throw new RestoreRefused(
      'The backup is of a database from before version 1.0.0, which this version cannot upgrade. Restore it with the version that made it.',
    )
  }
  throw new RestoreRefused(
    `The backup was made by release ${shopVersion}, whose database this release does not know. Restore it with that ` +
      'release or a newer one.',
  )
}

async function requireIntact(folder: string, files: BackupFile[]): Promise<void> {
  for (const file of files) {
    if (!(await isIntact(folder, file))) throw new RestoreRefused(`${join(folder, file.path)} is missing or damaged.`)
  }
}

async function restoreDatabase(
  connection: ConnectionSettings,
  folder: string,
  manifest: BackupManifest,
  say: (line: string) => void,
): Promise<InvariantFinding[]> {
  await requireEmptyDatabase(connection)
  await migrateDatabase(connection, { upTo: manifest.migrations.length })
  await useClient(connection, 'teleforge-restore', (client) => fillTables(client, folder, manifest, say))
  await migrateDatabase(connection)
  const db = connect(connection, { max: 1 })
  try {
    return await checkLastingInvariants(db)
  } finally {
    await db.$client.end()
  }
}

async function requireEmptyDatabase(connection: ConnectionSettings): Promise<void> {
  const tables = await useClient(connection, 'teleforge-restore', listTables)
  if (tables.length === 0) return
  throw new RestoreRefused(
    'The database of DATABASE_URL is not empty. A restore never replaces data: create a new database and name that one.',
  )
}

async function fillTables(client: pg.Client, folder: string, manifest: BackupManifest, say: (line: string) => void): Promise<void> {
  const shapes = await listTables(client)
  await client.query('begin')
  await client.query(withoutLimits)
  for (const table of manifest.tables) {
    const shape = requireShape(shapes, table)
    // The results of triggers are in the backup itself.
    await client.query(`alter table ${shape.relation} disable trigger user`)
    // Rows that a migration inserts, such as tax rates, are restored from the backup.
    await client.query(`delete from ${shape.relation}`)
    const compressed = createReadStream(join(folder, table.file))
    const rows = createGunzip()
    const [filled] = await Promise.all([
      copyIn(client, `copy ${shape.relation} (${shape.columns.join(', ')}) from stdin`, rows),
      pipeline(compressed, rows),
    ])
    if (filled !== table.rows) {
      throw new RestoreRefused(`${table.name} has ${filled} rows instead of ${table.rows}.`)
    }
    await client.query(`alter table ${shape.relation} enable trigger user`)
    await goOnNumbering(client, shape)
    say(`${table.name}: ${filled} rows`)
  }
  await endWhatMayHaveEnded(client)
  await client.query('analyze')
  await client.query('commit')
}

/** SQL uses only the names that the database itself returned, not those of the manifest. */
function requireShape(shapes: TableShape[], { name, columns }: BackupManifest['tables'][number]): TableShape {
  const shape = shapes.find((candidate) => candidate.name === name)
  if (shape && shape.columns.join() === columns.join()) return shape
  throw new RestoreRefused(`The backup's table ${name} is not as this release knows it.`)
}

async function goOnNumbering(client: pg.Client, { relation, numbered }: TableShape): Promise<void> {
  for (const { column, sequence } of numbered) {
    await client.query(`select setval($1::regclass, coalesce((select max(${column}) from ${relation}), 0) + 1, false)`, [sequence])
  }
}

async function restoreFiles(restoring: string, folder: string, { files }: BackupManifest): Promise<void> {
  const made = new Set<string>()
  const isOfFolder = (path: string) => [PICTURES, DOCUMENTS].some((name) => path.startsWith(`${name}/`))
  for (const { path } of files.filter((file) => file.path === SECRET || isOfFolder(file.path))) {
    const target = join(restoring, path)
    await mkdir(dirname(target), { recursive: true })
    made.add(dirname(target))
    const mode = path === SECRET ? 0o600 : 0o644
    await pipeline(createReadStream(join(folder, path)), createWriteStream(target, { flags: 'wx', flush: true, mode }))
  }
  for (const place of made) await syncFolder(place)
}
