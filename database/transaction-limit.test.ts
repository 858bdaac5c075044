import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { connect, type ConnectionSettings, type Database } from './connect.ts'
import { sqlState } from './sql-state.ts'
import { allowLongStatements } from './transaction.ts'

/** A pool whose transactions may take a fifth of a second. */
function open(settings: ConnectionSettings): Database {
  const db = connect(settings, { max: 1, limits: { transaction: 200 } })
  afterTheFile(() => db.$client.end())
  return db
}

/** A server before PostgreSQL 17 does not know the bound; nor is it told where a pooler stands between. */
const withoutServerLimit = (): ConnectionSettings => ({ ...inject('postgres'), pooler: 'transaction' })

/** A transaction of short statements without end. */
const endless = (db: Database) =>
  db.transaction(async (tx) => {
    for (;;) await tx.execute(sql`select pg_sleep(0.02)`)
  })

test('row 70: the server ends a transaction that takes too long, and its connection is free for others', async () => {
  const db = open(inject('postgres'))
  const { rows } = await db.execute<{ hasLimit: boolean }>(
    sql`select current_setting('transaction_timeout', true) is not null as "hasLimit"`,
  )

  const error = await endless(db).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(Error)
  // Not the shop's own limit. The next statement may be on its way when the server ends the connection: then any error of
  // the connection comes first.
  if (rows[0]!.hasLimit) expect(sqlState(error)).not.toBe('ETIMEDOUT')
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('row 70: the shop ends it where the server does not', async () => {
  const db = open(withoutServerLimit())

  const error = await endless(db).catch((reason: unknown) => reason)

  expect(sqlState(error)).toBe('ETIMEDOUT')
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('row 70: a transaction that is idle for too long is ended as well, and nothing of it stays', async () => {
  for (const settings of [inject('postgres'), withoutServerLimit()]) {
    const db = open(settings)
    const ended = new Promise<void>((resolve) => {
      db.$client.once('connect', (client: pg.PoolClient) => client.once('end', resolve))
    })
    const lost = db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('teleforge.test', 'left', false)`)
      await ended
      await tx.execute(sql`select 1`)
    })

    await expect(lost).rejects.toThrow()
    const { rows } = await db.execute(sql`select coalesce(current_setting('teleforge.test', true), '') as left`)
    expect(rows).toEqual([{ left: '' }])
  }
})

test('row 70: what reads much is not bound as a whole', async () => {
  for (const settings of [inject('postgres'), withoutServerLimit()]) {
    const db = open(settings)
    const slept = db.transaction(async (tx) => {
      await allowLongStatements(tx, 5_000)
      await tx.execute(sql`select pg_sleep(1.3)`)
      return 'done'
    })

    await expect(slept).resolves.toBe('done')
  }
})
