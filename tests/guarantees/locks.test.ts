import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LOCK_KEYS, LOCK_ORDER, namedKeys } from '#database/locks.ts'
import { transaction } from '#database/transaction.ts'
import { shopJobs } from '#server/jobs.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { payOrder } from '#tests/support/shops/payments.ts'

const shop = await openShop({ watchesLocks: true })
const ann = await shop.customer('ann')
const part = await shop.addPart({ available: 10_000 })

test('every job of the shop locks in the one order', async () => {
  await payOrder(shop, ann, await shop.placeOrder(ann, part))
  const before = shop.locks.ordered

  for (const { run } of shopJobs(shop.services)) await run()

  expect(before).toBeGreaterThan(0)
  expect(shop.locks.ordered).toBeGreaterThan(before)
  expect(shop.locks.refused).toEqual([])
})

test.each([
  [
    'rows',
    sql`select from parts where id = ${part._id} for update`,
    sql`update orders set quantity = quantity`,
    /^parts before orders: update orders/,
  ],
  [
    'a key',
    sql`update sessions set updated_at = updated_at`,
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sql.param([namedKeys.purchasesOf('ann')])}::text[]) as name`,
    /^sessions before purchasesOf: select/,
  ],
  [
    'rows of a trigger',
    sql`update webhooks set disabled_at = null`,
    sql`update quotes set name = name`,
    /^webhooks before quotes: update quotes/,
  ],
  ['a table without a place', sql`update categories set name = name`, sql`update parts set name = name`, /^categories is not in the order/],
])('%s in another order are refused', async (_what, first, second, refusal) => {
  await transaction(shop.db, async (tx) => {
    await tx.execute(first)
    await tx.execute(second)
  })

  expect(shop.locks.refused.splice(0)).toEqual([expect.stringMatching(refusal)])
})

test('the page of locks names every key, and the tables in their order', () => {
  const page = readFileSync('docs/locks.md', 'utf8')
  const named = [...page.matchAll(/^\| \d+ \| ([^|]*)\|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )

  expect(named).toEqual(LOCK_ORDER)
  expect(LOCK_ORDER).toEqual(expect.arrayContaining([...Object.keys(LOCK_KEYS), ...Object.keys(namedKeys)]))
})
