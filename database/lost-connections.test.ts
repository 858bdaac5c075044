import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { waitInAnotherProcess } from '#tests/support/database/wait-in-another-process.ts'
import { transaction } from './transaction.ts'

const { db } = await openShop()

beforeEach(async () => {
  await db.execute(sql`create table if not exists notes (id int)`)
  await db.execute(sql`truncate notes`)
})

const countNotes = async () => (await db.execute(sql`select from notes`)).rowCount

/** The server ends the connections of this process, which learns of it in the next turn of its event loop. */
async function loseConnections(): Promise<void> {
  await nextTurn()
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  await nextTurn()
  waitInAnotherProcess(inject('postgres'), `select pg_terminate_backend(${rows[0]!.pid}, 600000)`)
}

test('a statement is sent on a connection that lives, though the idle ones were lost (54)', async () => {
  await loseConnections()

  await db.execute(sql`insert into notes values (1)`)

  expect(await countNotes()).toBe(1)
})

test('a transaction is run on a connection that lives, though the idle ones were lost (54)', async () => {
  await loseConnections()

  await transaction(db, (tx) => tx.execute(sql`insert into notes values (1)`))

  expect(await countNotes()).toBe(1)
})

test('a statement that was sent is not repeated, though its connection was lost (54)', async () => {
  const asked = db.execute(sql`with note as (insert into notes values (1)) select pg_terminate_backend(pg_backend_pid())`)

  await expect(asked).rejects.toMatchObject({ cause: { code: '57P01' } })
})

test('a transaction that was sent is not repeated, though its connection was lost (54)', async () => {
  let runs = 0
  const asked = transaction(db, async (tx) => {
    runs++
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })

  await expect(asked).rejects.toThrow()
  expect(runs).toBe(1)
})
