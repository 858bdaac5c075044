import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { connect } from './connect.ts'
import { startPrivateServer, usePrivateServer, type PrivateServer } from './embedded.ts'
import { unless } from './error-codes.ts'
import { FolderInUse } from './embedded/errors.ts'
import { isRunning } from './embedded/processes.ts'
import type { PrivateConnection } from './embedded/server.ts'
import { transaction } from './transaction.ts'

const asRoot = process.geteuid?.() === 0
const COMMITS = 1_000
/** Runs at the end of each test, newest first. */
const undo: (() => unknown)[] = []

/** A folder with a database that is not being served, for tests that need no new one. */
let usedFolder: string

beforeAll(async () => {
  usedFolder = await makeFolder()
  await (await startPrivateServer({ folder: usedFolder, log })).stop()
})

afterEach(async () => {
  while (undo.length > 0) await undo.pop()?.()
})

afterAll(() => rm(usedFolder, { recursive: true, force: true }))

test('a shop finds its data again after it was stopped and started', async () => {
  const folder = await freshFolder()
  const first = await start(folder)
  await query(first.connection, 'create table parts as select 24 as available')
  await first.stop()

  const second = await start(folder)

  expect(await query(second.connection, 'select available from parts')).toEqual([{ available: 24 }])
})

test('the private server syncs to disk, keeps UTF-8 and UTC, and can be reached through its socket alone (14)', async () => {
  const { connection } = await start(usedFolder)

  const [settings] = await query(
    connection,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('listen_addresses') as addresses, current_setting('timezone') as timezone,
      (select pg_encoding_to_char(encoding) || ' ' || datlocale
        from pg_database where datname = current_database()) as text`,
  )

  expect(settings).toEqual({ fsync: 'on', pages: 'on', addresses: '', timezone: 'UTC', text: 'UTF8 C.UTF-8' })
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
})

test('a thousand commits, as the shop makes them, are a thousand syncs of the log (14) (G4)', async () => {
  const { connection } = await start(usedFolder)
  const db = connect(connection, { max: 1 })
  await db.execute(sql`create table commits (row int)`)
  const before = await syncsOfLog(connection)

  for (let row = 0; row < COMMITS; row++) {
    await transaction(db, (tx) => tx.execute(sql`insert into commits values (${row}::int)`))
  }
  await db.$client.end() // a closed connection reports its statistics, when its process ends

  let syncs = 0
  await until(async () => (syncs = (await syncsOfLog(connection)) - before) >= COMMITS)
  reportFigure('G4', `${COMMITS} commits one after the other, ${syncs} syncs of the log`, 'no fewer syncs than commits')
})

test('of two shops started at the same moment one serves and the other is told whose folder it is (64)', async () => {
  const folder = await freshFolder()

  const shops = [startShop(folder), startShop(folder)]
  const words = await Promise.all(shops.map(firstWords))

  const winner = shops[words.indexOf('serving')]
  const refusal = words.find((word) => word !== 'serving')
  expect(refusal).toContain(`FolderInUse ${folder} is in use by another shop (process ${winner?.pid})`)
  const answer = await usePrivateServer({ folder, log }, (connection) => query(connection, 'select 1 as one'))
  expect(answer).toEqual([{ one: 1 }])
})

test('a second server on the same folder is refused within one process, and the first goes on (64)', async () => {
  const first = await start(usedFolder)

  await expect(start(usedFolder)).rejects.toBeInstanceOf(FolderInUse)

  expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a shop killed with its whole process group leaves a server that the next start stops (64)', async () => {
  const shop = startShop(usedFolder)
  expect(await firstWords(shop)).toBe('serving')
  const left = await serverPid(usedFolder)

  await killGroup(shop)
  expect(await isRunning(left)).toBe(true)
  const next = await start(usedFolder)

  expect(await isRunning(left)).toBe(false)
  expect(await query(next.connection, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1 }])
})

test('a shop killed while its database is being made leaves nothing in the way', async () => {
  const folder = await freshFolder()
  const shop = startShop(folder)
  await until(async () => (await readdir(folder)).some((name) => name.startsWith('cluster.making-')))
  await killGroup(shop)
  expect(existsSync(join(folder, 'cluster'))).toBe(false)

  const next = await start(folder)

  expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(folder)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
})

test('a killed server is told, and the next start has everything that was committed (54)', async () => {
  const lines: string[] = []
  const first = await startPrivateServer({ folder: usedFolder, log: (line) => lines.push(line) })
  undo.push(() => first.stop())
  await query(first.connection, 'drop table if exists kept; create table kept as select 1 as row')

  process.kill(await serverPid(usedFolder), 'SIGKILL')
  await until(async () => lines.length > 0)
  await first.stop()
  const next = await start(usedFolder)

  expect(lines).toEqual(['The private PostgreSQL has ended. Stop the shop and start it again.'])
  expect(await query(next.connection, 'select row from kept')).toEqual([{ row: 1 }])
})

test('stopping ends every process of the server, even amid a purchase, and may be asked for twice', async () => {
  const server = await start(usedFolder)
  const buyer = new pg.Client(server.connection)
  buyer.on('error', () => {})
  await buyer.connect()
  await buyer.query('begin')
  const pids = [await serverPid(usedFolder), ...(await childrenOf(server.connection))]
  expect(pids.length).toBeGreaterThan(3)

  await Promise.all([server.stop(), server.stop()])

  expect(await areRunning(pids)).toEqual([])
})

test('a process id file that is empty, or names an unrelated program, keeps no server from starting', async () => {
  const { uid, gid } = await stat(join(usedFolder, 'cluster'))
  const unrelated = spawn('/bin/sleep', ['3600'], asRoot ? { uid, gid } : {})
  undo.push(() => unrelated.kill('SIGKILL'))
  const pidFile = join(usedFolder, 'cluster', 'postmaster.pid')

  await writeFile(pidFile, `${unrelated.pid}\n${join(usedFolder, 'cluster')}\n1700000000\n5432\n\n\n`)
  await (await start(usedFolder)).stop()
  await writeFile(pidFile, '')
  await (await start(usedFolder)).stop()

  expect(unrelated.exitCode).toBeNull()
})

test('a database of another version of PostgreSQL is refused and left as it is', async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'cluster'), { recursive: true })
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), '17\n')

  await expect(start(folder)).rejects.toThrow('was made by PostgreSQL 17, and this shop brings PostgreSQL 18')

  expect(await readdir(join(folder, 'cluster'))).toEqual(['PG_VERSION'])
})

test('a database that cannot be started is refused with the last words of PostgreSQL', async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'cluster'), { mode: 0o700 })
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), '18\n')

  await expect(start(folder)).rejects.toThrow(/did not start:\n.*postgresql.conf/s)
})

test('a command starts a server of its own where no shop runs, and stops it when it fails', async () => {
  let pids: number[] = []
  const failed = usePrivateServer({ folder: usedFolder, log }, async (connection) => {
    pids = [await serverPid(usedFolder), ...(await childrenOf(connection))]
    throw new Error('the command failed')
  })

  await expect(failed).rejects.toThrow('the command failed')
  expect(pids.length).toBeGreaterThan(3)
  expect(await areRunning(pids)).toEqual([])
})

test('a data folder with a path too long for a socket has its socket elsewhere while it is served', async () => {
  const folder = join(await freshFolder(), 'deep '.repeat(20).trim())

  const server = await start(folder)

  const { host } = server.connection
  expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(host)).mode & 0o777).toBe(0o700)
  await server.stop()
  expect(existsSync(host)).toBe(false)
})

test.skipIf(!asRoot)('as root, a shop below a closed folder keeps its data elsewhere and says where', async () => {
  const closed = await freshFolder()
  await chmod(closed, 0o700)
  const folder = join(closed, 'shop', 'data')
  const lines: string[] = []

  const first = await startPrivateServer({ folder, log: (line) => lines.push(line) })
  undo.push(
    () => first.stop(),
    () => rm(first.folder, { recursive: true, force: true }),
  )
  await query(first.connection, 'create table kept as select 1 as row')
  await first.stop()
  const second = await start(folder)

  expect(first.folder).toMatch(/^\/var\/lib\/teleforge\/[0-9a-f]{16}-/)
  expect(lines.join('\n')).toContain(`kept in ${first.folder}`)
  expect(second.folder).toBe(first.folder)
  expect(await query(second.connection, 'select row from kept')).toEqual([{ row: 1 }])
})

function log() {}

/** An empty folder that PostgreSQL's user may traverse, with a name that needs escaping. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `shop's "own", 店 `))
  await chmod(folder, 0o755)
  return folder
}

async function freshFolder(): Promise<string> {
  const folder = await makeFolder()
  undo.push(async () => {
    // The server of a killed shop is still running; the next start stops it.
    const left = await serverPid(folder).catch(unless('ENOENT'))
    if (left !== undefined && (await isRunning(left))) await (await startPrivateServer({ folder, log })).stop()
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

async function start(folder: string): Promise<PrivateServer> {
  const server = await startPrivateServer({ folder, log })
  undo.push(() => server.stop())
  return server
}

/** Calls of fsync, or of its equivalent, on the files of the write-ahead log since the database was created. */
async function syncsOfLog(connection: PrivateConnection): Promise<number> {
  const [counted] = await query(connection, "select sum(fsyncs)::int as syncs from pg_stat_io where object = 'wal'")
  return Number(counted!['syncs'])
}

async function query(connection: PrivateConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A shop with a separate process and process group: writes one row, then serves until it is killed. */
function startShop(folder: string): ChildProcess {
  const program = `
    const { startPrivateServer } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
    try {
      const server = await startPrivateServer({ folder: ${JSON.stringify(folder)}, log: () => {} })
      const client = new pg.Client(server.connection)
      await client.connect()
      await client.query('drop table if exists kept; create table kept as select 1 as row')
      console.log('serving')
    } catch (error) {
      console.log(error.name, error.message)
      process.exit(1)
    }`
  const shop = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(() => killGroup(shop))
  return shop
}

async function firstWords(shop: ChildProcess): Promise<string> {
  const [words] = await once(shop.stdout!, 'data')
  return String(words).trim()
}

async function killGroup(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  process.kill(-shop.pid!, 'SIGKILL')
  await once(shop, 'exit')
}

async function serverPid(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

/** The server's processes except the postmaster. */
async function childrenOf(connection: PrivateConnection): Promise<number[]> {
  return (await query(connection, 'select pid from pg_stat_activity')).map(({ pid }) => Number(pid))
}

async function areRunning(pids: number[]): Promise<number[]> {
  const running = await Promise.all(pids.map(isRunning))
  return pids.filter((_, index) => running[index])
}

const until = (condition: () => Promise<boolean>) => expect.poll(condition, { interval: 20, timeout: HANG_LIMIT_MS }).toBe(true)
