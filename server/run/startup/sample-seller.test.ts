import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { missingSellerFields } from '#contract/payments/seller.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { users } from '#database/tables/users.ts'
import { readSeller } from '#server/shop-settings/read-seller.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { sampleAccounts } from './sample-accounts.ts'
import { addSampleSeller, sampleSeller } from './sample-seller.ts'

const { db, services, customer } = await openShop()

test('the trial shop has one sample seller, whose invoices need nothing more, and charges no tax', async () => {
  const { userId } = await customer('sample-admin')
  await db.update(users).set({ email: sampleAccounts.admin.email }).where(eq(users.id, userId))

  await Promise.all([1, 2, 3].map(() => addSampleSeller(db)))
  await addSampleSeller(db)

  expect(await db.select({ values: shopSettings.values }).from(shopSettings)).toEqual([{ values: { seller: sampleSeller } }])
  expect(missingSellerFields({ seller: sampleSeller })).toEqual([])
  expect(readSeller({ seller: sampleSeller }, services.settings)).toEqual({ seller: sampleSeller })
})

test('an owner who has set something gets no sample seller', async () => {
  await db.delete(shopSettings)
  const [owner] = await db.select().from(users)
  await db.insert(shopSettings).values({ values: { shopName: 'Panel Works' }, savedBy: owner!.id, publishedAt: new Date() })

  await addSampleSeller(db)

  expect(await db.select({ values: shopSettings.values }).from(shopSettings)).toEqual([{ values: { shopName: 'Panel Works' } }])
})
