import { and, eq, sql } from 'drizzle-orm'
import type { Seller } from '#contract/payments/seller.ts'
import type { Database } from '#database/connect.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { sampleAccounts } from './sample-accounts.ts'

/** The seller of the trial shop, whose numbers have the right form; the shop charges no tax until its owner says so. */
export const sampleSeller: Seller = {
  legalName: 'Teleforge Sample GmbH',
  street: 'Dock Road 4',
  city: 'Bonn',
  postalCode: '53113',
  country: 'DE',
  email: 'sales@teleforge.example',
  vatId: 'DE136695976',
  registration: 'Sample register, HRB 12345',
  bankName: 'Sample Bank',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
}

/** Publishes the sample seller as the first version of the settings; of several processes that start at once, one does. */
export async function addSampleSeller(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`lock table ${shopSettings} in share row exclusive mode`)
    await tx.execute(sql`
      insert into ${shopSettings} (values, saved_by, published_at)
      select ${JSON.stringify({ seller: sampleSeller })}::jsonb, id, now() from ${users}
      where ${and(eq(users.email, sampleAccounts.admin.email), sql`not exists (select from ${shopSettings})`)}`)
  })
}
