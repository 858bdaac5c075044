import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runnableBinaries, type Binaries } from './binaries.ts'
import { unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { dataOf, type Placement } from './placement.ts'
import { runProgram } from './run-program.ts'
import { isRoot, type ServerUser } from './server-user.ts'
import { makeSocketFolder } from './socket-folder.ts'

/** The only role of the private server; its socket admits no other user. */
export const SERVER_ROLE = 'teleforge'

export type Cluster = {
  folder: string
  data: string
  socketFolder: string
  logFile: string
  user: ServerUser
  program: string
  arguments: string[]
}

/**
 * Prepares a folder's cluster, creating it at the first start. The folder's lock must be held.
 * @throws PrivateServerError when it cannot be made, or belongs to another version of PostgreSQL.
 */
export async function prepareCluster({ folder, user }: Placement, log: (line: string) => void): Promise<Cluster> {
  const data = dataOf(folder)
  const binaries = await runnableBinaries(folder, user, log)
  if (existsSync(data)) await requireVersion(data, binaries)
  else await createCluster(folder, user, binaries)
  // For data restored as root.
  if (isRoot() && (await stat(data)).uid !== user.uid) await giveTo(user, data)

  const socketFolder = await makeSocketFolder(folder, user)
  return {
    folder,
    data,
    socketFolder,
    logFile: join(folder, 'postgresql.log'),
    user,
    program: join(binaries.folder, 'bin', 'postgres'),
    arguments: ['-D', data, ...settings(socketFolder)],
  }
}

/** Other settings keep PostgreSQL's defaults, fsync and full-page writes above all. */
function settings(socketFolder: string): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Several shops of 16 connections each may share one server, as the tests do.
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function requireVersion(data: string, binaries: Binaries): Promise<void> {
  const found = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(unless('ENOENT')))?.trim()
  const [ours] = binaries.version.split('.')
  if (found === ours) return
  if (found === undefined) {
    throw new PrivateServerError(
      `${data} holds no PostgreSQL database (PG_VERSION is missing). Put it back from a backup, or move it away to ` +
        'begin with an empty shop.',
    )
  }
  throw new PrivateServerError(
    `The database in ${data} was made by PostgreSQL ${found}, and this shop brings PostgreSQL ${ours}. ` +
      'Make a backup with the release of the shop that made it, move the folder away, and restore the backup here.',
  )
}

/** Creates the cluster under a temporary name and renames it when it is complete. */
async function createCluster(folder: string, user: ServerUser, binaries: Binaries): Promise<void> {
  await removeHalfMade(folder)
  const making = join(folder, `${MAKING}${randomUUID()}`)
  await mkdir(making, { mode: 0o700 })
  if (isRoot()) await chown(making, user.uid, user.gid)

  const initdb = join(binaries.folder, 'bin', 'initdb')
  const { status, output } = await runProgram(initdb, initialisation(making), user, folder)
  if (status !== 0) {
    await rm(making, { recursive: true, force: true })
    throw new PrivateServerError(`PostgreSQL's database cannot be made in ${folder}:\n${output}${remedyFor(output)}`)
  }
  await rename(making, dataOf(folder))
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}

const MAKING = 'cluster.making-'

const remedyFor = (output: string) =>
  output.includes('could not look up effective user ID')
    ? '\nPostgreSQL wants its user to have a name: add the user to /etc/passwd, or set DATABASE_URL.'
    : ''

/** The socket is private, so every connection is trusted. Text is UTF-8 and sorts the same on every system. */
const initialisation = (data: string) => [
  `--pgdata=${data}`,
  `--username=${SERVER_ROLE}`,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--text-search-config=english',
  '--no-instructions',
]

/** Remains of a killed start. Its initdb may still be running, hence the retries. */
async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(MAKING)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

async function giveTo(user: ServerUser, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveTo(user, path)
    else await lchown(path, user.uid, user.gid)
  }
  // Last, so that an interrupted change is repeated.
  await chown(folder, user.uid, user.gid)
}
