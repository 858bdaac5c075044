import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { openDatabaseDouble, urlOf } from '#tests/support/database/database-double.ts'
import { openPoolerDouble } from '#tests/support/database/pooler-double.ts'
import { connect, type ConnectionSettings } from './connect.ts'
import { isDatabaseAway } from './database-trouble.ts'
import { readPublicly } from './public-reading.ts'
import { sqlState } from './sql-state.ts'
import { transaction } from './transaction.ts'

function open(settings: ConnectionSettings, max = 2) {
  const db = connect(settings, { max })
  afterTheFile(() => db.$client.end())
  return db
}

const stateOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'answered',
    (error: unknown) => sqlState(error),
  )

test('all statements of a page have one limit together, and nothing waits behind those that were given up (54)', async () => {
  const db = open(inject('postgres'), 1)
  const states = await readPublicly(20, async () => [
    await stateOf(db.execute(sql`select pg_sleep(60)`)),
    await stateOf(db.execute(sql`select 1`)),
    await stateOf(readPublicly(60_000, () => db.execute(sql`select 1`))),
  ])

  expect(states).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT'])
  expect(await stateOf(db.execute(sql`select 1`))).toBe('answered')
})

test('a page that gives up waiting for a connection leaves it to others (54)', async () => {
  const db = open(inject('postgres'), 1)
  const client = await db.$client.connect()

  expect(await stateOf(readPublicly(20, () => db.execute(sql`select 1`)))).toBe('ETIMEDOUT')
  client.release()

  expect(await stateOf(db.execute(sql`select 1`))).toBe('answered')
})

test('a server that takes no writes is asked only for what everybody may see, and is left for the one that does (88)', async () => {
  const server = await openDatabaseDouble(inject('postgres'))
  server.isStandby = true
  const db = open({ connectionString: urlOf(inject('postgres'), `127.0.0.1:${server.port}`) })
  const ask = () => db.execute(sql`select 1`)

  const shown = await stateOf(readPublicly(Infinity, ask))
  const [read, decided] = [await stateOf(ask()), await stateOf(transaction(db, (tx) => tx.execute(sql`select 1`)))]
  await stateOf(readPublicly(Infinity, ask)) // its connection stays open
  server.isStandby = false

  expect([shown, read, decided]).toEqual(['answered', '25006', '25006'])
  expect(await stateOf(ask())).toBe('answered')
})

test('behind a pooler a transaction asks whether its server takes writes, and decides nothing where it does not (88)', async () => {
  const { user = '', ...server } = inject('postgres')
  const port = await openPoolerDouble({ user, ...server }, user)
  const db = open({ host: '127.0.0.1', port, user, database: server.database ?? '', pooler: 'transaction' })
  const read = () => stateOf(transaction(db, (tx) => tx.execute(sql`select 1`)))
  expect(await read()).toBe('answered')

  await db.execute(sql`select set_config('default_transaction_read_only', 'on', false)`)

  expect(await read()).toBe('25006')
})

test('errors of other services that look the same are not taken for those of the database (54)', async () => {
  const nobody = open({ host: '127.0.0.1', port: 1 })
  const error = await nobody.execute(sql`select 1`).catch((reason: unknown) => reason)

  expect(isDatabaseAway(error)).toBe(true)
  expect(isDatabaseAway(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBe(false)
})
