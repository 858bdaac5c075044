import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import Type from 'typebox'
import { copiesFolderOf, copyCluster, walFolderOf } from '#database/embedded/archive.ts'
import type { PrivateConnection } from '#database/embedded/server.ts'
import { unless } from '#database/error-codes.ts'
import { backupName, removeUnfinished, timeOfBackup, UNFINISHED } from './list-backups.ts'

/** A copy of the private database's files, and when it was whole. */
type BaseCopy = { folder: string; madeAt: Date }

/** What is read of PostgreSQL's `backup_manifest`. */
const Manifest = Type.Object({ 'WAL-Ranges': Type.Array(Type.Object({ 'Start-LSN': Type.String() })) })

/** Copies, oldest first. */
export async function listBaseCopies(archive: string): Promise<BaseCopy[]> {
  const folder = copiesFolderOf(archive)
  const names = (await readdir(folder).catch(unless('ENOENT'))) ?? []
  return names.toSorted().flatMap((name) => {
    const madeAt = timeOfBackup(name)
    return madeAt ? [{ folder: join(folder, name), madeAt }] : []
  })
}

/**
 * Copies the private database's files into its archive, from which the archive is played again, and removes copies beyond `keep` with the
 * part of the archive that only they need.
 */
export async function makeBaseCopy(connection: PrivateConnection, archive: string, keep: number): Promise<string> {
  const copies = copiesFolderOf(archive)
  await removeUnfinished(copies)
  const making = join(copies, `${UNFINISHED}${randomUUID()}`)
  const folder = await copyCluster(connection, making)
    .then(async () => {
      const whole = join(copies, backupName(new Date()))
      await rename(making, whole)
      return whole
    })
    .catch(async (error: unknown) => {
      await rm(making, { recursive: true, force: true })
      throw error
    })

  const [oldest] = (await listBaseCopies(archive)).slice(-keep)
  for (const copy of (await listBaseCopies(archive)).slice(0, -keep)) await rm(copy.folder, { recursive: true })
  if (oldest) await removeArchivedBefore(walFolderOf(archive), await firstFileOf(oldest.folder))
  return folder
}

/** The place of the first file of the log that a copy needs, as in the names of such files after their timeline: 16 hex digits. */
async function firstFileOf(copy: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(copy, 'backup_manifest'), 'utf8'))
  if (!Value.Check(Manifest, manifest)) throw new Error(`${copy} has no manifest of PostgreSQL`)
  const [high, low] = manifest['WAL-Ranges'][0]!['Start-LSN'].split('/') as [string, string] // such as 0/3000028
  return high.padStart(8, '0') + (Number.parseInt(low, 16) >>> WAL_FILE_BITS).toString(16).toUpperCase().padStart(8, '0')
}

/** Files of 16 MiB. */
const WAL_FILE_BITS = 24
/** Timeline, and place. */
const WAL_FILE = /^[0-9A-F]{8}([0-9A-F]{16})\.gz$/

async function removeArchivedBefore(folder: string, first: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const place = WAL_FILE.exec(name)?.[1]
    if (place !== undefined && place < first) await rm(join(folder, name))
  }
}
