import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { connect } from '../../database/connect.ts'
import { signInCrowd, type Signed } from '../../tests/support/load/crowd.ts'
import { databaseAddress } from '../../tests/support/real-world/real-world-database.ts'
import { startShopProcess, type ShopProcess } from '../../tests/support/shops/shop-process.ts'
import { putUnderLoad, type LoadResult } from '../load/real-load.ts'
import { report } from '../measured.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 120)
/** Visitors who ask again as soon as they are answered; the shop is busy with the first few, and ten times as many come. */
const CAPACITY_CONNECTIONS = 40
/** A few people, signed in, who ask five times a second each while the crowd is there. */
const BUYERS = 4
/** Of their requests. */
const MAX_TURNED_AWAY_PERCENT = 5
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

test('ten times what the shop can answer', () => flood(PATHS))

test('ten times what can be answered from the cache', () => flood(CACHED_PATHS))

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
  const what = `G16, flood of ${paths[0]}`
  const answers = `${JSON.stringify(crowd.statuses)}; before ${usual.requestsPerSecond}/s, p99 ${usual.p99} ms`
  report({ what: `${what}: health, 99 of 100 within`, found: p99, unit: 'ms', atMost: 100, note: `${health.length} checks` })
  report({
    what: `${what}: answers of 5xx but 503, and none`,
    found: wrong(crowd) + wrong(buyers),
    unit: 'answers',
    atMost: 0,
    note: answers,
  })
  report({
    what: `${what}: turned away of the buyers' requests`,
    found: (100 * (buyers.statuses['503'] ?? 0)) / (buyers.statuses['200'] ?? 0),
    unit: '%',
    atMost: MAX_TURNED_AWAY_PERCENT,
    note: `${JSON.stringify(buyers.statuses)}, p50 ${buyers.p50} ms, p99 ${buyers.p99} ms`,
  })
  report({ what: `${what}: until usual answers after it`, found: recoveryMs, unit: 'ms', atMost: 5_000 })
}

const wrong = ({ statuses, errors }: LoadResult) =>
  Object.entries(statuses).reduce((sum, [status, count]) => (Number(status) >= 500 && status !== '503' ? sum + count : sum), errors)

async function timeOf(path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${shop.url}${path}`)
  await answer.arrayBuffer()
  return performance.now() - begun
}
