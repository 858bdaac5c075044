import { setTimeout as delay } from 'node:timers/promises'
import { prepareCluster, type ClusterOptions } from './embedded/cluster.ts'
import { FolderInUse } from './embedded/errors.ts'
import { folderHolder, lockFolder, type FolderLock } from './embedded/folder-lock.ts'
import { currentFolder, dataOf, makeFolder, placeData } from './embedded/placement.ts'
import { isRunning } from './embedded/processes.ts'
import { connectionTo, launchServer, servingSocketFolder, stopServer, type PrivateConnection } from './embedded/server.ts'
import { removeSocketFolder } from './embedded/socket-folder.ts'
import { timeLimit } from './embedded/time-limit.ts'

export type PrivateServer = {
  /** `pg` settings of the server's private socket; valid until the server is stopped. */
  connection: PrivateConnection
  folder: string
  /** Stops the server and waits until its last process has ended. Idempotent. */
  stop(): Promise<void>
}

type PrivateServerOptions = ClusterOptions & { folder: string }

/** A stopping shop or a short command may still hold the folder. */
const LOCK_WAIT_MS = 2_000
/** How long a command waits for a starting shop, or for another command. */
const JOIN_WAIT_MS = 30_000
const JOIN_RETRY_MS = 100

/**
 * Starts the private PostgreSQL on a folder. When it ends by itself, that is logged; the next start of the shop starts it again.
 * @throws FolderInUse when another shop holds the folder.
 * @throws PrivateServerError when the server cannot run; the message says what to do.
 */
export async function startPrivateServer(options: PrivateServerOptions): Promise<PrivateServer> {
  const folder = await makeFolder(options.folder)
  const lock = await lockFolder(folder, 'shop', LOCK_WAIT_MS)
  if (!lock) throw new FolderInUse(folder, (await folderHolder(folder))?.pid)
  return startLocked(folder, lock, options)
}

/**
 * Runs `work` on the private database: on the server of a running shop, or on one that is started and stopped for it.
 * For the command line.
 * @throws FolderInUse when the folder is held and its server does not serve for half a minute.
 * @throws PrivateServerError when the server cannot run; the message says what to do.
 */
export async function usePrivateServer<T>(options: PrivateServerOptions, work: (connection: PrivateConnection) => Promise<T>): Promise<T> {
  const folder = await makeFolder(options.folder)
  const isOver = timeLimit(JOIN_WAIT_MS)
  while (!isOver()) {
    const lock = await lockFolder(folder, 'command', 0)
    if (lock) return useOwnServer(await startLocked(folder, lock, options), work)
    const connection = await runningShop(folder)
    if (connection) return work(connection)
    await delay(JOIN_RETRY_MS)
  }
  throw new FolderInUse(folder, (await folderHolder(folder))?.pid)
}

async function useOwnServer<T>(server: PrivateServer, work: (connection: PrivateConnection) => Promise<T>): Promise<T> {
  try {
    return await work(server.connection)
  } finally {
    await server.stop()
  }
}

/** Only a shop's server is joined: a command may stop its server at any time. */
async function runningShop(folder: string): Promise<PrivateConnection | undefined> {
  const holder = await folderHolder(folder)
  if (holder?.kind !== 'shop' || !(await isRunning(holder.pid))) return undefined
  const socketFolder = await servingSocketFolder(dataOf(await currentFolder(folder)))
  return socketFolder === undefined ? undefined : connectionTo(socketFolder)
}

async function startLocked(folder: string, lock: FolderLock, options: ClusterOptions): Promise<PrivateServer> {
  const { log } = options
  try {
    const cluster = await prepareCluster(await placeData(folder, log), options)
    const server = await launchServer(cluster, log)
    const logEnd = () => log('The private PostgreSQL has ended. Stop the shop and start it again.')
    server.once('exit', logEnd)
    const stop = async () => {
      server.off('exit', logEnd)
      try {
        await stopServer(cluster)
        await removeSocketFolder(cluster.socketFolder, cluster.folder)
      } finally {
        await lock.release()
      }
    }
    let stopped: Promise<void> | undefined
    return { connection: connectionTo(cluster.socketFolder), folder: cluster.folder, stop: () => (stopped ??= stop()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}
