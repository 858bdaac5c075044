import { randomUUID } from 'node:crypto'
import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { answeredMore, visitShop, type Seen } from '#tests/support/crash/rolling-restarts.ts'
import { databaseAddress } from '#tests/support/real-world/real-world-database.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { startShopProcess, statusOf, type ShopProcess } from '#tests/support/shops/shop-process.ts'

/** Two that answer, and one for the jobs. */
const KEPT = 3
/** Answers to visitors after something has happened. */
const ANSWERS = 50

let env: NodeJS.ProcessEnv
let db: Database
let shop: ShopProcess

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'teleforge-processes-'))
  // Several processes share a free port only in a shop with a configured address; nothing here follows a link.
  env = { DATA_DIR: dataDir, DATABASE_URL: await databaseAddress(), SHOP_PROCESSES: '2', SHOP_URL: 'http://localhost' }
  db = connect({ connectionString: env['DATABASE_URL']! })
  shop = await startAll()
  return () => rm(dataDir, { recursive: true, force: true })
})

afterEach(async () => {
  if (shop.process.exitCode !== null || shop.process.signalCode !== null) shop = await startAll()
})

afterAll(async () => {
  shop.process.kill('SIGTERM')
  await shop.exit
  await db.$client.end()
})

async function startAll(): Promise<ShopProcess> {
  const started = await startShopProcess(env)
  await allReady(started)
  return started
}

/** A figure of all processes; undefined while one of them does not send its own. */
async function figureOf({ url }: ShopProcess, name: string): Promise<number | undefined> {
  // A process that dies may have taken the question.
  const text = await fetch(`${url}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  )
  const read = (line: string) => text.split('\n').find((one) => one.startsWith(`${line} `))
  if (read('teleforge_processes') !== `teleforge_processes ${KEPT}`) return undefined
  return Number(read(name)?.split(' ').at(-1) ?? 0)
}

async function allReady(started: ShopProcess): Promise<void> {
  while ((await figureOf(started, 'teleforge_processes')) === undefined) await delay(20)
}

/** Processes that the first one has started. */
async function keptBy({ pid }: { pid?: number | undefined }): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    all.map(async (one) => Number(/^\d+ \(.*\) \S (\d+)/.exec(await readFile(`/proc/${one}/stat`, 'utf8').catch(() => ''))?.[1])),
  )
  return all.filter((_, index) => parents[index] === pid)
}

/** Whether a process still runs. */
const isThere = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/^\d+ \(.*\) Z/.test(stat),
    () => false,
  )

/** What visitors see while something happens to the shop. */
async function seenDuring(work: (seen: Seen) => Promise<unknown>): Promise<Seen> {
  const seen: Seen = { answered: 0, failed: [] }
  const leaving = new AbortController()
  const visits = visitShop(shop.url, leaving.signal, seen)
  await work(seen).finally(() => leaving.abort())
  await visits
  return seen
}

test('while all processes are replaced on SIGHUP, no visitor notices (95)', async () => {
  const before = await keptBy(shop)

  const { failed } = await seenDuring(async (seen) => {
    shop.process.kill('SIGHUP')
    while ((await Promise.all(before.map(isThere))).includes(true)) await delay(50)
    await allReady(shop)
    await answeredMore(seen, ANSWERS)
  })

  expect(failed).toEqual([])
  expect(await keptBy(shop)).toHaveLength(KEPT)
})

test.each([0, 1, 2])('process %i, when it is killed, is replaced, and only what it was asked meanwhile is lost (95)', async (nth) => {
  const victim = (await keptBy(shop))[nth]!

  await seenDuring(async () => {
    process.kill(victim, 'SIGKILL')
    await expect.poll(async () => (await keptBy(shop)).includes(victim), { interval: 10, timeout: HANG_LIMIT_MS }).toBe(false)
  })
  // From now on the first process knows.
  const { failed } = await seenDuring(async (seen) => {
    await allReady(shop)
    await answeredMore(seen, ANSWERS)
  })

  expect(failed).toEqual([])
  expect(shop.process.exitCode).toBeNull()
})

test.each([0, 1, 2])('process %i, when it is killed while the shop starts, is started again, and the shop opens (95)', async (nth) => {
  shop.process.kill('SIGTERM')
  await shop.exit
  const starting = startShopProcess(env, async (started) => {
    await expect.poll(async () => (await keptBy(started)).length, { interval: 5, timeout: HANG_LIMIT_MS }).toBeGreaterThan(nth)
    process.kill((await keptBy(started))[nth]!, 'SIGKILL')
  })
  shop = await starting
  await allReady(shop)

  expect(await keptBy(shop)).toHaveLength(KEPT)
  expect(shop.printed()).toContain('a process of the shop did not start')
})

test('a process that dies by itself while the shop starts is started again, and the shop opens (95)', async () => {
  shop.process.kill('SIGTERM')
  await shop.exit
  const once = join(env['DATA_DIR']!, 'died-once')
  const dies = `import { mkdirSync } from 'node:fs'
    if (process.env.TELEFORGE_PART) try { mkdirSync(${JSON.stringify(once)}); process.exit(1) } catch {}`

  shop = await startShopProcess({ ...env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(dies)}` })

  await allReady(shop)
  expect(await readdir(env['DATA_DIR']!)).toContain('died-once')
})

