import type pg from 'pg'
import { expect, test } from 'vitest'
import { withOneMore } from '#tests/support/database/copied-migrations.ts'
import { madeEarlier } from '#tests/support/database/earlier-database.ts'
import { makeDatabase } from '#tests/support/database/made-database.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { EarlierDatabase } from './applied-migrations.ts'
import { migrateDatabase, refuseEarlierDatabase } from './migrate.ts'

/** Names and rows of everything in the database, but for PostgreSQL's own. */
const allOf = (client: pg.Client) =>
  client
    .query(
      `select c.oid::regclass::text as name,
        case when c.relkind = 'r' then query_to_xml(format('select * from %s', c.oid::regclass), true, true, '')::text end as rows
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
    )
    .then(({ rows }) => rows)

test('a database of a version before 1.0.0 is refused, and nothing of it has changed (62)', async () => {
  const { connection } = await makeDatabase()
  await withClient(connection, async (client) => {
    await client.query(madeEarlier)
    const before = await allOf(client)

    await expect(migrateDatabase(connection)).rejects.toThrow(EarlierDatabase)
    await expect(refuseEarlierDatabase(connection)).rejects.toThrow(EarlierDatabase)

    expect(await allOf(client)).toEqual(before)
  })
})

test('a database of a newer version is opened as it is (62)', async () => {
  const { connection } = await makeDatabase()
  await migrateDatabase(connection, { folder: await withOneMore('alter table mails add column language text') })
  await withClient(connection, async (client) => {
    const before = await allOf(client)

    await migrateDatabase(connection)
    await refuseEarlierDatabase(connection)

    expect(await allOf(client)).toEqual(before)
  })
})

test('an empty database is no earlier one (62)', async () => {
  const { connection } = await makeDatabase()

  await refuseEarlierDatabase(connection)

  expect(await withClient(connection, allOf)).toEqual([])
})
