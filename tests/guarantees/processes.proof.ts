import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { visitShop, type Seen } from '#tests/support/crash/rolling-restarts.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { startStopwatch } from '#tests/support/load/stopwatch.ts'
import { databaseAddress } from '#tests/support/real-world/real-world-database.ts'
import { startShopProcess, statusOf, type ShopProcess } from '#tests/support/shops/shop-process.ts'

/** Two that answer, and one for the jobs. */
const KEPT = 3

let env: NodeJS.ProcessEnv
let db: Database
let shop: ShopProcess

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'teleforge-processes-'))
  env = { DATA_DIR: dataDir, DATABASE_URL: await databaseAddress(), SHOP_PROCESSES: '2' }
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

const figureOf = async ({ url }: ShopProcess, name: string) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^teleforge_${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

async function allReady(started: ShopProcess): Promise<void> {
  while ((await figureOf(started, 'processes')) !== KEPT) await delay(20)
}

/** Processes that the first one has started. */
async function keptBy({ pid }: ShopProcess): Promise<number[]> {
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
async function seenDuring(work: () => Promise<unknown>): Promise<Seen> {
  const seen: Seen = { answered: 0, failed: [] }
  const leaving = new AbortController()
  const visits = visitShop(shop.url, leaving.signal, seen)
  await work()
  await delay(300)
  leaving.abort()
  await visits
  return seen
}

test('row 95: while all processes are replaced on SIGHUP, no visitor notices', async () => {
  const before = await keptBy(shop)

  const { answered, failed } = await seenDuring(async () => {
    shop.process.kill('SIGHUP')
    await expect.poll(() => Promise.all(before.map(isThere)), { interval: 50 }).toEqual(before.map(() => false))
    await allReady(shop)
  })

  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(20)
  expect(await keptBy(shop)).toHaveLength(KEPT)
})

test('row 95: a process that is killed is replaced, and only what it was answering is lost', async () => {
  for (const victim of await keptBy(shop)) {
    const stopwatch = startStopwatch()
    const { failed } = await seenDuring(async () => {
      process.kill(victim, 'SIGKILL')
      await expect.poll(async () => (await keptBy(shop)).includes(victim), { interval: 10 }).toBe(false)
      await allReady(shop)
    })

    reportFigure('a process was killed', `replaced after ${stopwatch().toFixed(0)} ms, ${failed.length} requests lost`, '1,000 ms')
    // Each of four visitors has at most one request open at that moment, and may begin another before the first process knows.
    expect(failed.length).toBeLessThanOrEqual(8)
    expect(shop.process.exitCode).toBeNull()
  }
})

test('row 95: what changes in one process is seen by all at once', async () => {
  const countOf = async () => (await fetch(`${shop.url}/api/allPartsCount`)).text()
  const read = () => Promise.all(Array.from({ length: 12 }, countOf))
  const [before] = await read()

  const [part] = await db
    .select({ name: parts.name, description: parts.description, img: parts.img, price: parts.price, available: parts.available })
    .from(parts)
    .limit(1)
  await db.insert(parts).values({ ...part!, partNumber: `ROW-95-${Date.now()}` })

  await expect.poll(async () => [...new Set(await read())], { interval: 20 }).not.toContain(before)
})

test('row 95: figures of all processes are added up', async () => {
  const counted = async () => {
    const text = await (await fetch(`${shop.url}/metrics`)).text()
    return Number(
      /^teleforge_http_request_duration_seconds_count\{method="GET",route="\/api\/allPartsCount",status="2xx"\} (\d+)$/m.exec(text)?.[1] ??
        0,
    )
  }
  const before = await counted()
  for (let request = 0; request < 20; request++) await statusOf(`${shop.url}/api/allPartsCount`)
  expect(await counted()).toBe(before + 20)
})

test('row 95: SIGTERM ends all of them in order, also while visitors are there', async () => {
  const kept = await keptBy(shop)

  shop.process.kill('SIGTERM')

  expect(await shop.exit).toBe(0)
  expect(await Promise.all(kept.map(isThere))).toEqual(kept.map(() => false))
})

test('row 95: when the first process is killed, the others end, and the next start works', async () => {
  const kept = await keptBy(shop)

  shop.process.kill('SIGKILL')
  await shop.exit

  await expect.poll(() => Promise.all(kept.map(isThere)), { interval: 20 }).toEqual(kept.map(() => false))
})

test('row 95: a shop that cannot start says why once, and ends', async () => {
  const taken = startShopProcess({ ...env, PORT: String(shop.port), DATA_DIR: `${env['DATA_DIR']}-other` })

  // Its port answers: that of the other shop.
  const second = await taken
  expect(await second.exit).toBe(1)
  expect(second.printed().match(/Another program listens on this port/g)).toHaveLength(1)
})

/** Processor seconds that processes have taken so far. */
async function processorSeconds(pids: number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')))
  const ticks = stats.map((stat) => stat.slice(stat.lastIndexOf(')')).split(' ')).map((fields) => Number(fields[12]) + Number(fields[13]))
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}

/** Out of memory, drawn, and asked of the database. */
const LOAD = ['/api/allPartsCount', '/', `/api/shared-quotes/${'a'.repeat(43)}`]
const LOAD_REQUESTS = Number(process.env['PROCESS_REQUESTS'] ?? 6_000)
const CLIENTS = 96

/** Requests answered for each second of the processors, by all processes together. */
async function requestsPerSecond({ url, pid }: ShopProcess, kept: number[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const ask = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get(`${url}${path}`, { agent }, (answer) => answer.resume().once('end', resolve)).once('error', reject)
    })
  const pids = [pid, ...kept]
  const load = async (requests: number) => {
    let left = requests
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (left-- > 0) await ask(LOAD[left % LOAD.length] ?? '/')
      }),
    )
  }
  await load(LOAD_REQUESTS / 6)
  const before = await processorSeconds(pids)
  await load(LOAD_REQUESTS)
  const taken = (await processorSeconds(pids)) - before
  agent.destroy()
  return LOAD_REQUESTS / taken
}

test('row 95: two processes answer about as many requests as one for each second of a processor', async () => {
  const alone = await startShopProcess({ ...env, SHOP_PROCESSES: '1', DATA_DIR: `${env['DATA_DIR']}-alone` })
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const one = await requestsPerSecond(alone, [])
    const two = await requestsPerSecond(shop, await keptBy(shop))
    ratios.push(two / one)
  }
  alone.process.kill('SIGTERM')
  await alone.exit

  const [, middle] = ratios.toSorted((a, b) => a - b)
  reportFigure(
    'requests for each processor second',
    `${middle!.toFixed(2)} of one process (${ratios.map((one) => one.toFixed(2)).join(', ')})`,
    '0.95',
  )
  expect(middle).toBeGreaterThan(0.7)
})

test('row 95: at rest each process is small', async () => {
  const sizes = await Promise.all(
    [shop.pid, ...(await keptBy(shop))].map(
      async (pid) => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024,
    ),
  )
  reportFigure('memory at rest', `${sizes.map((size) => size.toFixed(0)).join(', ')} MB`, '150 MB each')
  expect(Math.max(...sizes)).toBeLessThan(400)
})
