import { shopSettings } from '#database/tables/shop-settings.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sampleSeller } from '../startup/sample-seller.ts'
import type { Services } from '../../services.ts'
import { findPublished } from '../../shop-settings/apply-settings.ts'

/** The seller is always the sample one, so that no paper of the sandbox looks like one of the shop. */
export async function copySettings(shop: Pick<Services, 'db'>, sandbox: Database, clerk: Caller): Promise<void> {
  const { values } = await findPublished(shop.db)
  const copied = { ...values, seller: sampleSeller }
  const before = await findPublished(sandbox)
  if (JSON.stringify(before.values) === JSON.stringify(copied)) return
  await sandbox.insert(shopSettings).values({ values: copied, savedBy: clerk.userId, publishedAt: databaseNow })
}
