import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { connect, type Queryable } from '#database/connect.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { preparedSql } from '#database/prepared-once.ts'
import { transaction } from '#database/transaction.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { makeDatabase, type MadeDatabase } from '#tests/support/database/made-database.ts'
import { openPoolerDouble } from '#tests/support/database/pooler-double.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { findDatabaseFaults } from '../../platform/database/open-database.ts'

// The pooler double logs in without a password.
const isOutside = inject('postgres').connectionString !== undefined

/** `DATABASE_URL` of this database through a pooler. */
async function pooled({ connection, user, name }: MadeDatabase): Promise<string> {
  return `postgres://${user}@127.0.0.1:${await openPoolerDouble(connection, user)}/${name}`
}

test.skipIf(isOutside)('a transaction pooler is refused, until it is configured and has what the shop needs (88)', async () => {
  const database = await makeDatabase()
  const faultsOf = async (env: NodeJS.ProcessEnv) => findDatabaseFaults(readSettings({ DATABASE_URL: await pooled(database), ...env }))

  expect(await faultsOf({})).toEqual([
    expect.stringMatching(/^Between the shop and PostgreSQL stands a pooler .* Set DATABASE_POOLER=transaction/),
  ])

  const [names, settings = ''] = await faultsOf({ DATABASE_POOLER: 'transaction' })
  expect(names).toMatch(/^The pooler does not keep prepared statements\. Set DATABASE_PREPARE=0/)
  await database.run(...settings.match(/alter role [^;]*(?=;)/g)!)

  expect(await faultsOf({ DATABASE_POOLER: 'transaction', DATABASE_PREPARE: '0' })).toEqual([])
})

test.skipIf(isOutside)('a shop behind a transaction pooler migrates, and uses no session state (88)', async () => {
  const settings = { connectionString: await pooled(await makeDatabase()), pooler: 'transaction', prepare: false } as const
  await Promise.all([migrateDatabase(settings), migrateDatabase(settings)])
  const db = connect(settings, { max: 8 })
  afterTheFile(() => db.$client.end())

  const next = preparedSql<{ next: number }>('next_number', sql`select ${sql.placeholder('place')}::int + 1 as next`)
  const one = (on: Queryable, place: number) => next(on, { place })
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, place) => (place % 2 === 0 ? one(db, place) : transaction(db, (tx) => one(tx, place)))),
  )

  expect(answers).toEqual(answers.map((_, place) => [{ next: place + 1 }]))
  const { rows } = await db.execute(
    sql`select current_setting('statement_timeout') as bound, (select count(*)::int from pg_prepared_statements) as named`,
  )
  expect(rows).toEqual([{ bound: '0', named: 0 }])
})
