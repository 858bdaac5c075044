import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { canReach, isRoot, serverUser, type ServerUser } from './server-user.ts'

/** For data and binaries if the server's user cannot reach the shop's own folders. */
export const SYSTEM_FOLDER = '/var/lib/teleforge'

/** The actual folder of the data, and the server's user. */
export type Placement = { folder: string; user: ServerUser }

/** Hash of a path, sixteen hex digits. */
export const pathHash = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)

export const dataOf = (folder: string) => join(folder, 'cluster')

/**
 * Creates the folder if it is missing, and returns its real path.
 * @throws PrivateServerError when it cannot be made.
 */
export async function makeFolder(wanted: string): Promise<string> {
  const folder = resolve(wanted)
  const firstMade = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new PrivateServerError(`${folder} cannot be made (${codeOf(error)}). Set DATA_DIR to another folder.`)
  })
  // With root's umask the server's user could not enter the new folders.
  if (firstMade !== undefined && isRoot()) await makePassable(folder, firstMade)
  return realpath(folder)
}

/**
 * The current place of the data: in this folder, or in the system folder that an earlier start chose.
 * @throws PrivateServerError when that system folder is missing: continuing would start an empty shop.
 */
export async function currentFolder(wanted: string): Promise<string> {
  const moved = (await readFile(movedFile(wanted), 'utf8').catch(unless('ENOENT')))?.trim()
  if (moved === undefined) return wanted
  if (existsSync(moved)) return moved
  throw new PrivateServerError(
    `The database of ${wanted} was kept in ${moved}, which is missing. Put it back, or remove ` +
      `${movedFile(wanted)} to begin with an empty shop.`,
  )
}

/**
 * Decides where the data of this folder is stored; the folder's lock must be held. Existing data is not moved. New data
 * goes into the folder, or, as root, into a system folder when the server's user cannot reach it. A file in the folder
 * then names that place, so that the data is found again, and a deleted folder never gets old data.
 * @throws PrivateServerError when the server's user can reach neither.
 */
export async function placeData(wanted: string, log: (line: string) => void): Promise<Placement> {
  const folder = await currentFolder(wanted)
  const data = existsSync(dataOf(folder)) ? dataOf(folder) : undefined
  const user = await serverUser(data)
  if (!isRoot()) {
    if (data !== undefined) await requireOwner(data, user)
    return { folder, user }
  }
  if (folder !== wanted) log(`The database is kept in ${folder}.`)
  if (await canReach(user, folder)) return { folder, user }
  if (data !== undefined) throw unreachable(data, user, 'Give the folders above it back their right of passage')

  const system = await makeSystemFolder(wanted, user)
  log(`The database is kept in ${system}: PostgreSQL does not run as root, and its user cannot reach ${wanted}.`)
  return { folder: system, user }
}

async function makeSystemFolder(wanted: string, user: ServerUser): Promise<string> {
  const folder = join(SYSTEM_FOLDER, `${pathHash(wanted)}-${randomUUID().slice(0, 8)}`)
  try {
    const firstMade = await mkdir(folder, { recursive: true })
    await makePassable(folder, firstMade ?? folder)
  } catch (error) {
    throw unreachable(wanted, user, `${SYSTEM_FOLDER} cannot be used instead (${codeOf(error)}). Let others pass`)
  }
  const note = `${movedFile(wanted)}.making`
  await writeFile(note, `${folder}\n`, { flush: true })
  await rename(note, movedFile(wanted))
  return folder
}

const movedFile = (wanted: string) => join(wanted, 'data-moved-to')

/**
 * Makes the folders from `first` down to `folder` traversable for all users; the modes of their contents stay the same.
 */
async function makePassable(folder: string, first: string): Promise<void> {
  const { mode } = await stat(folder)
  await chmod(folder, (mode & 0o7777) | 0o111)
  if (folder !== first && dirname(folder) !== folder) await makePassable(dirname(folder), first)
}

async function requireOwner(data: string, user: ServerUser): Promise<void> {
  const { uid } = await stat(data)
  if (uid === user.uid) return
  throw new PrivateServerError(
    `The database in ${data} belongs to another user (uid ${uid}, this is ${user.uid}). ` +
      'Start the shop as the user it was made by, or set DATA_DIR to another folder.',
  )
}

const unreachable = (path: string, user: ServerUser, remedy: string) =>
  new PrivateServerError(
    `PostgreSQL does not run as root, and the user it runs as instead (uid ${user.uid}) cannot reach ${path}. ` +
      `${remedy} (chmod o+x), start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL server of yours.`,
  )
