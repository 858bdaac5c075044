import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect, SILENCE_LIMIT_MS, type Database } from '#database/connect.ts'
import { startPrivateServer, type PrivateServer } from '#database/embedded.ts'
import { isRunning } from '#database/embedded/processes.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { buildApp } from '#server/app.ts'
import { issueAccessToken } from '#server/identity/access-token.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const AT_ONCE = 24

let folder: string
let server: PrivateServer
let db: Database
let app: FastifyInstance
let address: string
let authorization: string

/** A shop on a separate private server, which the tests may damage. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teleforge-trouble-'))
  await chmod(folder, 0o755)
  server = await startServer()
  await migrateDatabase(server.connection)
  db = connect(server.connection, { silenceLimitMs: SILENCE_LIMIT_MS })
  const { services } = await openShop({ limits: 'customers' })
  app = await buildApp({ ...services, db, identity: await createIdentity({ ...services, db }) })
  address = `http://127.0.0.1:${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}`
  const [user] = await db.insert(users).values({ email: 'ann@example.com', displayName: 'Ann' }).returning()
  const [session] = await db
    .insert(sessions)
    .values({ userId: user!.id, token: 'a session', expiresAt: sql`now() + interval '1 day'` })
    .returning()
  authorization = `Bearer ${(await issueAccessToken(db, session!.id)).token}`
})

afterAll(async () => {
  await app.close()
  await db.$client.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const startServer = () => startPrivateServer({ folder: join(folder, 'postgres'), log: () => {} })

type Seen = { status: number; retryAfter: string | null }

/** Reads, and writes in a transaction. */
async function ask(write: boolean): Promise<Seen> {
  const answer = await fetch(`${address}/api/${write ? 'users' : 'user'}/ann%40example.com`, {
    headers: { authorization, ...(write && { 'content-type': 'application/json' }) },
    ...(write && { method: 'PUT', body: JSON.stringify({ phone: randomUUID().slice(0, 8), education: 'Ulm', address: 'Dock Road 1' }) }),
  })
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

const askAtOnce = () => Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(index % 3 === 0)))

/** The visitors' results until all were served again. */
async function seeUntilServed(): Promise<Seen[]> {
  const seen: Seen[] = []
  const isServed = async () => {
    const answers = await askAtOnce()
    seen.push(...answers)
    return answers.every(({ status }) => status < 300)
  }
  await expect.poll(isServed, { interval: 20, timeout: HANG_LIMIT_MS }).toBe(true)
  return seen
}

function expectHonestAnswers(seen: Seen[]): void {
  expect(seen.map(({ status }) => status).filter((status) => status >= 300 && status !== 503)).toEqual([])
  for (const { status, retryAfter } of seen) expect(retryAfter).toBe(status === 503 ? '2' : null)
}

const postmaster = async () => Number.parseInt(await readFile(join(server.folder, 'cluster', 'postmaster.pid'), 'utf8'), 10)

/** Every process of the private server, the postmaster last. */
async function serverProcesses(): Promise<{ pid: number; kind: string }[]> {
  const { rows } = await db.execute<{ pid: number; kind: string }>(sql`select pid, backend_type as kind from pg_stat_activity`)
  return [...rows, { pid: await postmaster(), kind: 'postmaster' }]
}

test('the server is killed and started again: 503 with Retry-After meanwhile, and then the shop serves by itself (54)', async () => {
  await askAtOnce()

  const killed = await postmaster()
  process.kill(killed, 'SIGKILL')
  await server.stop()
  // Its processes notice its end when it is gone.
  await expect.poll(() => isRunning(killed)).toBe(false)
  const meanwhile = await askAtOnce()
  server = await startServer()

  expect(meanwhile.map(({ status }) => status)).toEqual(Array<number>(AT_ONCE).fill(503))
  expectHonestAnswers([...meanwhile, ...(await seeUntilServed())])
})

test('while a server hangs it is given up, and no connection stays lost (54)', async () => {
  await askAtOnce()
  const stopped = await serverProcesses()

  for (const { pid } of stopped.toReversed()) process.kill(pid, 'SIGSTOP')
  // It continues only after all were answered.
  const seen = await askAtOnce().finally(() => stopped.forEach(({ pid }) => process.kill(pid, 'SIGCONT')))
  const after = await seeUntilServed()

  expect(seen.map(({ status }) => status)).toEqual(Array<number>(AT_ONCE).fill(503))
  expectHonestAnswers([...seen, ...after])
})

test('a connection that listens for changes and falls silent is replaced (54)', async () => {
  const isHeard = () => db.changes.areHeard()
  const listeners = async () =>
    (await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity where application_name = 'teleforge changes'`)).rows.map(
      ({ pid }) => pid,
    )
  await expect.poll(isHeard, { timeout: HANG_LIMIT_MS }).toBe(true)
  const [silent] = await listeners()

  process.kill(silent!, 'SIGSTOP')
  onTestFinished(() => void process.kill(silent!, 'SIGCONT'))
  await expect.poll(isHeard, { timeout: HANG_LIMIT_MS }).toBe(false)
  await expect.poll(isHeard, { timeout: HANG_LIMIT_MS }).toBe(true)

  expect(await listeners()).toEqual([silent, expect.any(Number)])
})

test('connections that are ended between two statements of a transaction cost their requests and nothing else (54)', async () => {
  const pool = db.$client.driver
  for (let round = 0; round < 3; round++) {
    const { promise: ended, resolve: goOn } = Promise.withResolvers<void>()
    let between = 0
    const cut = Array.from({ length: pool.options.max }, () =>
      transaction(db, async (tx) => {
        await tx.execute(sql`select 1`)
        between++
        await ended
        await tx.execute(sql`select 1`)
      }),
    )
    const ends = Promise.allSettled(cut)
    await expect.poll(() => between).toBe(pool.options.max)
    await endAllConnections()
    goOn()
    expect((await ends).filter(({ status }) => status === 'fulfilled')).toEqual([])
  }

  expectHonestAnswers(await seeUntilServed())
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('connections that ended unnoticed are no loss, though beginning a transaction on them fails (54)', async () => {
  const pool = db.$client.driver
  for (let round = 0; round < 3; round++) {
    await Promise.allSettled(Array.from({ length: pool.options.max }, () => db.execute(sql`select pg_sleep(0.05)`)))
    // In one turn, so that none of them has been heard of yet.
    const ending = endAllConnections()
    await Promise.allSettled([...Array.from({ length: AT_ONCE }, () => transaction(db, (tx) => tx.execute(sql`select 1`))), ending])
  }

  expectHonestAnswers(await seeUntilServed())
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('processes of the server are killed in turn under load, and every time the shop recovers (56)', async () => {
  for (const kind of ['checkpointer', 'walwriter']) {
    const victim = (await serverProcesses()).find((found) => found.kind === kind)

    const during = askAtOnce()
    process.kill(victim!.pid, 'SIGKILL')
    const seen = await seeUntilServed()

    expectHonestAnswers([...(await during), ...seen])
  }
})

test('commits are answered after they are on the disk: fsync, synchronous_commit and full_page_writes are on (14)', async () => {
  const { rows } = await db.execute(
    sql`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`,
  )

  expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
})

/** As an administrator of the database would, from a separate connection. */
async function endAllConnections(): Promise<void> {
  const beside = connect(server.connection, { max: 1 })
  await beside.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`)
  await beside.$client.end()
}
