import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#database/tables/orders.ts'
import { users } from '#database/tables/users.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { findTrust } from './find-trust.ts'

const stepOf = async ({ services }: TestShop, { userId }: Customer) => (await findTrust(services.db, services.settings, userId)).step

test('trust rises when the address is confirmed, and when the account has paid', async () => {
  const shop = await openShop({ env: { TRUST_EARNED: '1' } })
  const ann = await shop.customer('ann')
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, ann.userId))
  const unconfirmed = await stepOf(shop, ann)
  const order = await shop.placeOrder(ann, await shop.addPart())
  const unpaid = await stepOf(shop, ann)

  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, ann.userId))
  const confirmed = await stepOf(shop, ann)
  await shop.db
    .update(orders)
    .set({ state: 'paid', transactionId: 'pi_1', paidAt: sql`now()` })
    .where(eq(orders.id, order._id))

  expect([unconfirmed, unpaid, confirmed, await stepOf(shop, ann)]).toEqual(['unconfirmed', 'unconfirmed', 'confirmed', 'paid'])
})

test('in trial mode every account is at the highest step', async () => {
  const shop = await openShop()

  expect(await stepOf(shop, await shop.customer('ann'))).toBe('paid')
})
