import { sql } from 'drizzle-orm'
import { shopSettings } from '#database/tables/shop-settings.ts'
import type { Customer, TestShop } from './open-shop.ts'

/** Data of a seller that are complete. */
export const sampleSeller = {
  legalName: 'Sample Panels GmbH',
  street: 'Dock Road 1',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
  email: 'books@panels.example',
  phone: '+49 40 1234567',
  vatId: 'DE136695976',
  taxNumber: '22/815/08151',
  registration: 'HRB 12345',
  bankName: 'Sample Bank',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
}

/** Publishes settings with a seller, complete unless fields are taken out. */
export async function publishSeller({ db }: TestShop, admin: Customer, seller: object = sampleSeller, tax: object = {}): Promise<void> {
  await db.insert(shopSettings).values({ values: { seller, tax } as object, savedBy: admin.userId, publishedAt: sql`now()` })
}
