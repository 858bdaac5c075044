import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { buildApp } from '#server/app.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { openDatabaseDouble, urlOf } from '#tests/support/database/database-double.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let buyer: Customer

beforeAll(async () => {
  shop = await openShop({ limits: 'customers' })
  buyer = await shop.customer()
})

const databaseOf = async () => {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  return inDatabase(inject('postgres'), rows[0]!.name)
}

const openHost = async () => openDatabaseDouble(await databaseOf())

/** The shop over another way to its database. */
async function shopBehind(hosts: { port: number }[], parameters?: Record<string, string>): Promise<{ db: Database; app: FastifyInstance }> {
  const list = hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const db = connect({ connectionString: urlOf(await databaseOf(), list, parameters) })
  const app = await buildApp({ ...shop.services, db, identity: await createIdentity({ ...shop.services, db }) })
  await app.ready()
  afterTheFile(async () => {
    await app.close()
    await db.$client.end()
  })
  return { db, app }
}

const savePhone = (app: FastifyInstance, phone: string) =>
  app.inject({
    method: 'PUT',
    url: `/api/users/${encodeURIComponent(buyer.email)}`,
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: { phone, education: 'Ulm', address: 'Dock Road 1' },
  })

test('of several hosts the one that takes writes is used, whichever comes first (88)', async () => {
  const [standby, primary] = [await openHost(), await openHost()]
  standby.isStandby = true

  const { app } = await shopBehind([standby, primary], { target_session_attrs: 'read-write' })

  expect((await savePhone(app, '1')).statusCode).toBe(200)
})

test('when the primary dies, calls answer 503 until another host takes writes, and then go there (88)', async () => {
  const [first, second] = [await openHost(), await openHost()]
  second.isStandby = true
  const { app } = await shopBehind([first, second])
  expect((await savePhone(app, '2')).statusCode).toBe(200)

  await first.stop()
  const meanwhile = [await savePhone(app, '3'), await savePhone(app, '4')]
  second.isStandby = false

  for (const answer of meanwhile) expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect((await savePhone(app, '5')).statusCode).toBe(200)
})

test('a write that is refused by a server that became read-only answers 503, and every connection is replaced (88)', async () => {
  const { db, app } = await shopBehind([await openHost()])
  await onEveryConnection(db, async (execute) => execute(`select set_config('default_transaction_read_only', 'on', false)`))

  const refused = await savePhone(app, '6')
  const later = await Promise.all(Array.from({ length: 20 }, (_, index) => savePhone(app, `7${index}`)))

  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect(later.map(({ statusCode }) => statusCode)).toEqual(Array<number>(20).fill(200))
})

/** Uses as many connections as the pool has, all at once. */
async function onEveryConnection(
  db: Database,
  work: (execute: (statement: string) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: db.$client.driver.options.max }, () => db.$client.connect()))
  await Promise.all(clients.map((client) => work((statement) => client.query(statement))))
  for (const client of clients) client.release()
}

test('a host that does not answer is left for the next one (88)', async () => {
  const [silent, primary] = [await openHost(), await openHost()]
  silent.isSilent = true

  const { app } = await shopBehind([silent, primary])

  expect((await savePhone(app, '8')).statusCode).toBe(200)
})

test('a moment in which the shop is busy is no reason to leave a host (88)', async () => {
  const [primary, standby] = [await openHost(), await openHost()]
  standby.isStandby = true
  const { db, app } = await shopBehind([primary, standby])

  const connecting = db.$client.connect()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200)
  const client = await connecting
  client.release()

  expect((await savePhone(app, '10')).statusCode).toBe(200)
  expect(standby.seen.plain).toBe(0)
})

test('one host that takes no writes goes on showing parts (88)', async () => {
  const standby = await openHost()
  standby.isStandby = true
  const { app } = await shopBehind([standby])

  expect(await savePhone(app, '9')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect((await app.inject('/api/allPartsCount')).statusCode).toBe(200)
})
