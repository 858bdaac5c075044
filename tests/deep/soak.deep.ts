import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { checkInvariants } from '#server/platform/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/platform/invariants/payment-books.ts'
import { addEndlessPart, startLoad } from '#tests/support/crash/crash-load.ts'
import { signInCrowd, type Signed } from '#tests/support/load/crowd.ts'
import { median, reportFigure } from '#tests/support/load/figures.ts'
import { databaseAddress } from '#tests/support/real-world/real-world-database.ts'
import { putUnderLoad } from '#tests/support/load/real-load.ts'
import { startShopProcess, type ShopProcess } from '#tests/support/shops/shop-process.ts'

const MINUTES = Number(process.env['DEEP_MINUTES'] ?? 120)
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
const MAX_TURNED_AWAY = 0.001

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

test('G14: under steady use for hours, memory and open files stay, and the event loop is never late', async () => {
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
  const percent = (100 * growth) / median(looks.map(({ rssMb }) => rssMb))
  const files = looks.map((one) => one.files)
  const loopP99 = median(looks.map(({ loopP99Ms }) => loopP99Ms))
  const turnedAway = load.statuses['503'] ?? 0
  const asked = Object.values(load.statuses).reduce((sum, count) => sum + count, 0)
  reportFigure('G14', `memory ${median(looks.map(({ rssMb }) => rssMb))} MB, ${percent.toFixed(2)} %/h over ${MINUTES} min`, 'below 1 %/h')
  reportFigure('G14', `open files ${Math.min(...files)} to ${Math.max(...files)}`, 'flat')
  reportFigure('G14', `event loop p99 ${loopP99.toFixed(1)} ms`, '50 ms')
  reportFigure('G14', `${load.requestsPerSecond} requests/s, p99 ${load.p99} ms, ${JSON.stringify(load.statuses)}`, `${PER_SECOND}/s`)
  reportFigure(
    'G14',
    `${buyers.told.orders.length} orders, ${buyers.told.paid.length} paid, ${buyers.told.cancelled.length} cancelled`,
    'invariants clean',
  )
  await expect.poll(broken, { timeout: SETTLE_LIMIT_MS, interval: 1_000 }).toEqual([])
  expect(load.errors).toBe(0)
  expect(Object.keys(load.statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([])
  expect(turnedAway / asked).toBeLessThan(MAX_TURNED_AWAY)
  expect(buyers.told.paid.length).toBeGreaterThan(0)
  expect(Math.max(...files) - Math.min(...files)).toBeLessThan(40)
  expect(loopP99).toBeLessThan(50)
  // A short run says nothing about an hour.
  if (MINUTES >= 60) expect(percent).toBeLessThan(1)
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
  return (buyers: number) => startLoad({ url: shop.url, parts, buyers, nextPerson, random: Math.random, restMs: BUYER_RESTS_MS })
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
