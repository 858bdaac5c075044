import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateDatabase } from '#database/migrate.ts'
import { useClient } from '#database/use-client.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { makeDatabase, type MadeDatabase } from '#tests/support/database/made-database.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { backUpShop } from '../../run/backup/backup-shop.ts'
import { restoreShop } from '../../run/backup/restore-shop.ts'
import { readSettings } from '../settings/settings.ts'
import { findDatabaseFaults, openDatabase } from './open-database.ts'

const faultsOf = ({ url }: MadeDatabase) => findDatabaseFaults(readSettings({ DATABASE_URL: url }))

test("a suitable database has no fault, before the shop's first start and after it (88)", async () => {
  const database = await makeDatabase()

  expect(await faultsOf(database)).toEqual([])
  await migrateDatabase({ connectionString: database.url })
  expect(await faultsOf(database)).toEqual([])
})

test.each([
  ['SQL_ASCII', `encoding 'SQL_ASCII' locale 'C' template template0`],
  ['LATIN1', `encoding 'LATIN1' locale 'C' template template0`],
])('a database in %s is refused with the statement that makes a suitable one (88)', async (encoding, kind) => {
  const database = await makeDatabase(kind)

  expect(await faultsOf(database)).toEqual([
    `The database ${database.name} has the encoding ${encoding}, which cannot keep every text. Name another one in DATABASE_URL: ` +
      `create database NAME encoding 'UTF8' template template0.`,
  ])
})

test('a read-only database is refused at the start (88)', async () => {
  const database = await makeDatabase()
  await database.run(`alter database ${database.name} set default_transaction_read_only = on`)

  const start = openDatabase(readSettings({ DATABASE_URL: database.url }), () => {})

  await expect(start).rejects.toThrow(
    /^The PostgreSQL at \S+ \(DATABASE_URL\) cannot be used: The server takes no writes .* set default_transaction_read_only = off\.$/,
  )
})

test('for a user without the required rights, the missing rights are named (88)', async () => {
  const database = await makeDatabase()
  await database.run(`alter database ${database.name} owner to current_user`, 'create extension pg_trgm')

  expect(await faultsOf(database)).toEqual([
    `The user ${database.user} may not create schemas and extensions. Run: grant create on database ${database.name} to ${database.user}.`,
    `The user ${database.user} may not create tables in the schema public. Run: grant usage, create on schema public to ${database.user}.`,
  ])
})

test('a user needs no rights to create what already exists (88)', async () => {
  const database = await makeDatabase()
  await migrateDatabase({ connectionString: database.url })
  await database.run(`alter database ${database.name} owner to current_user`, `revoke create on schema public from public`)

  expect(await faultsOf(database)).toEqual([])
  await migrateDatabase({ connectionString: database.url })
})

test('tables owned by another user are named, as after a restore by another user (88)', async () => {
  const database = await makeDatabase()
  await migrateDatabase(database.connection)

  expect(await faultsOf(database)).toEqual([
    expect.stringMatching(/^The user \S+ may not read and write the table __drizzle_migrations and \d+ more\. Make it their owner/),
  ])
})

test('pg_trgm in another schema must be on the search_path (88)', async () => {
  const database = await makeDatabase()
  await database.run('create schema extensions', 'create extension pg_trgm schema extensions', 'grant usage on schema extensions to public')

  const [fault = '', ...others] = await faultsOf(database)
  expect(others).toEqual([])
  expect(fault).toMatch(/^The extension pg_trgm lies in the schema extensions, which the search_path .* does not name\. Run: alter role /)
  await database.run(/Run: (.*)\.$/.exec(fault)![1]!)

  expect(await faultsOf(database)).toEqual([])
  await migrateDatabase({ connectionString: database.url })
})

