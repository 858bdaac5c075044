import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { backUpShop } from '#server/run/backup/backup-shop.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { median, reportFigure } from '#tests/support/load/figures.ts'
import { growShop } from '#tests/support/shops/grown-shop.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { openAddress } from '#tests/support/shops/open-address.ts'

const ORDERS = Number(process.env['DEEP_ORDERS'] ?? 100_000)
const DATABASE = 'backup_deep'

let room: string
let shop: ChildProcess | undefined

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-backup-deep-'))
  await chmod(room, 0o755)
  await withClient(inject('postgres'), (client) => client.query(`create database ${DATABASE}`))
})

afterAll(async () => {
  if (shop && shop.exitCode === null) {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  await withClient(inject('postgres'), (client) => client.query(`drop database ${DATABASE} with (force)`))
  await rm(room, { recursive: true, force: true })
})

/** Writes orders' rows, as buyers do, until it is stopped; returns the duration of each write, in milliseconds. */
function keepWriting(): { end: () => Promise<number[]> } {
  const ending = new AbortController()
  const writing = withClient(inDatabase(inject('postgres'), DATABASE), async (client) => {
    const took: number[] = []
    while (!ending.signal.aborted) {
      const begun = performance.now()
      await client.query(`update orders set phone = phone where id = md5('order' || $1::int)::uuid`, [took.length % ORDERS])
      took.push(performance.now() - begun)
      await delay(2)
    }
    return took
  })
  return {
    end() {
      ending.abort()
      return writing
    },
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const begun = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - begun }
}

test(`all functions and triggers are replaced while buyers go on, with ${ORDERS} orders (62)`, async () => {
  const database = inDatabase(inject('postgres'), DATABASE)
  await migrateDatabase(database)
  await withClient(database, async (client) => {
    await growShop(client, { orders: ORDERS })
    await client.query('truncate drizzle.routines') // as in a database of the first releases
  })

  const writing = keepWriting()
  await delay(300)
  const { ms } = await timed(() => migrateDatabase(database))
  const longest = Math.max(...(await writing.end()))

  reportFigure('row 62, functions and triggers', `${ms.toFixed(0)} ms, longest write meanwhile ${longest.toFixed(0)} ms`, '2000 ms')
})

test(`${ORDERS} orders are backed up while buyers write, and restored to serving (63)`, async () => {
  const connection = inDatabase(inject('postgres'), DATABASE)
  const db = connect(connection)
  const invariants = await timed(() => checkInvariants(db, { books: sandboxBooks }))
  await db.$client.end()
  expect(invariants.answer.filter(({ count }) => count > 0)).toEqual([])
  reportFigure('invariants', `${(invariants.ms / 1_000).toFixed(1)} s for ${ORDERS} orders`, '60 s')

  const quiet = keepWriting()
  await delay(3_000)
  const usual = median(await quiet.end())
  const folder = join(room, 'backup')
  const writing = keepWriting()
  const backup = await timed(() => backUpShop({ connection, dataDir: room, folder, say: () => {} }))
  const meanwhile = median(await writing.end())
  const bytes = backup.answer.files.reduce((sum, file) => sum + file.bytes, 0)
  reportFigure(
    'row 63, backup',
    `${(backup.ms / 1_000).toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB; a write takes ${meanwhile.toFixed(1)} ms instead of ${usual.toFixed(1)} ms`,
    'no buyer waits for it',
  )

  const env = { PATH: process.env['PATH'], DATA_DIR: join(room, 'data'), PORT: '0' }
  const restored = await timed(() => promisify(execFile)(process.execPath, ['server/run/commands/restore.ts', folder], { env }))
  const serving = await timed(async () => {
    shop = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    let printed = ''
    shop.stdout!.on('data', (chunk) => (printed += String(chunk)))
    return openAddress(shop, () => printed)
  })
  const total = restored.ms + serving.ms
  reportFigure(
    'G13 restore',
    `${(total / 1_000).toFixed(1)} s (restore ${(restored.ms / 1_000).toFixed(1)} s, start ${(serving.ms / 1_000).toFixed(1)} s) for ${ORDERS} orders`,
    '60 s',
  )
  expect(restored.answer.stdout).toContain(`public.orders: ${ORDERS} rows`)
  expect(restored.answer.stdout).not.toContain('not in order')
  expect(await signIn(serving.answer)).toBe(200)
})

async function signIn(url: string): Promise<number> {
  const { email, password } = sampleAccounts.customer
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.status
}
