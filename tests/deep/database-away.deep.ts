import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabaseDouble, type DatabaseDouble } from '#tests/support/database/database-double.ts'
import { makeDatabase } from '#tests/support/database/made-database.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { startShopProcess, statusOf, type ShopProcess } from '#tests/support/shops/shop-process.ts'

/** How long the database is away each time. */
const OUTAGE_MS = Number(process.env['OUTAGE_SECONDS'] ?? 8) * 1_000
/** A return of less is part of the outage (`log-outages.ts`). */
const CALM_MS = 6_000
const READ = ['/', '/inventory', '/about', '/api/allParts', '/api/pagesParts?page=0&size=9', '/api/allPartsCount', '/api/reviews']

type Seen = { url: string; status: number; ms: number; retryAfter: string | null; isOld: boolean }
type Line = { level?: number; msg?: string }

const faults: [name: string, fault: (server: DatabaseDouble) => Promise<void>][] = [
  [
    'refuses connections',
    async (server) => {
      await server.stop()
      await delay(OUTAGE_MS)
      await server.start()
    },
  ],
  [
    'is silent',
    async (server) => {
      server.freeze()
      await delay(OUTAGE_MS)
      server.thaw()
    },
  ],
  [
    'comes and goes each second',
    async (server) => {
      for (let second = 0; second < OUTAGE_MS / 1_000; second += 2) {
        await server.stop()
        await delay(1_000)
        await server.start()
        await delay(1_000)
      }
    },
  ],
]

async function startShop(): Promise<{ server: DatabaseDouble; shop: ShopProcess }> {
  const database = await makeDatabase()
  const server = await openDatabaseDouble(database.connection)
  const room = await mkdtemp(join(tmpdir(), 'teleforge-away-'))
  await chmod(room, 0o755)
  const shop = await startShopProcess({
    DATA_DIR: join(room, 'data'),
    DATABASE_URL: `postgres://${database.user}:${database.user}@127.0.0.1:${server.port}/${database.name}`,
    SANDBOX_DATABASE_URL: 'off',
    LOG_LEVEL: 'info',
  })
  afterTheFile(async () => {
    shop.process.kill('SIGTERM')
    await shop.exit
    await rm(room, { recursive: true, force: true })
  })
  return { server, shop }
}

/** Visitors who ask for all of these, again and again, until `isOver`. */
async function visit(shop: ShopProcess, isOver: () => boolean): Promise<Seen[]> {
  const seen: Seen[] = []
  const ask = async (url: string) => {
    while (!isOver()) {
      const startedAt = Date.now()
      const answer = await fetch(`${shop.url}${url}`)
      await answer.arrayBuffer()
      const { status, headers } = answer
      seen.push({ url, status, ms: Date.now() - startedAt, retryAfter: headers.get('retry-after'), isOld: headers.has('cache-status') })
      await delay(100)
    }
  }
  await Promise.all([...READ, '/inventory?q=nobody-asked-for-this', '/api/pagesParts?page=7&size=3'].map(ask))
  return seen
}

const linesOf = (shop: ShopProcess) =>
  shop
    .printed()
    .split('\n')
    .flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line)] : []))

test.each(faults)('while the database %s, visitors see what was read, and the log says it in two lines (54)', async (name, fault) => {
  const { server, shop } = await startShop()
  for (const url of READ) expect(await statusOf(`${shop.url}${url}`)).toBe(200)
  const linesBefore = linesOf(shop).length // of a start on a slow machine
  let isOver = false
  const visiting = visit(shop, () => isOver)

  await fault(server)
  await expect.poll(() => statusOf(`${shop.url}/readyz`), { timeout: HANG_LIMIT_MS }).toBe(200)
  await delay(CALM_MS)
  isOver = true
  const seen = await visiting

  const told = linesOf(shop)
    .slice(linesBefore)
    .filter(({ level = 0 }) => level > 30)
  const ofRead = seen.filter(({ url }) => READ.includes(url))
  const slowest = Math.max(...ofRead.map(({ ms }) => ms))
  process.stdout.write(
    `FIGURE ${name}: ${ofRead.length} answers of read pages, ${ofRead.filter(({ isOld }) => isOld).length} old, slowest ${slowest} ms; ` +
      `others: slowest ${Math.max(...seen.map(({ ms }) => ms))} ms, ${seen.filter(({ status }) => status === 503).length} x 503; ` +
      `${told.length} lines above info: ${[...new Set(told.map(({ msg }) => msg))].join('; ')}\n`,
  )
  expect(ofRead.filter(({ status }) => status !== 200)).toEqual([])
  expect(seen.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter === '2'))).toEqual([])
  expect(told.map(({ msg }) => msg)).toEqual(['the database does not answer', expect.stringMatching(/^the database answers again after /)])
})