test('a start in which no process comes up ends and says so (95)', async () => {
  const dies = 'if (process.env.TELEFORGE_PART) process.exit(1)'
  const started = startShopProcess({
    ...env,
    DATA_DIR: join(env['DATA_DIR']!, 'none-comes-up'),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(dies)}`,
  })

  await expect(started).rejects.toThrow('The shop did not start (1)')
})

test('what changes in one process is seen by all at once (95)', async () => {
  const countOf = async () => (await fetch(`${shop.url}/api/allPartsCount`)).text()
  const read = () => Promise.all(Array.from({ length: 12 }, countOf))
  const [before] = await read()

  const [part] = await db
    .select({ name: parts.name, description: parts.description, img: parts.img, price: parts.price, available: parts.available })
    .from(parts)
    .limit(1)
  await db.insert(parts).values({ ...part!, partNumber: `ROW-95-${randomUUID()}` })

  await expect.poll(async () => [...new Set(await read())], { interval: 20 }).not.toContain(before)
})

test('figures of all processes are added up (95)', async () => {
  // They have it only when all processes have answered in time.
  const counted = async () => {
    for (;;) {
      const count = await figureOf(
        shop,
        'teleforge_http_request_duration_seconds_count{method="GET",route="/api/allPartsCount",status="2xx"}',
      )
      if (count !== undefined) return count
      await delay(20)
    }
  }
  const before = await counted()

  for (let request = 0; request < 20; request++) await statusOf(`${shop.url}/api/allPartsCount`)

  expect(await counted()).toBe(before + 20)
})

test('SIGTERM ends all of them in order, also while visitors are there (95)', async () => {
  const kept = await keptBy(shop)

  shop.process.kill('SIGTERM')

  expect(await shop.exit).toBe(0)
  expect(await Promise.all(kept.map(isThere))).toEqual(kept.map(() => false))
})

test('when the first process is killed, the others end, and the next start works (95)', async () => {
  const kept = await keptBy(shop)

  shop.process.kill('SIGKILL')
  await shop.exit

  await expect.poll(() => Promise.all(kept.map(isThere)), { interval: 20 }).toEqual(kept.map(() => false))
})

test('a shop that cannot start says why once, and ends (95)', async () => {
  const second = startShopProcess({ ...env, PORT: String(shop.port), DATA_DIR: `${env['DATA_DIR']}-other` })

  const refusal = await second.catch(String)
  expect(refusal).toContain('The shop did not start (1)')
  expect(String(refusal).match(/Another program listens on this port/g)).toHaveLength(1)
})
