import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { ConnectionSettings } from '#database/connect.ts'
import { EarlierDatabase, isEarlier } from '#database/applied-migrations.ts'
import { CopyOut } from '#database/copy.ts'
import { codeOf, unless } from '#database/error-codes.ts'
import { listTables } from '#database/list-tables.ts'
import { LOCK_KEYS, takeKey } from '#database/locks.ts'
import { listMigrations } from '#database/migrate.ts'
import { withoutLimits } from '#database/session-settings.ts'
import { useClient } from '#database/use-client.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { pictureFolder } from '../../images/image-store.ts'
import { documentFolder } from '../../part-media/document-store.ts'
import {
  DOCUMENTS,
  filesBelow,
  MANIFEST,
  PICTURES,
  SECRET,
  syncFolder,
  writeBackupFile,
  type BackupFile,
  type BackupManifest,
} from './backup-files.ts'
import { removeUnfinished, UNFINISHED } from './list-backups.ts'

const NAME = 'teleforge-backup'
/** Pictures, and pieces of documents. */
const COMPLETE = /\.webp$|^[0-9a-f]{32}-\d+$/

export class BackupRefused extends Error {}

type BackupRequest = {
  connection: ConnectionSettings
  dataDir: string
  folder: string
  say: (line: string) => void
}

/**
 * Makes a backup of a shop that may be running: a snapshot of its database, the pictures in its folder, and its stored
 * secret. The folder appears when all of its files are on disk, or not at all.
 * @throws BackupRefused when the folder exists, or another backup of this database is in progress.
 * @throws EarlierDatabase when the database is of a version before 1.0.0.
 */
export async function backUpShop({ connection, dataDir, folder, say }: BackupRequest): Promise<BackupManifest> {
  if (await exists(folder)) throw new BackupRefused(`${folder} already exists. Name a new folder.`)
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  return useClient(connection, NAME, async (holder) => {
    await lock(holder)
    await removeUnfinished(dirname(folder))
    const making = join(dirname(folder), `${UNFINISHED}${randomUUID()}`)
    await mkdir(making, { mode: 0o700 })
    try {
      const manifest = await useClient(connection, NAME, (client) => fill(making, client, dataDir, say))
      await rename(making, folder)
      await syncFolder(dirname(folder))
      return manifest
    } catch (error) {
      await rm(making, { recursive: true, force: true })
      throw error
    } finally {
      // The server may notice the end of the connection later.
      await holder.query('rollback').catch(() => {})
    }
  })
}

/**
 * A transaction on a separate connection holds the lock: a transaction pooler keeps no session locks, and the transaction
 * that reads the tables must not start before the first pictures are copied.
 */
async function lock(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query(withoutLimits)
  if (await takeKey(client, LOCK_KEYS.backup, 'skip')) return
  throw new BackupRefused('Another backup of this database is in progress.')
}

async function fill(making: string, client: pg.Client, dataDir: string, say: (line: string) => void): Promise<BackupManifest> {
  const pictures = new FolderCopy(pictureFolder(dataDir), making, PICTURES)
  const documents = new FolderCopy(documentFolder(dataDir), making, DOCUMENTS)
  // Before and after the snapshot: every file that the snapshot knows is copied by one of the two.
  await pictures.copyNew()
  await documents.copyNew()
  const { files: tableFiles, ...database } = await copyDatabase(making, client, say)
  await pictures.copyNew()
  await documents.copyNew()
  say(`${pictures.files.length} files of pictures, ${documents.files.length} of documents`)
  const secret = await copySecret(dataDir, making)

  const manifest: BackupManifest = {
    format: 1,
    shopVersion: packageJson.version,
    ...database,
    files: [...tableFiles, ...pictures.files, ...documents.files, ...secret],
  }
  await writeFile(join(making, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  for (const folder of ['tables', ...pictures.folders, ...documents.folders, '']) await syncFolder(join(making, folder))
  return manifest
}

type DatabaseCopy = Pick<BackupManifest, 'madeAt' | 'postgresVersion' | 'migrations' | 'tables'> & { files: BackupFile[] }

/** Copies every table from one snapshot. A snapshot blocks only changes of the schema. */
async function copyDatabase(making: string, client: pg.Client, say: (line: string) => void): Promise<DatabaseCopy> {
  await mkdir(join(making, 'tables'), { mode: 0o700 })
  await client.query('begin transaction isolation level repeatable read, read only')
  await client.query(withoutLimits)
  const { rows } = await client.query<Pick<DatabaseCopy, 'migrations' | 'postgresVersion'> & { madeAt: Date }>(`
    select now() as "madeAt", current_setting('server_version') as "postgresVersion",
      array(select hash from drizzle.__drizzle_migrations order by created_at) as migrations`)
  const { madeAt, ...about } = rows[0]! // a select without from has one row
  if (isEarlier(about.migrations, listMigrations())) throw new EarlierDatabase() // this version could not restore it
  const copy: DatabaseCopy = { ...about, madeAt: madeAt.toISOString(), tables: [], files: [] }
  for (const { name, relation, columns } of await listTables(client)) {
    const file = `tables/${name.replaceAll('"', '')}.copy.gz`
    const source = client.query(new CopyOut(`copy ${relation} (${columns.join(', ')}) to stdout`))
    copy.files.push(await writeBackupFile(making, file, source, { gzip: true }))
    copy.tables.push({ name, columns, rows: source.rows, file })
    say(`${name}: ${source.rows} rows`)
  }
  await client.query('commit')
  return copy
}

/** Complete pictures, and pieces of documents, never change, so each is copied once. */
class FolderCopy {
  readonly files: BackupFile[] = []
  readonly folders: string[] = []
  readonly #from: string
  readonly #making: string
  readonly #under: string

  constructor(from: string, making: string, under: string) {
    this.#from = from
    this.#making = making
    this.#under = under
  }

  async copyNew(): Promise<void> {
    const known = new Set(this.files.map(({ path }) => path))
    for (const file of await filesBelow(this.#from)) {
      const path = `${this.#under}/${file}`
      // Incomplete files have another extension until they are complete.
      if (known.has(path) || !COMPLETE.test(file)) continue
      await this.#makeFolder(dirname(path))
      const source = createReadStream(join(this.#from, file))
      try {
        this.files.push(await writeBackupFile(this.#making, path, source))
      } catch (error) {
        // Removed by a sweeper just now: no part needs it.
        if (codeOf(error) !== 'ENOENT') throw error
        await rm(join(this.#making, path), { force: true })
      }
    }
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.folders.includes(folder)) return
    await mkdir(join(this.#making, folder), { recursive: true, mode: 0o700 })
    this.folders.push(folder)
  }
}

/** Copies the secret that the shop generated; one from the environment is not backed up. */
async function copySecret(dataDir: string, making: string): Promise<BackupFile[]> {
  const path = join(dataDir, SECRET)
  return (await exists(path)) ? [await writeBackupFile(making, SECRET, createReadStream(path))] : []
}

const exists = async (path: string) => (await stat(path).catch(unless('ENOENT'))) !== undefined
