import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { median, reportFigure } from '#tests/support/figures.ts'
import { databaseAddress } from '#tests/support/real-world-database.ts'
import { putUnderLoad } from '#tests/support/real-load.ts'
import { startShopProcess, type ShopProcess } from '#tests/support/shop-process.ts'

const MINUTES = Number(process.env['DEEP_MINUTES'] ?? 120)
const PER_SECOND = 50
/** Caches fill and the compiler learns; what grows afterwards grows for ever. */
const WARM_UP_SHARE = 0.3
const LOOK_EVERY_MS = 5_000
const PATHS = [
  '/', '/inventory', '/reset-password?token=nobodys', '/api/pagesParts?page=0&size=9', '/api/pagesParts?page=1&size=9', '/api/allPartsCount', '/api/reviews',
  '/about', '/no-such-page', '/api/user/nobody%40example.com', '/healthz',
]

type Look = { atMs: number; rssMb: number; files: number; loopP99Ms: number }

let shop: ShopProcess
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'teleforge-soak-'))
  shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: await databaseAddress() })
}, 120_000)

afterAll(async () => {
  shop.process.kill('SIGTERM')
  await shop.exit
  await rm(dataDir, { recursive: true, force: true })
})

test('G14: under steady use for hours, memory and open files stay, and the event loop is never late', async () => {
  const looks: Look[] = []
  const closing = new AbortController()
  const watching = (async () => {
    while (!closing.signal.aborted) {
      looks.push(await look())
      await delay(LOOK_EVERY_MS)
    }
  })()

  const load = await putUnderLoad({ url: shop.url, seconds: MINUTES * 60, connections: 10, paths: PATHS, perSecond: PER_SECOND })
  closing.abort()
  await watching

  const settled = looks.slice(Math.floor(looks.length * WARM_UP_SHARE))
  const growth = slopePerHour(settled.map(({ atMs, rssMb }) => [atMs, rssMb]))
  const percent = (100 * growth) / median(settled.map(({ rssMb }) => rssMb))
  const files = settled.map((one) => one.files)
  const loopP99 = median(settled.map(({ loopP99Ms }) => loopP99Ms))
  reportFigure('G14', `memory ${median(settled.map(({ rssMb }) => rssMb))} MB, ${percent.toFixed(2)} %/h over ${MINUTES} min`, 'below 1 %/h')
  reportFigure('G14', `open files ${Math.min(...files)} to ${Math.max(...files)}`, 'flat')
  reportFigure('G14', `event loop p99 ${loopP99.toFixed(1)} ms`, '50 ms')
  reportFigure('G14', `${load.requestsPerSecond} requests/s, p99 ${load.p99} ms, ${JSON.stringify(load.statuses)}`, `${PER_SECOND}/s`)
  expect(load.errors).toBe(0)
  expect(Object.keys(load.statuses).filter((status) => Number(status) >= 500)).toEqual([])
  expect(Math.max(...files) - Math.min(...files)).toBeLessThan(40)
  expect(loopP99).toBeLessThan(50)
  // A short run says nothing about an hour.
  if (MINUTES >= 60) expect(percent).toBeLessThan(1)
})

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
