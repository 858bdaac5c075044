import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { pathHash } from './placement.ts'
import { canReach, isRoot, type ServerUser } from './server-user.ts'

/** The number in the socket's file name; nothing listens on a port. */
export const SOCKET_PORT = 5432

/** Longest path of a socket, in bytes: macOS has room for 104 with the closing zero, Linux for 108. */
const LONGEST_SOCKET_PATH = 103

/**
 * A folder for the server's socket that only its user may enter: within the data folder or, if that path is too long
 * for a socket, among the temporary files under a name derived from it.
 * @throws PrivateServerError when a folder of that name belongs to another user.
 */
export async function makeSocketFolder(dataFolder: string, user: ServerUser): Promise<string> {
  const folder = fits(within(dataFolder)) ? within(dataFolder) : await temporaryFolder(dataFolder, user)
  await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST'))

  const found = await lstat(folder)
  const ofRoot = isRoot() && found.uid === 0
  if (!found.isDirectory() || (found.uid !== user.uid && !ofRoot)) {
    throw new PrivateServerError(`${folder} is not the shop's own (uid ${found.uid}). Remove it and start again.`)
  }
  if (ofRoot) await chown(folder, user.uid, user.gid)
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700)
  return folder
}

/** Removes a folder among the temporary files after its server has ended; one within the data folder stays. */
export async function removeSocketFolder(socketFolder: string, dataFolder: string): Promise<void> {
  if (socketFolder !== within(dataFolder)) await rm(socketFolder, { recursive: true, force: true })
}

const within = (dataFolder: string) => join(dataFolder, 'socket')

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH

async function temporaryFolder(dataFolder: string, user: ServerUser): Promise<string> {
  const name = `teleforge-${pathHash(dataFolder)}`
  for (const folder of [tmpdir(), '/tmp']) {
    if (fits(join(folder, name)) && (await canReach(user, folder))) return join(folder, name)
  }
  throw new PrivateServerError(
    `The path of ${dataFolder} is too long for a socket, and there is no folder for temporary files to use instead. ` +
      'Set DATA_DIR to a shorter path.',
  )
}
