import { existsSync } from 'node:fs'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { canReach, isRoot, serverUser, type ServerUser } from './server-user.ts'

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
 * The server's user in this folder.
 * @throws PrivateServerError when the data belong to another user, or that user cannot reach them.
 */
export async function userOf(folder: string): Promise<ServerUser> {
  const data = existsSync(dataOf(folder)) ? dataOf(folder) : undefined
  const user = await serverUser(data)
  if (!isRoot()) {
    if (data !== undefined) await requireOwner(data, user)
  } else if (!(await canReach(user, folder))) {
    throw new PrivateServerError(
      `PostgreSQL does not run as root, and the user it runs as instead (uid ${user.uid}) cannot reach ${folder}. Move the shop to a ` +
        'folder that everyone may pass through (chmod o+x), set DATA_DIR to one, start the shop as an ordinary user, or set ' +
        'DATABASE_URL to a PostgreSQL server of yours.',
    )
  }
  return user
}

/** Makes the folders from `first` down to `folder` traversable for all users; the modes of their contents stay the same. */
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
