import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { listMigrations, migrateDatabase } from '#database/migrate.ts'
import { checkInvariants } from '#server/platform/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/platform/invariants/payment-books.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { balances } from '#tests/support/shops/books.ts'
import { growShop } from '#tests/support/shops/grown-shop.ts'

const name = `opening_${randomUUID().replaceAll('-', '')}`
const database = inDatabase(inject('postgres'), name)
const db = connect(database, { max: 1 })

afterAll(async () => {
  await db.$client.end()
  await withClient(inject('postgres'), (client) => client.query(`drop database ${name} with (force)`))
})

const PRICE = 250_000

test('row 77: what was paid before the books began is one entry, and what happens to it afterwards is booked against that', async () => {
  await withClient(inject('postgres'), (client) => client.query(`create database ${name}`))
  const before = listMigrations().findIndex(({ sql }) => sql.join('').includes('CREATE TABLE "postings"'))
  await migrateDatabase(database, { upTo: before })
  await withClient(database, async (client) => {
    await growShop(client, { orders: 50 })
    const { rows } = await client.query<{ intent: string; amount: number }>(
      `select transaction_id as intent from orders where transaction_id is not null order by position limit 4`,
    )
    const [partly, open, lost, pending] = rows.map(({ intent }) => intent)
    await client.query(
      `insert into payments (intent_id, amount_cents) select transaction_id, total_cents from orders where transaction_id is not null`,
    )
    const refund = `insert into payment_refunds (intent_id, amount_cents, state, made_by, provider_id) values ($1, $2, $3, 'provider', 're_' || $1)`
    await client.query(refund, [partly, 100, 'succeeded'])
    await client.query(refund, [pending, 7, 'pending'])
    const dispute = `insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at) values ('du_' || $1, $1, $2, $3, $4, '', now())`
    await client.query(dispute, [open, PRICE, 'open', 'needs_response'])
    await client.query(dispute, [lost, PRICE, 'lost', 'lost'])
    await client.query(`insert into refunds (payment_intent, amount_cents, reason) values ('pi_late', 40, 'late')`)
    const paid = await client.query<{ cents: string }>(`select sum(total_cents) as cents from orders where transaction_id is not null`)
    const sum = Number(paid.rows[0]!.cents)

    await migrateDatabase(database)

    expect(await balances(db, { kind: 'opening' })).toEqual({
      card_clearing: sum - 107 - 2 * PRICE,
      disputed: PRICE,
      opening: -(sum - 107 - PRICE),
    })
    expect(await balances(db, { kind: 'unmatched-payment' })).toEqual({ card_clearing: 40, returns_due: -40 })

    await client.query(`update payment_refunds set state = 'failed' where intent_id = $1`, [pending])
    await client.query(`update disputes set state = 'won', provider_state = 'won' where intent_id = $1`, [open])
    await client.query(refund, [lost, 1, 'succeeded'])
    await client.query(`insert into payments (intent_id, amount_cents) values ('pi_late', 40)`)
    await client.query(refund, ['pi_late', 40, 'succeeded'])
  })

  const { rows } = await db.$client.query<{ cents: string }>(
    `select sum(total_cents) as cents from orders where transaction_id is not null`,
  )
  const sum = Number(rows[0]!.cents)
  expect(await balances(db)).toEqual({ card_clearing: sum - 101 - PRICE, opening: -(sum - 101 - PRICE) })
  const findings = await checkInvariants(db)
  expect(findings.filter(({ name: about, count }) => count > 0 && /Book|Receivable/i.test(about))).toEqual([])
  const byProvider = await checkInvariants(db, { books: sandboxBooks })
  expect(byProvider.find(({ name: about }) => about === 'moneyIsBooked')?.count).toBe(0)
})
