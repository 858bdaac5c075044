import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { usePrivateServer } from '#database/embedded.ts'
import { copiesFolderOf, walFolderOf } from '#database/embedded/archive.ts'
import { addEndlessPart, startLoad } from '#tests/support/crash/crash-load.ts'
import { lost } from '#tests/support/crash/what-was-lost.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { signInCrowd } from '#tests/support/load/crowd.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

const WHOLE_LIMIT_MS = 10 * HANG_LIMIT_MS
const ORDERS = Number(process.env['ORDERS'] ?? 100)

let room: string
let archive: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-point-in-time-'))
  await chmod(room, 0o755)
  archive = join(room, 'archive')
})

afterAll(() => rm(room, { recursive: true, force: true }))

const run = (program: string, dataDir: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [`server/run/commands/${program}.ts`, ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archive, BACKUP_KEEP: '1' },
  })

const inDatabaseOf = <T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> =>
  usePrivateServer({ folder: join(dataDir, 'postgres'), log: () => {} }, async (connection) => {
    const db = connect(connection)
    return work(db).finally(() => db.$client.end())
  })

/** Ends the current file of the log, and waits until it is in the archive. */
async function archived(db: Database): Promise<void> {
  const { rows } = await db.$client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  while (!(await readdir(walFolderOf(archive))).includes(`${rows[0]!.name}.gz`)) await delay(50)
}

async function buy(url: string, db: Database): Promise<{ orders: string[]; paid: string[]; cancelled: string[] }> {
  const parts = [await addEndlessPart(db, 'First part')]
  const crowd = await signInCrowd(db, ORDERS)
  let turn = 0
  const random = chanceOf(chosenSeed()).next
  const load = startLoad({ url, parts, buyers: 2, nextPerson: () => crowd[turn++ % crowd.length]!, random })
  while (load.confirmed.orders.length < ORDERS) await delay(20)
  await load.stop()
  return load.confirmed
}

/** What the shop's figures say of its archive. */
const failing = async (url: string) => /^teleforge_wal_archive_failing (\d)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]

test('a dropped table comes back with the order before it, beside the shop that goes on (63)', { timeout: WHOLE_LIMIT_MS }, async () => {
  const live = join(room, 'live')
  const shop = await runShop({ DATA_DIR: live, WAL_ARCHIVE_DIR: archive })
  // The shop makes the first copy itself.
  await expect.poll(() => readdir(copiesFolderOf(archive)), { interval: 100, timeout: HANG_LIMIT_MS }).toHaveLength(1)
  await expect
    .poll(() => readdir(copiesFolderOf(archive)), { interval: 100, timeout: HANG_LIMIT_MS })
    .toEqual([expect.stringMatching(/Z$/)])
  const confirmed = await inDatabaseOf(live, async (db) => {
    const bought = await buy(shop.url, db)
    await archived(db)
    return bought
  })
  const first = new Date()
  const sizes = await Promise.all(
    (await readdir(walFolderOf(archive))).map(async (name) => (await stat(join(walFolderOf(archive), name))).size),
  )
  const megabytes = (sizes.reduce((sum, each) => sum + each, 0) / 1e6).toFixed(1)
  reportFigure('G13', `${megabytes} MB of archive in ${sizes.length} files for ${confirmed.orders.length} orders`, 'written down')

  await inDatabaseOf(live, async (db) => {
    await db.$client.query('create table before_the_trial ()')
    await archived(db)
  })
  // What is tried elsewhere is not in the way of the shop that goes on.
  await run('restore', join(room, 'tried'), '--at', first.toISOString())
  await inDatabaseOf(join(room, 'tried'), async (db) => expect(await lost(db, confirmed)).toEqual([]))
  await inDatabaseOf(live, async (db) => {
    await db.$client.query('create table after_the_trial ()')
    await archived(db)
  })
  const all = await readdir(walFolderOf(archive))
  await run('base-copy', live)
  const left = await readdir(walFolderOf(archive))
  expect(await readdir(copiesFolderOf(archive))).toHaveLength(1)
  expect(all.filter((name) => !left.includes(name)).length).toBeGreaterThan(0)

  const before = new Date()
  await inDatabaseOf(live, async (db) => {
    await db.$client.query('drop table public.orders cascade')
    await archived(db)
  })
  await shop.stop()
  const dataDir = join(room, 'restored')
  const { stdout } = await run('restore', dataDir, '--at', before.toISOString())
  expect(stdout).toContain('The database is restored in')
  await expect(runShop({ DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archive })).rejects.toThrow('which belongs to the shop before it')
  const again = await runShop({ DATA_DIR: dataDir, WAL_ARCHIVE_DIR: join(room, 'new-archive') })
  const { stdout: state } = await run('shop', dataDir, 'verify')
  const broken = state
    .trim()
    .split('\n')
    .filter((line) => !line.endsWith(' ok'))
  expect(broken).toEqual([])
  await again.stop()
  await inDatabaseOf(dataDir, async (db) => {
    expect(await lost(db, confirmed)).toEqual([])
    expect((await db.$client.query(`select to_regclass('after_the_trial')::text as found`)).rows).toEqual([{ found: 'after_the_trial' }])
  })

  await expect(run('restore', join(room, 'too-early'), '--at', first.toISOString())).rejects.toThrow('The archive begins at')
  await expect(run('restore', join(room, 'too-late'), '--at', new Date().toISOString())).rejects.toThrow('The archive does not reach')
  await expect(run('restore', join(room, 'unclear'), '--at', '2026-11-28 14:32')).rejects.toThrow('is no time with its zone')
})

test('an archive that cannot be written is said to fail, and goes on when it can (63)', { timeout: WHOLE_LIMIT_MS }, async () => {
  const mine = join(room, 'failing')
  const shop = await runShop({ WAL_ARCHIVE_DIR: mine })
  const wal = walFolderOf(mine)
  await rename(wal, `${wal}-away`)
  await inDatabaseOf(shop.dataDir, (db) => db.$client.query('select pg_switch_wal()'))
  await expect.poll(() => failing(shop.url), { interval: 200, timeout: HANG_LIMIT_MS * 2 }).toBe('1')

  await rename(`${wal}-away`, wal)

  // PostgreSQL waits a minute before it tries again.
  await expect.poll(() => failing(shop.url), { interval: 200, timeout: HANG_LIMIT_MS * 3 }).toBe('0')
  await shop.stop()
})
