import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { inDatabase } from '#database/in-database.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { connectPatiently } from '#tests/support/database/connect-patiently.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { balances } from '#tests/support/shops/books.ts'
import { growShop } from '#tests/support/shops/grown-shop.ts'

const name = `opening_${randomUUID().replaceAll('-', '')}`
const database = inDatabase(inject('postgres'), name)
const db = connectPatiently(database, { max: 1 })

afterAll(async () => {
  await db.$client.end()
  await withClient(inject('postgres'), (client) => client.query(`drop database ${name} with (force)`))
})

const PRICE = 250_000

/** Triggers by which money is booked when it comes and goes. */
const BOOKING = [
  ['orders', 'orders_book_payment_of_new'],
  ['payment_refunds', 'payment_refunds_book_refund'],
  ['disputes', 'disputes_book'],
] as const

/** Does `work` without booking it. */
async function besideTheBooks(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (const [table, trigger] of BOOKING) await client.query(`alter table ${table} disable trigger ${trigger}`)
  await work()
  for (const [table, trigger] of BOOKING) await client.query(`alter table ${table} enable trigger ${trigger}`)
}

test('what happens to payments from before the books is booked against their opening entry (77)', async () => {
  await withClient(inject('postgres'), (client) => client.query(`create database ${name}`))
  await migrateDatabase(database)
  let sum = 0
  await withClient(database, async (client) => {
    const refund = `insert into payment_refunds (intent_id, amount_cents, state, made_by, provider_id) values ($1, $2, $3, 'provider', 're_' || $1)`
    let intents: string[] = []
    await besideTheBooks(client, async () => {
      await growShop(client, { orders: 50 })
      const paid = await client.query<{ intent: string; cents: string }>(
        `select transaction_id as intent, total_cents as cents from orders where transaction_id is not null order by position`,
      )
      intents = paid.rows.map(({ intent }) => intent)
      sum = paid.rows.reduce((all, { cents }) => all + Number(cents), 0)
      await client.query(
        `insert into payments (intent_id, amount_cents) select transaction_id, total_cents from orders where transaction_id is not null`,
      )
      const [partly, open, lost, pending] = intents
      await client.query(refund, [partly, 100, 'succeeded'])
      await client.query(refund, [pending, 7, 'pending'])
      const dispute = `insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at) values ('du_' || $1, $1, $2, $3, $4, '', now())`
      await client.query(dispute, [open, PRICE, 'open', 'needs_response'])
      await client.query(dispute, [lost, PRICE, 'lost', 'lost'])
    })
    const [, open, lost, pending] = intents
    const [card, opening] = [sum - 107 - 2 * PRICE, -(sum - 107 - PRICE)]
    await client.query(
      `insert into postings (entry, at, kind, ref, account, cents)
       select (select nextval('postings_entry_seq')), clock_timestamp(), 'opening', 'opening', account, cents
       from unnest($1::text[], $2::bigint[]) as line(account, cents)`,
      [
        ['card_clearing', 'disputed', 'opening'],
        [card, PRICE, opening],
      ],
    )

    await client.query(`insert into refunds (payment_intent, amount_cents, reason) values ('pi_late', 40, 'late')`)
    await client.query(`update payment_refunds set state = 'failed' where intent_id = $1`, [pending])
    await client.query(`update disputes set state = 'won', provider_state = 'won' where intent_id = $1`, [open])
    await client.query(refund, [lost, 1, 'succeeded'])
    await client.query(`insert into payments (intent_id, amount_cents) values ('pi_late', 40)`)
    await client.query(refund, ['pi_late', 40, 'succeeded'])
  })

  expect(await balances(db)).toEqual({ card_clearing: sum - 101 - PRICE, opening: -(sum - 101 - PRICE) })
  const findings = await checkInvariants(db)
  expect(findings.filter(({ name: about, count }) => count > 0 && /Book|Receivable/i.test(about))).toEqual([])
  const byProvider = await checkInvariants(db, { books: sandboxBooks })
  expect(byProvider.find(({ name: about }) => about === 'moneyIsBooked')?.count).toBe(0)
})
