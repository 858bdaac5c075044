import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { holds } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { withNestedPlans } from '#tests/support/database/nested-plans.ts'
import { holdPieces, openShop } from '#tests/support/shops/open-shop.ts'
import { releaseExpiredHolds } from './release-holds.ts'

const shop = await openShop()

test('holds past their time are given back a hundred at a time, however the database goes about it', async () => {
  const part = await shop.addPart({ available: 1_000 })
  const people = Array.from({ length: 250 }, (_, at) => ({ email: `buyer-${at}@example.com`, displayName: 'Ann' }))
  const buyers = await shop.db.insert(users).values(people).returning({ userId: users.id })
  const held = { partId: part._id, quantity: 1_000, unitPrice: '2.5', expiresAt: new Date(0) }
  await shop.db.insert(holds).values(buyers.map(({ userId }) => ({ ...held, userId })))

  const released = await withNestedPlans(shop.db, releaseExpiredHolds)

  // What one transaction has written bears its mark.
  const { rows } = await shop.db.execute(
    sql`select count(*)::int as given_back from stock_moves where kind = 'release' group by xmin order by 1`,
  )
  expect(rows.map(({ given_back: givenBack }) => givenBack)).toEqual([50, 100, 100])
  expect([released, await shop.stockOf(part)]).toEqual([250, 251_000])
})

test('while a part is waited for, its holds are free for whoever has the part, so that the two cannot deadlock (3)', async () => {
  const part = await shop.addPart()
  const { holdId } = (await holdPieces(await shop.customer(), part, 1_000)).json<{ holdId: string }>()
  await shop.db
    .update(holds)
    .set({ expiresAt: sql`now()` })
    .where(eq(holds.id, holdId))

  const { sweeping } = await transaction(shop.db, async (tx) => {
    await tx.select().from(parts).where(eq(parts.id, part._id)).for('no key update')
    const swept = releaseExpiredHolds(shop.db)
    await untilWaiting(shop.db, 1)
    await tx.select().from(holds).where(eq(holds.id, holdId)).for('update', { noWait: true })
    return { sweeping: swept }
  })

  expect(await sweeping).toBe(1)
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('an expired hold that another transaction has locked does not keep the sweeper from the others (3)', async () => {
  const [locked, free] = [await shop.addPart(), await shop.addPart()]
  const buyer = await shop.customer()
  const { holdId } = (await holdPieces(buyer, locked, 1_000)).json<{ holdId: string }>()
  await holdPieces(buyer, free, 1_000)
  await shop.db
    .update(holds)
    .set({ expiresAt: sql`now()` })
    .where(eq(holds.userId, buyer.userId))

  const released = await transaction(shop.db, async (tx) => {
    await tx.select().from(holds).where(eq(holds.id, holdId)).for('update')
    return releaseExpiredHolds(shop.db)
  })

  expect(released).toBe(1)
  expect(await shop.stockOf(free)).toBe(free.available)
})
