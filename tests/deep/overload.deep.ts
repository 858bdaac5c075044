import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportFigure } from '#tests/support/figures.ts'
import { databaseAddress } from '#tests/support/real-world-database.ts'
import { putUnderLoad } from '#tests/support/real-load.ts'
import { startShopProcess, type ShopProcess } from '#tests/support/shop-process.ts'

const SECONDS = Number(process.env['DEEP_SECONDS'] ?? 120)
/** Visitors who ask again as soon as they are answered; the shop is busy with the first few, and ten times as many come. */
const CAPACITY_CONNECTIONS = 40
/** A few people who ask five times a second each, while the crowd is there. */
const BUYERS = 4
const CACHED_PATHS = ['/', '/api/allParts']
/** Pages with a token in their address are drawn anew for each request; nothing here comes from a cache. */
const PATHS = [
  '/reset-password?token=nobodys', '/verify-email?token=nobodys', '/api/user/nobody%40example.com',
  '/api/inventory/00000000-0000-4000-8000-000000000000',
]

let shop: ShopProcess
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'teleforge-overload-'))
  shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: await databaseAddress() })
}, 120_000)

afterAll(async () => {
  shop.process.kill('SIGTERM')
  await shop.exit
  await rm(dataDir, { recursive: true, force: true })
})

test('row 65 (G16): at ten times what the shop can answer, health stays quick, nobody sees an error but 503, and it is over soon', () => flood(PATHS))

test('row 65 (G16): beside ten times what can be answered from the cache, buyers see no error but 503, and it is over soon', () =>
  flood(CACHED_PATHS))

/** A crowd asks for these, and a few buyers beside it for what no cache has. */
async function flood(paths: string[]): Promise<void> {
  const usual = await putUnderLoad({ url: shop.url, seconds: Math.min(SECONDS, 10), connections: CAPACITY_CONNECTIONS, paths: PATHS })
  const health: number[] = []
  const closing = new AbortController()
  const looking = (async () => {
    while (!closing.signal.aborted) {
      health.push(await timeOf('/healthz'))
      await delay(50)
    }
  })()

  const [crowd, buyers] = await Promise.all([
    putUnderLoad({ url: shop.url, seconds: SECONDS, connections: 10 * CAPACITY_CONNECTIONS, paths }),
    putUnderLoad({ url: shop.url, seconds: SECONDS, connections: BUYERS, perSecond: 5 * BUYERS, paths: PATHS }),
  ])
  closing.abort()
  await looking
  const begun = performance.now()
  while ((await timeOf(PATHS[0]!)) > Math.max(2 * usual.p50, 100)) await delay(50)
  const recoveryMs = performance.now() - begun

  const p99 = health.toSorted((a, b) => a - b)[Math.floor(health.length * 0.99)]!
  const unexpected = [crowd, buyers].flatMap(({ statuses }) => Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503'))
  reportFigure('G16', `flood of ${paths[0]}: health p99 ${Math.round(p99)} ms of ${health.length}`, '100 ms')
  reportFigure('G16', `${JSON.stringify(crowd.statuses)}, ${crowd.errors} without an answer; before ${usual.requestsPerSecond}/s p99 ${usual.p99} ms`, 'only 503 besides 2xx and 4xx')
  reportFigure('G16', `buyers beside: ${JSON.stringify(buyers.statuses)}, ${buyers.errors} without an answer, p50 ${buyers.p50} ms, p99 ${buyers.p99} ms`, 'only 503 besides 2xx and 4xx')
  reportFigure('G16', `usual answers ${Math.round(recoveryMs)} ms after the crowd`, '5,000 ms')
  expect(unexpected).toEqual([])
  expect(crowd.errors + buyers.errors).toBe(0)
  expect(p99).toBeLessThan(100)
  expect(recoveryMs).toBeLessThan(5_000)
}

async function timeOf(path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${shop.url}${path}`)
  await answer.arrayBuffer()
  return performance.now() - begun
}