test("a search_path that does not lead to the shop's tables is refused (88)", async () => {
  const database = await makeDatabase()
  await migrateDatabase({ connectionString: database.url })
  await database.run(
    `create schema elsewhere authorization ${database.user}`,
    `alter database ${database.name} set search_path = elsewhere`,
  )

  expect(await faultsOf(database)).toEqual([
    `The tables of a shop lie in the schema public, and search_path (elsewhere) leads to elsewhere. A database holds one shop. Name ` +
      `another database in DATABASE_URL, or run: alter role ${database.user} in database ${database.name} set search_path = public.`,
  ])
})

test('a search_path without an existing schema is refused (88)', async () => {
  const database = await makeDatabase()
  await database.run(`alter database ${database.name} set search_path = nowhere`)

  expect(await faultsOf(database)).toContain(
    `No schema of the search_path (nowhere) is there. Create one, or run: alter role ${database.user} in database ${database.name} ` +
      `set search_path = public.`,
  )
})

test('a missing database is reported with the statement that creates it (88)', async () => {
  const { url } = await makeDatabase()
  const elsewhere = `${url}${url.includes('?') ? '&' : '?'}dbname=not_there`

  expect(await findDatabaseFaults(readSettings({ DATABASE_URL: elsewhere }))).toEqual([
    `database "not_there" does not exist. Create it: create database NAME encoding 'UTF8' template template0.`,
  ])
})

test('settings of the role, the database and the server change no answer (88)', async () => {
  const database = await makeDatabase()
  for (const setting of [
    `DateStyle = 'German'`,
    `TimeZone = 'Asia/Kathmandu'`,
    `client_encoding = 'LATIN1'`,
    `standard_conforming_strings = off`,
    `bytea_output = 'escape'`,
    `extra_float_digits = -10`,
    `default_transaction_isolation = 'serializable'`,
    `IntervalStyle = 'sql_standard'`,
  ]) {
    await database.run(`alter role ${database.user} in database ${database.name} set ${setting}`)
  }

  const { rows } = await useClient({ connectionString: database.url }, 'test', (client) =>
    client.query({
      rowMode: 'array',
      text: `select timestamptz '2026-11-22 12:00+00' || '', 'Größe €', '\\', '\\xff'::bytea::text, 0.1::float8 + 0.2::float8,
        current_setting('transaction_isolation'), interval '1 day 2 hours' || ''`,
    }),
  )

  expect(rows).toEqual([['2026-11-22 12:00:00+00', 'Größe €', '\\', '\\xff', 0.30000000000000004, 'read committed', '1 day 02:00:00']])
})

test('a shop in a schema other than public can sell, and can be backed up and restored (88)', async () => {
  const [database, other] = [await madeInSchema('shop'), await makeDatabase()]
  const shop = await openShop({ database: database.name })
  const order = await shop.placeOrder(await shop.customer(), await shop.addPart())
  const room = await mkdtemp(join(tmpdir(), 'teleforge-schema-'))
  afterTheFile(() => rm(room, { recursive: true, force: true }))
  const folder = join(room, 'backup')

  await backUpShop({ connection: { connectionString: database.url }, dataDir: shop.services.settings.dataDir, folder, say: () => {} })
  const settings = readSettings({ DATA_DIR: join(room, 'data'), DATABASE_URL: other.url })

  expect(await restoreShop({ settings, folder, say: () => {} })).toEqual([])
  const { rows } = await useClient({ connectionString: other.url }, 'test', (client) => client.query('select id from public.orders'))
  expect(rows).toEqual([{ id: order._id }])
})

/** A database with a shop in this schema, which the search_path of every role contains. */
async function madeInSchema(schema: string): Promise<MadeDatabase> {
  const database = await makeDatabase()
  await database.run(
    `create schema ${schema} authorization ${database.user}`,
    `alter database ${database.name} set search_path = ${schema}`,
    'drop schema public',
  )
  expect(await faultsOf(database)).toEqual([])
  await migrateDatabase({ connectionString: database.url })
  return database
}
