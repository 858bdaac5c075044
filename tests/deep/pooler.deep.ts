import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { connect, SILENCE_LIMIT_MS, type Database } from '#database/connect.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { orders } from '#database/tables/orders.ts'
import { reviews } from '#database/tables/reviews.ts'
import { buildApp } from '#server/app.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { findDatabaseFaults } from '#server/platform/database/open-database.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { signInCrowd, untilAnswered, type Signed } from '#tests/support/load/crowd.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { makeDatabase, type MadeDatabase } from '#tests/support/database/made-database.ts'
import { contact, openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance } from '#tests/support/shops/payments.ts'
import { openPgBouncer, PGBOUNCER, type PgBouncer } from '#tests/support/database/pgbouncer.ts'

/*
 * The shop behind a real PgBouncer: `apt-get install pgbouncer` on Debian; PGBOUNCER names another program, such as a newer
 * one. Where it is not installed, the tests are skipped and say so.
 */

const isInstalled = existsSync(PGBOUNCER)
const BUYERS = 300
const LOTS = 10
const LOT = 1_000
/** Times that PgBouncer dies under buyers. */
const DEATHS = 5

let database: MadeDatabase
let bouncer: PgBouncer
let shop: TestShop
/** Settings of a shop behind the pooler, which is configured as required. */
let pooled: { DATABASE_URL: string; DATABASE_POOLER: string; DATABASE_PREPARE: string }
let db: Database
let app: FastifyInstance

const urlAt = ({ host, port }: PgBouncer) =>
  `postgres://${database.user}@localhost/${database.name}?host=${encodeURIComponent(host)}&port=${port}`
const faultsOf = (env: NodeJS.ProcessEnv) => findDatabaseFaults(readSettings(env))

beforeAll(async () => {
  if (!isInstalled) return
  database = await makeDatabase()
  bouncer = await openPgBouncer('transaction', database.connection, database.user)
})

test.skipIf(isInstalled)(
  'cannot be tried here, because PgBouncer is not installed: apt-get install pgbouncer, or PGBOUNCER=... (88)',
  () => {},
)

test.runIf(isInstalled)('in session mode the shop needs nothing, and has its time limits (88)', async () => {
  const session = await openPgBouncer('session', database.connection, database.user)

  expect(await faultsOf({ DATABASE_URL: urlAt(session) })).toEqual([])

  const inSession = connect({ connectionString: urlAt(session) })
  const { rows } = await inSession.execute(sql`select current_setting('statement_timeout') as bound`)
  await inSession.$client.end()
  expect(rows).toEqual([{ bound: '4s' }])
})

test.runIf(isInstalled)('in transaction mode the check says what is missing, and is content when it is there (88)', async () => {
  const DATABASE_URL = urlAt(bouncer)
  expect(await faultsOf({ DATABASE_URL })).toEqual([expect.stringMatching(/^Between the shop and PostgreSQL stands a pooler/)])

  const faults = await faultsOf({ DATABASE_URL, DATABASE_POOLER: 'transaction' })
  const keepsNames = !faults.some((fault) => fault.includes('does not keep prepared statements'))
  await database.run(...faults.at(-1)!.match(/alter role [^;]*(?=;)/g)!)
  await bouncer.kill()
  await bouncer.start()

  pooled = { DATABASE_URL, DATABASE_POOLER: 'transaction', DATABASE_PREPARE: keepsNames ? '1' : '0' }
  expect(await faultsOf(pooled)).toEqual([])
  reportFigure('row 88', `PgBouncer in transaction mode, statements ${keepsNames ? 'named' : 'without names'}`, 'no fault')
})

test.runIf(isInstalled)('shops behind it migrate once, and serve (88)', async () => {
  const settings = { connectionString: pooled.DATABASE_URL, pooler: 'transaction', prepare: pooled.DATABASE_PREPARE === '1' } as const
  await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(settings)))

  shop = await openShop({ database: database.name, env: { MAX_UNPAID_ORDERS: '10000' } })
  db = connect(settings, { silenceLimitMs: SILENCE_LIMIT_MS })
  app = await buildApp({ ...shop.services, db, identity: await createIdentity({ ...shop.services, db }) })
  await app.ready()
  afterTheFile(async () => {
    await app.close()
    await db.$client.end()
  })

  expect((await app.inject('/api/allPartsCount')).statusCode).toBe(200)
})

test.runIf(isInstalled)('behind it a process shows its own changes at once (89)', async () => {
  const shown = async () => (await app.inject('/api/reviews')).body
  expect(await shown()).not.toContain('Seen at once')

  await db.insert(reviews).values({ displayName: 'ann', rating: 5, review: 'Seen at once' })

  expect(await shown()).toContain('Seen at once')
})

const call = (who: Signed, method: 'PUT' | 'POST', url: string, payload: object) =>
  app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${who.token}` }, payload })

const hold = (who: Signed, part: Part) =>
  call(who, 'PUT', `/inventory/${part._id}`, { restAvailable: { available: 0 }, orderQuantity: LOT })

test.runIf(isInstalled)(
  'of many buyers behind it exactly as many win as there are lots (88)',
  async () => {
    const crowd = await signInCrowd(db, BUYERS)
    for (let race = 0; race < 3; race++) {
      const part = await shop.addPart({ available: LOTS * LOT })

      const answers = await Promise.all(crowd.map((buyer) => untilAnswered(() => hold(buyer, part))))

      expect(answers.filter((answer) => answer.json().modifiedCount === 1)).toHaveLength(LOTS)
      expect(await shop.stockOf(part)).toBe(0)
    }
    await expectBooksToBalance(shop)
  },
  600_000,
)

test.runIf(isInstalled)(
  'when it dies under buyers, nothing that was acknowledged is lost, and the shop serves again (88)',
  async () => {
    const crowd = await signInCrowd(db, 12)
    const part = await shop.addPart({ available: 900_000_000 })
    const acknowledged: string[] = []
    const statuses: Record<number, number> = {}
    const ending = new AbortController()

    const buying = crowd.map(async (buyer) => {
      while (!ending.signal.aborted) {
        const held = await hold(buyer, part)
        statuses[held.statusCode] = (statuses[held.statusCode] ?? 0) + 1
        if (held.statusCode !== 200 || !held.json().holdId) {
          await delay(50)
          continue
        }
        const orderItem = { name: part.name, totalPrice: part.price * LOT, orderQuantity: LOT, holdId: held.json().holdId, ...contact }
        const placed = await call(buyer, 'POST', '/inventory', { orderItem })
        statuses[placed.statusCode] = (statuses[placed.statusCode] ?? 0) + 1
        if (placed.statusCode === 200) acknowledged.push(placed.json()._id)
      }
    })
    try {
      for (let death = 0; death < DEATHS; death++) {
        await delay(1_500)
        await bouncer.kill()
        await delay(300)
        await bouncer.start()
        const before = acknowledged.length
        await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before)
      }
    } finally {
      ending.abort()
      await Promise.all(buying)
    }

    const kept = new Set((await shop.db.select({ id: orders.id }).from(orders)).map(({ id }) => id))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([])
    await expectBooksToBalance(shop)
    reportFigure(
      'row 88',
      `${DEATHS} deaths of PgBouncer: 0 of ${acknowledged.length} orders lost, answers ${JSON.stringify(statuses)}`,
      '0 lost, only 503',
    )
  },
  600_000,
)
