import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { signInCrowd, type Signed } from '#tests/support/load/crowd.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { databaseAddress } from '#tests/support/real-world/real-world-database.ts'
import { putUnderLoad } from '#tests/support/load/real-load.ts'
import { startShopProcess, type ShopProcess } from '#tests/support/shops/shop-process.ts'

const SECONDS = Number(process.env['DEEP_SECONDS'] ?? 120)
/** Visitors who ask again as soon as they are answered; the shop is busy with the first few, and ten times as many come. */
const CAPACITY_CONNECTIONS = 40
/** A few people, signed in, who ask five times a second each while the crowd is there. */
const BUYERS = 4
/** Of their requests. */
const MAX_TURNED_AWAY = 0.05
const CACHED_PATHS = ['/', '/api/allParts']
/** Pages with a token in their address are drawn anew for each request; nothing here comes from a cache. */
const PATHS = [
  '/reset-password?token=nobodys',
  '/verify-email?token=nobodys',
  '/api/user/nobody%40example.com',
  '/api/inventory/00000000-0000-4000-8000-000000000000',
]

let shop: ShopProcess
let buyer: Signed
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'teleforge-overload-'))
  const address = await databaseAddress()
  shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: address })
  const db = connect({ connectionString: address })
  buyer = (await signInCrowd(db, 1))[0]! // one was asked for
  await db.$client.end()
}, 120_000)

afterAll(async () => {
  shop.process.kill('SIGTERM')
  await shop.exit
  await rm(dataDir, { recursive: true, force: true })
})

test('row 65 (G16): at ten times what the shop can answer, health stays quick, buyers go on, nobody sees an error but 503, and it is over soon', () =>
  flood(PATHS))

test('row 65 (G16): beside ten times what can be answered from the cache, buyers go on, and it is over soon', () => flood(CACHED_PATHS))

/** A crowd asks for these, and a few buyers beside it for what is theirs, which no cache has. */
async function flood(paths: string[]): Promise<void> {
  const { email, token } = buyer
  const own = [`/api/order?customer=${email}`, `/api/user/${email}`, '/api/quotes', `/api/admin/${email}`]
  const usual = await putUnderLoad({ url: shop.url, seconds: Math.min(SECONDS, 10), connections: CAPACITY_CONNECTIONS, paths: PATHS })
  await putUnderLoad({ url: shop.url, seconds: 1, connections: 1, perSecond: 5, paths: own, token }) // the buyers have been here before
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
    putUnderLoad({ url: shop.url, seconds: SECONDS, connections: BUYERS, perSecond: 5 * BUYERS, paths: own, token }),
  ])
  closing.abort()
  await looking
  const begun = performance.now()
  while ((await timeOf(PATHS[0]!)) > Math.max(2 * usual.p50, 100)) await delay(50)
  const recoveryMs = performance.now() - begun

  const p99 = health.toSorted((a, b) => a - b)[Math.floor(health.length * 0.99)]!
  const unexpected = [crowd, buyers].flatMap(({ statuses }) =>
    Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503'),
  )
  reportFigure('G16', `flood of ${paths[0]}: health p99 ${Math.round(p99)} ms of ${health.length}`, '100 ms')
  reportFigure(
    'G16',
    `${JSON.stringify(crowd.statuses)}, ${crowd.errors} without an answer; before ${usual.requestsPerSecond}/s p99 ${usual.p99} ms`,
    'only 503 besides 2xx and 4xx',
  )
  reportFigure(
    'G16',
    `buyers beside: ${JSON.stringify(buyers.statuses)}, ${buyers.errors} without an answer, p50 ${buyers.p50} ms, p99 ${buyers.p99} ms`,
    `at most ${100 * MAX_TURNED_AWAY} % turned away`,
  )
  reportFigure('G16', `usual answers ${Math.round(recoveryMs)} ms after the crowd`, '5,000 ms')
  expect(unexpected).toEqual([])
  expect(crowd.errors + buyers.errors).toBe(0)
  expect(Object.keys(buyers.statuses).filter((status) => status !== '503')).toEqual(['200'])
  expect((buyers.statuses['503'] ?? 0) / (buyers.statuses['200'] ?? 0)).toBeLessThan(MAX_TURNED_AWAY)
  expect(p99).toBeLessThan(100)
  expect(recoveryMs).toBeLessThan(5_000)
}

async function timeOf(path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${shop.url}${path}`)
  await answer.arrayBuffer()
  return performance.now() - begun
}
