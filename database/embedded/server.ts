import type { ChildProcess } from 'node:child_process'
import { open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SQL_STATE } from '../sql-state.ts'
import { SERVER_ROLE, type Cluster } from './cluster.ts'
import { codeOf, unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { commandOf, isRunning, signal } from './processes.ts'
import { cannotRun, lastLines, startProgram } from './run-program.ts'
import { SOCKET_PORT } from './socket-folder.ts'
import { timeLimit } from './time-limit.ts'

/** `pg` settings of the private socket. `ssl` is named so that PGSSLMODE of the environment does not apply. */
export type PrivateConnection = { host: string; port: number; user: string; database: string; ssl: false }

const DATABASE = 'teleforge'
const LOG_MAX_BYTES = 10 * 1024 * 1024
const POLL_MS = 20
const RECOVERY_NOTICE_MS = 10_000
/** Long, because the shop's process may be busy with its own start. */
const CONNECT_TIMEOUT_MS = 15_000
/** How long processes of a killed server may go on with a statement and hold its shared memory. */
const LEFTOVERS_TIMEOUT_MS = 60_000
/** How the server is asked to stop, each time more strongly, and the milliseconds until the next time. */
const STOPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 1_000],
]

export const connectionTo = (socketFolder: string, database = DATABASE): PrivateConnection => ({
  host: socketFolder,
  port: SOCKET_PORT,
  user: SERVER_ROLE,
  database,
  ssl: false,
})

/**
 * Starts the cluster's server, after the end of one that a killed shop left running. The folder's lock must be held.
 * @throws PrivateServerError with the server's last output when it cannot start.
 */
export async function launchServer(cluster: Cluster, log: (line: string) => void): Promise<ChildProcess> {
  await stopServer(cluster)
  await boundLog(cluster)

  const isOver = timeLimit(LEFTOVERS_TIMEOUT_MS)
  for (;;) {
    const outcome = await startServer(cluster, log)
    if ('server' in outcome) return serve(cluster, outcome.server)
    const leftoversEnding = outcome.words.includes('pre-existing shared memory block')
    if (!leftoversEnding || isOver()) {
      throw new PrivateServerError(`The private PostgreSQL in ${cluster.folder} did not start:\n${outcome.words}`)
    }
    await delay(10 * POLL_MS)
  }
}

/**
 * Stops the cluster's server, if one runs, and waits for its end. Open transactions are rolled back; a server that takes too long
 * is ended without its closing checkpoint and recovers at its next start.
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = (await readPidFile(cluster.data))?.pid
  // The file alone is no proof: the process id may have been reused.
  if (pid === undefined || !(await commandOf(pid)).includes(` -D ${cluster.data} `)) return
  for (const [name, waitMs] of STOPS) {
    signal(pid, name)
    if (await hasEnded(pid, waitMs)) return
  }
}

/** Truncates a log above its limit. The server only appends, so it continues at the new end. */
async function boundLog(cluster: Cluster): Promise<void> {
  const log = await stat(cluster.logFile).catch(unless('ENOENT'))
  if (log && log.size > LOG_MAX_BYTES) await truncate(cluster.logFile)
}

/** The socket folder of the server in this data folder, also when another process started it. */
export async function servingSocketFolder(data: string): Promise<string | undefined> {
  const file = await readPidFile(data)
  if (file?.status !== 'ready' || !file.socketFolder) return undefined
  return (await canConnect(file.socketFolder)) ? file.socketFolder : undefined
}

type Outcome = { server: ChildProcess } | { words: string }

