import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { connect, type ConnectionSettings, type Database } from './connect.ts'
import { sqlState } from './sql-state.ts'
import { allowLongStatements, transaction } from './transaction.ts'

/** Time after which the server ends a transaction of these tests. */
const LIMIT_MS = 200
/** Time after which the shop does, where the server has not. */
const OWN_LIMIT_MS = LIMIT_MS + 1_000

// The shop's own limit passes when a test says so.
beforeEach(() => {
  running.isOver = false
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  running.isOver = true
  vi.useRealTimers()
})

function open(settings: ConnectionSettings, limits = { transactionMs: LIMIT_MS }): Database {
  const db = connect(settings, { max: 1, limits })
  afterTheFile(() => db.$client.end())
  return db
}

/** A server before PostgreSQL 17 does not know the limit, and behind a pooler it does not get it. */
const withoutServerLimit = (): ConnectionSettings => ({ ...inject('postgres'), pooler: 'transaction' })

const running = { isOver: false }

/** A transaction of short statements without end, while the test runs; `begun` is called after the first. */
const endless = (db: Database, begun = () => {}) =>
  transaction(db, async (tx) => {
    while (!running.isOver) {
      await tx.execute(sql`select pg_sleep(0.02)`)
      begun()
    }
  })

/** Asked again where the server ends this statement too, because the machine was busy for so long. */
const expectFree = (db: Database) => expect.poll(async () => (await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])

const readLimits = async (db: Pick<Database, 'execute'>) =>
  (
    await db.execute(sql`
      select current_setting('transaction_timeout', true) as whole, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`)
  ).rows[0]!

const hasServerLimit = async () => (await readLimits(open(inject('postgres'), { transactionMs: 15_000 })))['whole'] !== null

test('the server ends a transaction that takes too long, and its connection is free for others (70)', async ({ skip }) => {
  skip(!(await hasServerLimit()), 'PostgreSQL 17 or later')
  const db = open(inject('postgres'))

  // The next statement may be on its way when the server ends the connection: then any error of the connection comes first.
  await expect(endless(db)).rejects.toThrow()

  await expectFree(db)
})

test('the shop ends it where the server does not, a second later (70)', async () => {
  const db = open(withoutServerLimit())
  const [begun, ended] = [Promise.withResolvers<void>(), vi.fn<(reason: unknown) => void>()]

  const lost = endless(db, begun.resolve)
  lost.catch(ended)
  await begun.promise
  await vi.advanceTimersByTimeAsync(OWN_LIMIT_MS - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(sqlState(await lost.catch((reason: unknown) => reason))).toBe('ETIMEDOUT')
  await expectFree(db)
})

test.each([
  ['the server', () => inject('postgres')],
  ['the shop', withoutServerLimit],
])('a transaction that is idle for too long is ended as well by %s, and nothing of it stays (70)', async (by, settings) => {
  const db = open(settings())
  const ended = new Promise<void>((resolve) => {
    db.$client.driver.once('connect', (client: pg.PoolClient) => client.once('end', resolve))
  })
  const lost = transaction(db, async (tx) => {
    await tx.execute(sql`select set_config('teleforge.test', 'left', false)`)
    if (by === 'the shop') await vi.advanceTimersByTimeAsync(OWN_LIMIT_MS)
    await ended
    await tx.execute(sql`select 1`)
  })

  await expect(lost).rejects.toThrow()
  await expect
    .poll(async () => (await db.execute(sql`select coalesce(current_setting('teleforge.test', true), '') as left`)).rows)
    .toEqual([{ left: '' }])
})

test('what reads much is not bound as a whole, and its connection is afterwards as before (70)', async () => {
  for (const settings of [inject('postgres'), withoutServerLimit()]) {
    const db = open(settings, { transactionMs: 15_000 })
    const before = await readLimits(db)

    const during = await transaction(db, async (tx) => {
      await allowLongStatements(tx, 5_000)
      await vi.advanceTimersByTimeAsync(3_600_000)
      return readLimits(tx)
    })

    expect(during).toEqual({ whole: before['whole'] === null ? null : '0', statement: '5s', lock: '5s' })
    expect(await readLimits(db)).toEqual(before)
    if (!settings.pooler && before['whole'] !== null) expect(before).toEqual({ whole: '15s', statement: '4s', lock: '2s' })
  }
})
