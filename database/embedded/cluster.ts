import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveSettings, prepareArchive, requireOwnArchive, unpackCopy, type PointInTime } from './archive.ts'
import { runnableBinaries, type Binaries } from './binaries.ts'
import { unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { dataOf, type Placement } from './placement.ts'
import { runProgram } from './run-program.ts'
import { giveTo, isRoot, type ServerUser } from './server-user.ts'
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

/** How a cluster is run, and what a new one is made of. */
export type ClusterOptions = {
  log: (line: string) => void
  /** Absolute folder in which what is written is kept, too. */
  archive?: string | undefined
  /** What a missing cluster is made of, instead of an empty database. */
  from?: PointInTime
}

/**
 * Prepares a folder's cluster, creating it at the first start. The folder's lock must be held.
 * @throws PrivateServerError when it cannot be made, or belongs to another version of PostgreSQL.
 */
export async function prepareCluster({ folder, user }: Placement, { log, archive, from }: ClusterOptions): Promise<Cluster> {
  const data = dataOf(folder)
  const binaries = await runnableBinaries(folder, user, log)
  if (archive !== undefined) await prepareArchive(archive, user)
  if (!existsSync(data))
    await createCluster(folder, (making) => (from ? unpackCopy(from, making) : makeEmpty(making, folder, user, binaries)))
  await requireVersion(data, binaries)
  if (archive !== undefined) await requireOwnArchive(archive, data)
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
    arguments: ['-D', data, ...settings(socketFolder, archive)],
  }
}

/** Other settings keep PostgreSQL's defaults, fsync and full-page writes above all. */
function settings(socketFolder: string, archive: string | undefined): string[] {
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
    ...(archive !== undefined && archiveSettings(archive)),
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
async function createCluster(folder: string, fill: (making: string) => Promise<void>): Promise<void> {
  await removeHalfMade(folder)
  const making = join(folder, `${MAKING}${randomUUID()}`)
  await mkdir(making, { mode: 0o700 })
  try {
    await fill(making)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  }
  await rename(making, dataOf(folder))
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}

async function makeEmpty(making: string, folder: string, user: ServerUser, binaries: Binaries): Promise<void> {
  if (isRoot()) await chown(making, user.uid, user.gid)
  const initdb = join(binaries.folder, 'bin', 'initdb')
  const { status, output } = await runProgram(initdb, initialisation(making), user, folder)
  if (status === 0) return
  throw new PrivateServerError(`PostgreSQL's database cannot be made in ${folder}:\n${output}${remedyFor(output)}`)
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
