import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrivateServer, type PrivateServer } from '#database/embedded.ts'
import { reportFigure } from '#tests/support/load/figures.ts'

const COMMITS = Number(process.env['DEEP_COMMITS'] ?? 1_000)
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
const title = canTrace
  ? 'the server syncs its log to the disk before it answers a commit, every time (14) (G4)'
  : 'cannot be seen here, because strace is missing or not allowed (14) (G4)'

let folder: string
let server: PrivateServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teleforge-fsync-'))
  await chmod(folder, 0o755)
  server = await startPrivateServer({ folder: join(folder, 'postgres'), log: () => {} })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!canTrace)(title, async () => {
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query('create table kept (row int)')
  const trace = await startTrace()

  for (let row = 0; row < COMMITS; row++) await client.query('insert into kept values ($1)', [row])
  await client.end()
  const { acknowledged, unsynced } = readTrace(await trace.stop())

  reportFigure('G4', `${acknowledged} commits answered, ${unsynced} of them without a sync before`, '1,000 and 0')
  expect(acknowledged).toBe(COMMITS)
  expect(unsynced).toBe(0)
})

/** Follows every process of the server: the writer of the log may be another one than the one that answers. */
async function startTrace(): Promise<{ stop(): Promise<string> }> {
  const postmaster = Number.parseInt(await readFile(join(server.folder, 'cluster', 'postmaster.pid'), 'utf8'), 10)
  const file = join(folder, 'trace')
  const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
  const children = stdout
    .trim()
    .split('\n')
    .flatMap((pid) => ['-p', pid])
  const calls = 'trace=fsync,fdatasync,sync_file_range,sendto'
  const strace = spawn('strace', ['-f', '-y', '-s', '200', '-o', file, '-e', calls, '-p', String(postmaster), ...children], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(strace.stderr, 'data')
  await delay(500)
  return {
    async stop() {
      strace.kill('SIGINT')
      await once(strace, 'exit')
      return readFile(file, 'utf8')
    },
  }
}

/** `INSERT 0 1` is what an insert's commit is answered with; a sync of a file below pg_wal must end before it. */
function readTrace(trace: string): { acknowledged: number; unsynced: number } {
  let acknowledged = 0
  let unsynced = 0
  let synced = false
  const begun = new Set<string>()
  for (const line of trace.split('\n')) {
    const pid = line.split(' ')[0]!
    if (/\bf(?:data)?sync\(\d+<[^>]*pg_wal/.test(line)) {
      if (line.includes('unfinished')) begun.add(pid)
      else synced ||= line.endsWith('= 0')
    } else if (/<\.\.\. f(?:data)?sync resumed>/.test(line) && begun.delete(pid)) {
      synced ||= line.endsWith('= 0')
    } else if (line.includes('INSERT 0 1')) {
      acknowledged++
      if (!synced) unsynced++
      synced = false
    }
  }
  return { acknowledged, unsynced }
}
