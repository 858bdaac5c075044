import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../database/connect.ts'
import { checkInvariants } from '../../server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '../../server/run/invariants/payment-books.ts'
import { addEndlessPart, startLoad } from '../../tests/support/crash/crash-load.ts'
import { signInCrowd, type Signed } from '../../tests/support/load/crowd.ts'
import { median } from '../../tests/support/load/figures.ts'
import { databaseAddress } from '../../tests/support/real-world/real-world-database.ts'
import { chanceOf, chosenSeed } from '../../tests/support/seeded.ts'
import { startShopProcess, type ShopProcess } from '../../tests/support/shops/shop-process.ts'
import { putUnderLoad } from '../load/real-load.ts'
import { report } from '../measured.ts'

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 120)
const PER_SECOND = 50
/** So much is asked and bought in a minute of the warm-up as later in six: what grows after two hours of it grows for ever. */
const WARM_UP = { minutes: Math.min(20, MINUTES / 6), perSecond: 6 * PER_SECOND, buyers: 6 }
const CONNECTIONS = 10
const LOOK_EVERY_MS = 5_000
const PATHS = [
  '/',
  '/inventory',
  '/reset-password?token=nobodys',
  '/api/pagesParts?page=0&size=9',
  '/api/pagesParts?page=1&size=9',
  '/api/allPartsCount',
  '/api/reviews',
  '/about',
  '/no-such-page',
  '/api/user/nobody%40example.com',
  '/healthz',
]
/** About an order a second by each buyer, paid, cancelled or left. */
const BUYER_RESTS_MS = 900
/** A customer may hold pieces so often in an hour only, and is signed in for one. */
const CROWD = 400
const NEW_CROWD_EVERY_MS = 15 * 60_000
/** How long the shop's own jobs may take to bring everything to its end. */
const SETTLE_LIMIT_MS = 75_000
/** Turned away at a moment when the machine does something else. */
const MAX_TURNED_AWAY_PERCENT = 0.1
/** A short run says nothing about an hour. */
const MAX_GROWTH = MINUTES >= 60 ? { atMost: 1 } : {}

type Look = { atMs: number; rssMb: number; files: number; loopP99Ms: number }

let shop: ShopProcess
let db: Database
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'teleforge-soak-'))
  const address = await databaseAddress()
  db = connect({ connectionString: address })
  shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: address })
}, 120_000)

afterAll(async () => {
  shop.process.kill('SIGTERM')
  await shop.exit
  await db.$client.end()
  await rm(dataDir, { recursive: true, force: true })
})

test('memory, open files and event loop under steady use for hours', async () => {
  const closing = new AbortController()
  const letBuy = await openDoors(closing.signal)
  const firstBuyers = letBuy(WARM_UP.buyers)
  await visit(WARM_UP.minutes, WARM_UP.perSecond)
  await firstBuyers.stop()
  const buyers = letBuy(1)
  const looks: Look[] = []
  const watching = (async () => {
    while (!closing.signal.aborted) {
      looks.push(await look())
      await delay(LOOK_EVERY_MS)
    }
  })()

  const load = await visit(MINUTES, PER_SECOND)
  closing.abort()
  await Promise.all([watching, buyers.stop()])

  const growth = slopePerHour(looks.map(({ atMs, rssMb }) => [atMs, rssMb]))
  const memoryMb = median(looks.map(({ rssMb }) => rssMb))
  const files = looks.map((one) => one.files)
  const asked = Object.values(load.statuses).reduce((sum, count) => sum + count, 0)
  const { orders, paid, cancelled } = buyers.confirmed
  const sold = `${orders.length} orders, ${paid.length} paid, ${cancelled.length} cancelled`
  report({ what: 'G14: memory', found: (100 * growth) / memoryMb, unit: '%/h', ...MAX_GROWTH, note: `${memoryMb} MB, ${MINUTES} min` })
  report({ what: 'G14: open files, most beside least', found: Math.max(...files) - Math.min(...files), unit: 'files', atMost: 40 })
  report({ what: 'G14: event loop, 99 of 100 within', found: median(looks.map(({ loopP99Ms }) => loopP99Ms)), unit: 'ms', atMost: 50 })
  report({
    what: 'G14: requests turned away',
    found: (100 * (load.statuses['503'] ?? 0)) / asked,
    unit: '%',
    atMost: MAX_TURNED_AWAY_PERCENT,
    note: `${load.requestsPerSecond} requests/s, p99 ${load.p99} ms, ${JSON.stringify(load.statuses)}; ${sold}`,
  })
  // A shop that lost something would have spared itself its work.
  await expect.poll(broken, { timeout: SETTLE_LIMIT_MS, interval: 1_000 }).toEqual([])
  expect(load.errors).toBe(0)
  expect(Object.keys(load.statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([])
  expect(paid.length).toBeGreaterThan(0)
})

const visit = (minutes: number, perSecond: number) =>
  putUnderLoad({ url: shop.url, seconds: minutes * 60, connections: CONNECTIONS, paths: PATHS, perSecond })

/** Lets so many buy at the same time, somebody else each time. */
async function openDoors(signal: AbortSignal) {
  const parts = await Promise.all(['First', 'Second', 'Third'].map((name) => addEndlessPart(db, `${name} part`)))
  let crowd: Signed[] = await signInCrowd(db, CROWD)
  let turn = 0
  void (async () => {
    for (;;) {
      await delay(NEW_CROWD_EVERY_MS, undefined, { signal })
      crowd = await signInCrowd(db, CROWD)
    }
  })().catch(() => undefined) // the soak is over
  const nextPerson = () => crowd[turn++ % crowd.length]!
  const random = chanceOf(chosenSeed()).next
  return (buyers: number) => startLoad({ url: shop.url, parts, buyers, nextPerson, random, restMs: BUYER_RESTS_MS })
}

/** What the shop's books do not agree about. */
const broken = async () => (await checkInvariants(db, { books: sandboxBooks })).filter(({ count }) => count > 0)

async function look(): Promise<Look> {
  const status = await readFile(`/proc/${shop.pid}/status`, 'utf8')
  const figures = await (await fetch(`${shop.url}/metrics`)).text()
  return {
    atMs: performance.now(),
    rssMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
    files: (await readdir(`/proc/${shop.pid}/fd`)).length,
    loopP99Ms: 1_000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(figures)?.[1]),
  }
}

/** Slope of the line that fits best, per hour. */
function slopePerHour(points: [number, number][]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return (3_600_000 * above) / below
}
