import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { instant, position, required } from '../columns.ts'
import { users } from './users.ts'

/**
 * The owner's settings: each change is a row with all values, the newest published one counts. A row without `publishedAt` is a
 * preview, whose id is its secret.
 */
export const shopSettings = pgTable(
  'shop_settings',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    values: jsonb().$type<ShopSettings>().notNull(),
    savedBy: required(() => users.id),
    savedAt: instant().notNull().defaultNow(),
    publishedAt: instant(),
  },
  (saved) => [
    index('shop_settings_published')
      .on(saved.position)
      .where(sql`${saved.publishedAt} is not null`),
  ],
)
