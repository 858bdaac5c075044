import { execFile } from 'node:child_process'
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { codeOf, unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { allows, canReach, giveTo, isRoot, type ServerUser } from './server-user.ts'
import type { PrivateConnection } from './server.ts'

/** A copy of a cluster, the archive of what was written since, and the moment up to which it is played again; undefined: to its end. */
export type PointInTime = { copy: string; archive: string; at: Date | undefined }

/** What is written is in the archive after at most so long, so that a lost disk costs no more. */
const ARCHIVED_AFTER = '60s'
/** As PostgreSQL names it. */
const COPY_FILE = 'base.tar.gz'

/** In a cluster that was brought back: the archive that it came from. */
const ORIGIN_FILE = 'teleforge-origin'

export const walFolderOf = (archive: string) => join(archive, 'wal')
export const copiesFolderOf = (archive: string) => join(archive, 'copies')

/**
 * Makes the folders of an archive, and gives them to the server's user, also when they were brought from another machine.
 * @throws PrivateServerError when they cannot be made, or the server's user cannot reach them.
 */
export async function prepareArchive(archive: string, user: ServerUser): Promise<void> {
  const folders = [walFolderOf(archive), copiesFolderOf(archive)]
  for (const folder of folders) {
    const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw new PrivateServerError(`The archive cannot be made in ${archive} (${codeOf(error)}). Set WAL_ARCHIVE_DIR to another folder.`)
    })
    if (isRoot() && firstMade !== undefined) await giveTo(user, firstMade)
    if (isRoot() && (await stat(folder)).uid !== user.uid) await giveTo(user, folder)
  }
  for (const folder of folders)
    if (!(await canReach(user, folder)) || !(await allows(user, folder, WRITE_AND_PASS))) throw unwritable(user, folder)
}

const WRITE_AND_PASS = 0o3

const unwritable = (user: ServerUser, folder: string) =>
  new PrivateServerError(
    `PostgreSQL's user (uid ${user.uid}) cannot write to ${folder}. Give it the folder, let others pass those above it (chmod o+x), or set ` +
      'WAL_ARCHIVE_DIR to another one.',
  )

/**
 * Keeps two databases out of one archive: the shop that it belongs to may go on, and what both write could not be told apart.
 * @throws PrivateServerError when this cluster was brought back from this archive.
 */
export async function requireOwnArchive(archive: string, data: string): Promise<void> {
  const origin = await readFile(join(data, ORIGIN_FILE), 'utf8').catch(unless('ENOENT'))
  if (origin !== archive) return
  throw new PrivateServerError(
    `The database in ${data} was brought back from ${archive}, which belongs to the shop before it. Set WAL_ARCHIVE_DIR to a new folder.`,
  )
}

/** PostgreSQL's settings that keep each finished file of its write-ahead log, compressed, and on disk before it is told so. */
export function archiveSettings(archive: string): Record<string, string> {
  const folder = walFolderOf(archive)
  const kept = `${word(folder)}/%f.gz`
  const part = `${word(folder)}/%f.gz.part`
  const steps = [
    // After a crash PostgreSQL may ask for the same file again. Another file of that name belongs to another database.
    `{ test ! -e ${kept} || gzip -cd ${kept} | cmp -s - "%p"; }`,
    `gzip -c "%p" > ${part}`,
    `sync ${part}`,
    `mv ${part} ${kept}`,
    `sync ${word(folder)}`,
  ]
  return { archive_mode: 'on', archive_timeout: ARCHIVED_AFTER, archive_command: steps.join(' && ') }
}

/** A path in a command that PostgreSQL gives to a POSIX shell. Its own placeholders begin with a percent sign. */
const word = (path: string) => `'${path.replaceAll('%', '%%').replaceAll("'", String.raw`'\''`)}'`

/**
 * Lets the server copy its whole cluster into a new folder of the archive, while it serves.
 * @param folder absolute, below the folder of copies; the server makes it
 */
export async function copyCluster(connection: PrivateConnection, folder: string): Promise<void> {
  const options = { ...connection, replication: 'true' }
  const client = new pg.Client(options)
  client.on('error', () => {})
  try {
    await client.connect()
    const target = `TARGET 'server', TARGET_DETAIL ${pg.escapeLiteral(folder)}`
    await client.query(
      `BASE_BACKUP (LABEL 'teleforge', CHECKPOINT 'fast', MANIFEST 'yes', ${target}, COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1')`,
    )
  } finally {
    await client.end()
  }
}

/** Fills an empty folder with a copy that plays the archive again when it is started. */
export async function unpackCopy({ copy, archive, at }: PointInTime, data: string): Promise<void> {
  await promisify(execFile)('tar', ['-xzf', join(copy, COPY_FILE), '-C', data, '--no-same-owner'])
  const settings = {
    restore_command: `gzip -cd ${word(walFolderOf(archive))}/%f.gz > "%p"`,
    recovery_target_action: 'promote',
    // It is not ready before all is played.
    hot_standby: 'off',
    // PostgreSQL takes no letters for a zone here.
    ...(at && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  await appendFile(join(data, 'postgresql.auto.conf'), lines.join(''))
  await writeFile(join(data, 'recovery.signal'), '')
  await writeFile(join(data, ORIGIN_FILE), archive)
}
