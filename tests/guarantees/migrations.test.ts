import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import type { ConnectionSettings } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { listTables } from '#database/list-tables.ts'
import { listMigrations, migrateDatabase } from '#database/migrate.ts'
import { CUSTOMER_LIMITS } from '#database/session-settings.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { connectPatiently } from '#tests/support/database/connect-patiently.ts'
import { withLonger, withOneMore } from '#tests/support/database/copied-migrations.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { BASELINE, copyIntoEarlier, DROPPED, fillEachTable, rowOfLater } from '#tests/support/database/rows-of-each-table.ts'
import { tableDigests } from '#tests/support/database/table-digests.ts'

const migrations = listMigrations()
const made: string[] = []

/** A new empty database on the server of this run. */
async function emptyDatabase(): Promise<ConnectionSettings> {
  const name = `migrations_${randomUUID().replaceAll('-', '')}`
  await withClient(inject('postgres'), (client) => client.query(`create database ${name}`))
  made.push(name)
  return inDatabase(inject('postgres'), name)
}

afterAll(() =>
  withClient(inject('postgres'), async (client) => {
    for (const name of made) await client.query(`drop database ${name} with (force)`)
  }),
)

const appliedIn = (client: pg.Client) =>
  client
    .query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
    .then(({ rows }) => rows.map(({ hash }) => hash))

/** A later migration may book what was known before; a trigger refuses to it, too, to change what was booked. */
const onlyAddedTo = { 'public.postings': expect.anything() }

const lastingTables = async (client: pg.Client) => (await listTables(client)).filter(({ name }) => !DROPPED.has(name))

let filled: Promise<ConnectionSettings> | undefined
const filledShop = () => (filled ??= fillShop())

/** A shop of all migrations with rows in each table of the baseline. */
async function fillShop(): Promise<ConnectionSettings> {
  const database = await emptyDatabase()
  await migrateDatabase(database)
  await withClient(database, (client) => fillEachTable(client, { orders: 50 }))
  return database
}

/** Brings a filled shop of the baseline through the later migrations of a folder, and fails when one changes what was there. */
async function expectNothingChanged(database: ConnectionSettings, folder?: string): Promise<void> {
  await migrateDatabase(database, { folder, upTo: BASELINE })
  const source = await filledShop()
  await withClient(database, async (client) => {
    await withClient(source, (shop) => copyIntoEarlier(shop, client))
    const empty = Object.entries(await tableDigests(client, await lastingTables(client))).filter(([, { count }]) => count === 0)
    expect(empty.map(([name]) => name)).toEqual([])
    for (let version = BASELINE; version < listMigrations(folder).length; version++) {
      const before = await lastingTables(client)
      const known = await tableDigests(client, before)

      await migrateDatabase(database, { folder, upTo: version + 1 })

      expect(await tableDigests(client, before), `after migration ${version}`).toEqual({ ...known, ...onlyAddedTo })
      const names = new Set(before.map(({ name }) => name))
      const added = (await lastingTables(client)).filter(({ name }) => !names.has(name))
      for (const { name } of added) await client.query(rowOfLater(name))
    }
    expect(await appliedIn(client)).toEqual(listMigrations(folder).map(({ hash }) => hash))
  })
}

test('no migration changes what the shop already knew, and the shop it leads to breaks no invariant (62)', async () => {
  const database = await emptyDatabase()

  await expectNothingChanged(database)

  const db = connectPatiently(database, { max: 1 })
  const findings = await checkInvariants(db, { books: sandboxBooks })
  await db.$client.end()
  expect(findings.filter(({ count }) => count > 0)).toEqual([])
})

test('a migration that only adds is found to change nothing (62)', async () => {
  const folder = await withOneMore('alter table mails add column language text')

  await expectNothingChanged(await emptyDatabase(), folder)
})

test.each([
  ['changes a row', `update synonyms set means = 'wire'`, /after migration \d+/],
  ['adds rows', `insert into part_words values ('tomorrow')`, /after migration \d+/],
  ['adds a table of which no row is known', 'create table of_tomorrow (id integer)', 'what a row of public.of_tomorrow looks like'],
])('it is found that a migration %s (62)', async (_, statement, words) => {
  const folder = await withOneMore(statement)

  await expect(expectNothingChanged(await emptyDatabase(), folder)).rejects.toThrow(words)
})

test('shops that start at once migrate once (62)', async () => {
  const database = await emptyDatabase()

  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database)))

  expect(await withClient(database, appliedIn)).toEqual(migrations.map(({ hash }) => hash))
})

test('a shop killed in the middle of a migration leaves nothing of it, and the next start does it (62)', async () => {
  const database = await emptyDatabase()
  const folder = await withLonger('select pg_sleep(60)')
  const child = migrateInChild(database, folder)
  await withClient(database, async (client) => {
    await expect.poll(() => countSleeping(client), { interval: 20 }).toBe(1)

    child.kill('SIGKILL')
    await once(child, 'exit')

    // The server notices at the next word to the killed process; a new shop does not wait for that.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'teleforge-migrate' and datname = current_database()`,
    )
    expect(await appliedIn(client)).toEqual(migrations.slice(0, -1).map(({ hash }) => hash))
    await migrateDatabase(database)
    expect(await appliedIn(client)).toEqual(migrations.map(({ hash }) => hash))
  })
})

function migrateInChild(database: ConnectionSettings, folder: string) {
  const program = `
    import { migrateDatabase } from '#database/migrate.ts'
    await migrateDatabase(${JSON.stringify(database)}, { folder: ${JSON.stringify(folder)} })`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
}

const countSleeping = (client: pg.Client) =>
  client
    .query(`select from pg_stat_activity where query = E'\\nselect pg_sleep(60)' and datname = current_database() and state = 'active'`)
    .then(({ rowCount }) => rowCount)

test('a migration that meets a long transaction lets buyers pass, and is done when that ends (62)', async () => {
  const database = await emptyDatabase()
  await migrateDatabase(database)
  const folder = await withOneMore('alter table mails add column language text')
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await withClient(database, async (busy) => {
    await busy.query('begin')
    await busy.query('lock table mails in row exclusive mode')
    const migrating = migrateDatabase(database, { folder })
    await withClient(database, async (buyer) => {
      await expect.poll(() => countWaiting(buyer), { interval: 20 }).toBe(1)

      // Queued behind the migration, which gives way although its own turn has not come.
      await buyer.query("insert into mails (kind, ref, recipient, subject, body) values ('order-placed', '1', 'ann@example.com', '', '')")
    })
    await busy.query('commit')

    await migrating
    expect(await appliedIn(busy)).toHaveLength(migrations.length + 1)
    // No longer than a buyer waits for a lock.
    expect(sent.mock.calls.map(([statement]) => statement)).toContain(`set local lock_timeout = '${CUSTOMER_LIMITS.lockMs / 1_000}s'`)
  })
})

const countWaiting = (client: pg.Client) =>
  client.query(`select from pg_locks where not granted and relation = 'mails'::regclass`).then(({ rowCount }) => rowCount)
