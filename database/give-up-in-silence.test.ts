import { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { waitInAnotherProcess } from '#tests/support/database/wait-in-another-process.ts'
import { connect } from './connect.ts'
import { allowLongStatements, transaction } from './transaction.ts'

/** Never reached: the tests say when it has passed. */
const SILENCE_LIMIT_MS = 3_600_000

const pool = connect(inject('postgres'), { max: 1, silenceLimitMs: SILENCE_LIMIT_MS }).$client
let client: pg.PoolClient

beforeEach(async () => {
  client = await pool.connect()
  client.release()
})

afterAll(() => pool.end())

/** As the socket's own timer does, when nothing was sent or received for the limit. */
const passLimit = () => client.connection.stream.emit('timeout')

test('an answer that came while the event loop was busy is read, though the silence limit has passed (54)', async () => {
  const {
    rows: [own],
  } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const asked = pool.query('select 1 as one')
  await untilSent()
  const timers = delay(0)
  waitInAnotherProcess(
    inject('postgres'),
    `select 1 from pg_stat_activity where pid = ${own!.pid} and state = 'idle' and query = 'select 1 as one'`,
  )

  await timers // sockets are read after them
  passLimit()

  expect((await asked).rows).toEqual([{ one: 1 }])
  await expectConnectionKept()
})

test('a connection without a statement is kept, however long it is silent (54)', async () => {
  await pool.query('select 1')

  passLimit()

  await expectConnectionKept()
})

test('a connection that has been idle for longer than the limit is given up like any other (54)', async () => {
  passLimit()
  const asked = pool.query('select pg_sleep(60)')
  await untilSent()

  await delay(0)
  passLimit()

  await expect(asked).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a server that answers one of two statements and then nothing is given up (54)', async () => {
  await pool.connect()
  const first = client.query('select 1')
  const second = client.query('select pg_sleep(60)')
  await first

  await delay(0)
  passLimit()

  await expect(second).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  client.release()
})

test('a long statement that is allowed is waited for beyond the limit, and the next one no longer', async () => {
  const db = connect(inject('postgres'), { max: 1, silenceLimitMs: SILENCE_LIMIT_MS })
  afterTheFile(() => db.$client.end())
  const { connection, release } = await db.$client.connect()
  const limitMs = () => (connection.stream as Socket).timeout
  const before = limitMs()
  release()

  const during = await transaction(db, async (tx) => {
    await allowLongStatements(tx, 10_000)
    return limitMs()
  })

  expect([before, during, limitMs()]).toEqual([SILENCE_LIMIT_MS, SILENCE_LIMIT_MS + 10_000, SILENCE_LIMIT_MS])
})

async function expectConnectionKept(): Promise<void> {
  await nextTurn()
  expect(await pool.connect()).toBe(client)
  client.release()
}

/** Until the statement is sent, and before its answer is read. */
async function untilSent(): Promise<void> {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) throw new Error('the connection has no socket')
  const before = stream.bytesWritten
  while (stream.bytesWritten === before) await nextTurn()
}
