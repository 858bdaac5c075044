import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Queryable } from '#database/connect.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import type { Settings } from '../platform/settings/settings.ts'

/**
 * The owner's settings and their version; version 0 is the shop as built. `offersFreight`: buyers can choose from freight methods; without
 * any, freight is no matter, and nothing else is read about it.
 */
export type Published = { version: number; values: ShopSettings; offersFreight: boolean }

export async function findPublished(db: Queryable): Promise<Published> {
  const newest = db
    .select({ version: shopSettings.position, values: shopSettings.values })
    .from(shopSettings)
    .where(isNotNull(shopSettings.publishedAt))
    .orderBy(desc(shopSettings.position))
    .limit(1)
    .as('newest')
  const offered = db
    .select({ id: freightMethods.id })
    .from(freightMethods)
    .where(and(isNull(freightMethods.endedAt), eq(freightMethods.isActive, true)))
  const [found] = await db
    .select({ version: newest.version, values: newest.values, offersFreight: sql<boolean>`exists (${offered})` })
    .from(sql`(select) as once`)
    .leftJoin(newest, sql`true`)
  const { version, values, offersFreight } = found! // always one row
  return { version: version ?? 0, values: values ?? {}, offersFreight }
}

/** The values of a preview of the last day. */
export async function findPreview(db: Queryable, id: string): Promise<ShopSettings | undefined> {
  const [preview] = await db
    .select({ values: shopSettings.values })
    .from(shopSettings)
    .where(and(eq(shopSettings.id, id), gt(shopSettings.savedAt, sql`now() - interval '1 day'`)))
  return preview?.values
}

/** The name of the shop with these settings; the environment wins. */
export const shopNameOf = ({ fixedShopName }: Pick<Settings, 'fixedShopName'>, { shopName }: ShopSettings): string =>
  fixedShopName ?? shopName ?? DEFAULT_SHOP_NAME

/** The version that `settings` has. */
const applied = new WeakMap<Settings, number>()

/**
 * Updates `settings` with the owner's settings. What decides money by them calls this first, so that a change counts from its commit on,
 * in every process. An older version, of a statement that was slower, does not replace a newer one.
 */
export async function applySettings({ db, settings }: { db: Queryable; settings: Settings }): Promise<Pick<Published, 'offersFreight'>> {
  const { version, values, offersFreight } = await findPublished(db)
  const before = applied.get(settings) ?? 0
  if (version !== before && (version === 0 || version > before)) {
    applied.set(settings, version)
    settings.shop = values
    settings.shopName = shopNameOf(settings, values)
  }
  return { offersFreight }
}
