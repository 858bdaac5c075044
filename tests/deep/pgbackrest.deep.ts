import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { addEndlessPart, startLoad } from '#tests/support/crash/crash-load.ts'
import { lost } from '#tests/support/crash/what-was-lost.ts'
import { signInCrowd } from '#tests/support/load/crowd.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { startShopProcess } from '#tests/support/shops/shop-process.ts'

/*
 * docs/backup.md, "With an existing PostgreSQL": a server whose log pgBackRest keeps. `apt-get install postgresql pgbackrest` on Debian. Where
 * they are not installed, the test is skipped and says so.
 */

const PGBACKREST = '/usr/bin/pgbackrest'
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map(Number) : []
const programs = `/usr/lib/postgresql/${Math.max(...versions)}/bin`
const isInstalled = existsSync(PGBACKREST) && versions.length > 0
const ORDERS = 50
/** PostgreSQL does not run as root; this is `nobody` on every common system. */
const NOBODY = 65_534
const asServer = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

let room: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-pgbackrest-'))
  await chmod(room, 0o777)
})

afterAll(() => rm(room, { recursive: true, force: true }))

test.skipIf(isInstalled)('cannot be tried here: apt-get install postgresql pgbackrest (63)', () => {})

const run = (program: string, ...words: string[]) => promisify(execFile)(program, words, { ...asServer, cwd: room })

/** A server in its own folder that archives by pgBackRest, as the page says. */
async function openServer(name: string) {
  const data = join(room, name)
  const configuration = join(room, `${name}.conf`)
  await writeFile(
    configuration,
    `[global]
repo1-path=${room}/repository
repo1-retention-full=2
start-fast=y
log-path=${room}
lock-path=${room}/lock
spool-path=${room}/spool
[shop]
pg1-path=${data}
pg1-socket-path=${room}
pg1-user=shop
`,
  )
  const backRest = (...words: string[]) => run(PGBACKREST, `--config=${configuration}`, '--stanza=shop', ...words)
  const settings = { unix_socket_directories: room, listen_addresses: '', archive_mode: 'on' }
  const words = Object.entries({
    ...settings,
    archive_command: `${PGBACKREST} --config=${configuration} --stanza=shop archive-push %p`,
  }).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
  return {
    data,
    backRest,
    async start() {
      const server = spawn(join(programs, 'postgres'), ['-D', data, ...words], { ...asServer, cwd: room, stdio: 'ignore' })
      const ended = new Promise((resolve) => server.once('exit', resolve))
      const isReady = () => run(join(programs, 'psql'), '-h', room, '-U', 'shop', '-d', 'postgres', '-Atc', 'select pg_is_in_recovery()')
      while (
        await isReady().then(
          ({ stdout }) => stdout.trim() !== 'f',
          () => server.exitCode === null,
        )
      )
        await delay(200)
      return async () => {
        server.kill('SIGINT')
        await ended
      }
    },
  }
}

const urlOf = () => `postgres://shop@localhost/postgres?host=${encodeURIComponent(room)}`

test.runIf(isInstalled)('with pgBackRest a dropped table comes back with the orders before it (63)', async () => {
  const server = await openServer('data')
  await run(join(programs, 'initdb'), '-D', server.data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const stop = await server.start()
  await server.backRest('stanza-create')
  const shop = await startShopProcess({ DATABASE_URL: urlOf(), DATA_DIR: join(room, 'shop'), SANDBOX_DATABASE_URL: 'off' })
  await server.backRest('--type=full', 'backup')

  const db = connect({ connectionString: urlOf() })
  const parts = [await addEndlessPart(db, 'First part')]
  const crowd = await signInCrowd(db, ORDERS)
  let turn = 0
  const load = startLoad({
    url: shop.url,
    parts,
    buyers: 2,
    nextPerson: () => crowd[turn++ % crowd.length]!,
    random: chanceOf(chosenSeed()).next,
  })
  while (load.confirmed.orders.length < ORDERS) await delay(50)
  await load.stop()
  const { rows } = await db.$client.query<{ now: string }>('select clock_timestamp()::text as now')
  shop.process.kill('SIGTERM')
  await shop.exit
  await db.$client.query('drop table public.orders cascade')
  await db.$client.query('select pg_switch_wal()')
  await server.backRest('check')
  await db.$client.end()
  await stop()

  const restored = await openServer('restored')
  await mkdir(restored.data, { mode: 0o700 })
  if (asServer.uid !== undefined) await chown(restored.data, NOBODY, NOBODY)
  await restored.backRest('--type=time', `--target=${rows[0]!.now}`, '--target-action=promote', 'restore')
  const stopRestored = await restored.start()

  const found = connect({ connectionString: urlOf() })
  expect(load.confirmed.orders.length).toBeGreaterThanOrEqual(ORDERS)
  expect(await lost(found, load.confirmed)).toEqual([])
  expect((await checkInvariants(found, { books: sandboxBooks, graceMinutes: 60 })).filter(({ count }) => count > 0)).toEqual([])
  await found.$client.end()
  await stopRestored()
})