async function startServer(cluster: Cluster, log: (line: string) => void): Promise<Outcome> {
  const stale = await clearStaleFiles(cluster)
  const logFile = await open(cluster.logFile, 'a', 0o600)
  const { size: logStart } = await logFile.stat()
  // In a separate session: signals from the terminal or a supervisor to the shop's process group must not reach it.
  const child = startProgram(cluster.program, cluster.arguments, {
    user: cluster.user,
    folder: cluster.folder,
    stdio: ['ignore', logFile.fd, logFile.fd],
    detached: true,
    // PostgreSQL takes the stale file for a running server's when its process id now belongs to another program. Its own exception
    // for the process id of its grandparent says that it does not.
    ...(stale === undefined ? {} : { env: { PG_GRANDPARENT_PID: String(stale) } }),
  })
  const failed = new Promise<Error>((resolve) => child.once('error', resolve))
  try {
    if (child.pid === undefined) throw cannotRun(cluster.program, await failed)
    let isSlow = timeLimit(RECOVERY_NOTICE_MS)
    while (child.exitCode === null && child.signalCode === null) {
      const file = await readPidFile(cluster.data)
      if (file?.pid === child.pid && file.status === 'ready') {
        child.unref()
        return { server: child }
      }
      if (isSlow()) {
        log('The private PostgreSQL is still recovering from an unclean end.')
        isSlow = timeLimit(RECOVERY_NOTICE_MS)
      }
      await delay(POLL_MS)
    }
    return { words: await readLog(cluster, logStart) }
  } finally {
    await logFile.close()
  }
}

/**
 * Without a running server, removes an old socket and a process id file that a power cut left empty.
 * @returns the process id in the file of a server that was killed.
 */
export async function clearStaleFiles(cluster: Pick<Cluster, 'data' | 'socketFolder'>): Promise<number | undefined> {
  const socket = join(cluster.socketFolder, `.s.PGSQL.${SOCKET_PORT}`)
  await rm(socket, { force: true })
  await rm(`${socket}.lock`, { force: true })
  const stale = await readPidFile(cluster.data)
  if (stale === undefined) await rm(pidFile(cluster.data), { force: true })
  // In a container the next server often gets the same process id, and would be taken for ready. PostgreSQL reads no further than this.
  else if (stale.status !== undefined) await truncate(pidFile(cluster.data), stale.statusAt)
  return stale?.pid
}

/** The last step of every start; a server that fails it is stopped. */
async function serve(cluster: Cluster, server: ChildProcess): Promise<ChildProcess> {
  try {
    await ensureDatabase(cluster)
    return server
  } catch (error) {
    await stopServer(cluster)
    const reason = error instanceof Error ? error.message : String(error)
    throw new PrivateServerError(`The private PostgreSQL in ${cluster.folder} does not serve: ${reason}`, {
      cause: error,
    })
  }
}

async function ensureDatabase(cluster: Cluster): Promise<void> {
  try {
    await onConnection(connectionTo(cluster.socketFolder), async () => {})
  } catch (error) {
    if (codeOf(error) !== SQL_STATE.invalidCatalogName) throw error
    const beside = connectionTo(cluster.socketFolder, 'postgres')
    await onConnection(beside, (client) => client.query(`create database ${DATABASE}`))
  }
}

async function canConnect(socketFolder: string): Promise<boolean> {
  return onConnection(connectionTo(socketFolder), async () => {}).then(
    () => true,
    () => false,
  )
}

async function onConnection(settings: PrivateConnection, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A connection lost between two queries is reported here, and again by the next query.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

async function hasEnded(pid: number, waitMs: number): Promise<boolean> {
  const isOver = timeLimit(waitMs)
  while (await isRunning(pid)) {
    if (isOver()) return false
    await delay(POLL_MS)
  }
  return true
}

const pidFile = (data: string) => join(data, 'postmaster.pid')

type PidFile = { pid: number; socketFolder?: string; status?: string; statusAt: number }

/** Lines 1, 5 and 8 of a postmaster's process id file, and at which byte the last of them begins. */
async function readPidFile(data: string): Promise<PidFile | undefined> {
  const lines = (await readFile(pidFile(data), 'utf8').catch(unless('ENOENT')))?.split('\n') ?? []
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const before = lines.slice(0, 7).map((line) => `${line}\n`)
  return { pid, socketFolder: lines[4], status: lines[7]?.trim(), statusAt: Buffer.byteLength(before.join('')) }
}

async function readLog(cluster: Cluster, start: number): Promise<string> {
  const text = await readFile(cluster.logFile)
  return lastLines(text.subarray(start).toString())
}
