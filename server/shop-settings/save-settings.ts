import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { lowestContrast, READABLE_CONTRAST } from '#contract/basics/colours.ts'
import { sellerMessages } from '#contract/payments/seller.ts'
import {
  HOLIDAY_DAYS,
  SETTINGS_VERSIONS,
  shopSettingsMessages as messages,
  type SettingsVersion,
  type ShopSettings,
} from '#contract/shop/shop-settings.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable, Transaction } from '#database/connect.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireUploaded } from '../images/require-uploaded.ts'
import type { Exchange } from '../identity/identity.ts'
import type { GuardedChange } from '../mail/templates/seller-changed.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { findPublished } from './apply-settings.ts'
import { guardedChanges, isAdmin, requireConfirmed, tellAdmins } from './confirm-guarded.ts'
import { readSeller } from './read-seller.ts'

type Shop = Pick<Services, 'db' | 'settings' | 'identity'>

const DAY_MS = 86_400_000

/** Who publishes; `password` is needed where bank account or tax ids change (`requireConfirmed`). */
export type Publisher = { caller: Caller; exchange: Exchange; password?: string | undefined }

/**
 * Publishes settings as the next version.
 * @throws ShopError SETTINGS_CHANGED when `version` is not the newest; INVALID_INPUT at the field: a colour that is hard to read, a
 *   picture that is not stored here, a holiday that ends before it begins, or as `readSeller` and `requireConfirmed`.
 */
export async function saveSettings(shop: Shop, by: Publisher, version: number, typed: ShopSettings): Promise<{ version: number }> {
  const values = readSeller(typed, shop.settings)
  return confirmAndPublish(shop, by, version, values, (field) => `values.seller.${field}`)
}

/**
 * Publishes the values of an earlier version again; 0 is the shop as it was built.
 * @throws ShopError NOT_FOUND for an unknown version; SETTINGS_CHANGED as `saveSettings`; INVALID_INPUT when a picture is gone, or as
 *   `requireConfirmed`.
 */
export async function restoreSettings(shop: Shop, by: Publisher, version: number, restored: number): Promise<{ version: number }> {
  const values = readSeller(await valuesOf(shop.db, restored), shop.settings)
  return confirmAndPublish(shop, by, version, values, () => 'restored')
}

async function confirmAndPublish(
  shop: Shop,
  by: Publisher,
  version: number,
  values: ShopSettings,
  nameOf: (field: string) => string,
): Promise<{ version: number }> {
  const before = await findPublished(shop.db)
  if (before.version !== version) throw new ShopError('SETTINGS_CHANGED')
  // Of this version, which is still the newest when it is published.
  const changes = guardedChanges(before.values, values)
  await requireConfirmed(shop, changes, { ...by, nameOf })
  return transaction(shop.db, (tx) => publish(tx, shop, by.caller, version, values, changes))
}

/** Stores settings that are shown only at their private address. Returns its id. @throws ShopError INVALID_INPUT as `saveSettings`. */
export async function keepPreview(db: Database, admin: Caller, values: ShopSettings): Promise<string> {
  return transaction(db, async (tx) => {
    await requireUsable(tx, values)
    await tx.delete(shopSettings).where(and(isNull(shopSettings.publishedAt), lt(shopSettings.savedAt, sql`now() - interval '1 day'`)))
    const [preview] = await tx.insert(shopSettings).values({ values, savedBy: admin.userId }).returning({ id: shopSettings.id })
    return preview!.id // insert ... returning always yields its row
  })
}

async function publish(
  tx: Transaction,
  { settings }: Shop,
  admin: Caller,
  version: number,
  values: ShopSettings,
  changes: GuardedChange[],
): Promise<{ version: number }> {
  // One at a time, so that no change is lost.
  await tx.execute(sql`lock table shop_settings in share row exclusive mode`)
  const before = await findPublished(tx)
  if (before.version !== version) throw new ShopError('SETTINGS_CHANGED')
  const changed = changedFields(before.values, values).toSorted()
  if (changed.length === 0) return { version }
  await requireUsable(tx, values)
  const [saved] = await tx
    .insert(shopSettings)
    .values({ values, savedBy: admin.userId, publishedAt: databaseNow })
    .returning({ version: shopSettings.position })
  if (changes.length > 0) {
    if (!(await isAdmin(tx, admin))) throw new ShopError('NOT_ALLOWED')
    await tellAdmins(tx, settings, admin, saved!.version, changes)
  }
  const guarded = Object.fromEntries(
    changes.flatMap(({ field, before: old, after }) => [
      [field, after],
      [`${field}Before`, old],
    ]),
  )
  await writeAudit(tx, admin, 'change-settings', 'shop', { changed: changed.join(', '), ...namedChange(before.values, values), ...guarded })
  return saved!
}

async function valuesOf(tx: Queryable, version: number): Promise<ShopSettings> {
  if (version === 0) return {}
  const [found] = await tx
    .select({ values: shopSettings.values })
    .from(shopSettings)
    .where(and(eq(shopSettings.position, version), isNotNull(shopSettings.publishedAt)))
  if (!found) throw new ShopError('NOT_FOUND')
  return found.values
}

async function requireUsable(tx: Queryable, { logo, accent, accentNight, home, holidays = [], seller, tax }: ShopSettings): Promise<void> {
  if (tax?.charges === 'vat' && seller?.country && !(await hasRate(tx, seller.country))) {
    throw invalidField('values.seller.country', sellerMessages.rateMissing)
  }
  requireReadable('values.accent', accent, 'day')
  requireReadable('values.accentNight', accentNight, 'night')
  for (const [index, { from, to }] of holidays.entries()) {
    if (to < from) throw invalidField(`values.holidays.${index}.to`, messages.holidayEnds)
    if (Date.parse(to) - Date.parse(from) >= HOLIDAY_DAYS * DAY_MS) throw invalidField(`values.holidays.${index}.to`, messages.holidayLong)
  }
  if (logo !== undefined) await requireUploaded(tx, logo, 'values.logo', messages.pictureUnknown)
  if (home?.picture !== undefined) await requireUploaded(tx, home.picture, 'values.home.picture', messages.pictureUnknown)
}

/** Whether the table has a rate of a country today. */
async function hasRate(tx: Queryable, country: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from tax_rates where country = ${country} and from_day <= (now() at time zone 'utc')::date limit 1`)
  return rows.length > 0
}

function requireReadable(field: string, colour: string | undefined, time: 'day' | 'night'): void {
  const lowest = colour === undefined ? READABLE_CONTRAST : lowestContrast(colour, time)
  if (lowest < READABLE_CONTRAST) throw invalidField(field, messages.colourUnreadable((Math.floor(lowest * 10) / 10).toFixed(1)))
}

/** Names of the fields that differ, such as `shopName` and `contact.phone`. */
function changedFields(before: object, after: object, path = ''): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is]: unknown[] = [old.get(key), now.get(key)]
    if (isDeepStrictEqual(was, is)) return []
    return isGroup(was) || isGroup(is) ? changedFields(asGroup(was), asGroup(is), `${path}${key}.`) : [`${path}${key}`]
  })
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
const asGroup = (value: unknown): object => (isGroup(value) ? value : {})

/** Old and new value of the shortest fields, for the audit log. */
const namedChange = (before: ShopSettings, after: ShopSettings): Record<string, string> => ({
  ...(before.shopName !== after.shopName && { shopName: after.shopName ?? '', shopNameBefore: before.shopName ?? '' }),
  ...(before.accent !== after.accent && { accent: after.accent ?? '', accentBefore: before.accent ?? '' }),
})

/** The last changes, the newest first. */
export async function listVersions(db: Queryable): Promise<SettingsVersion[]> {
  const rows = await db
    .select({ version: shopSettings.position, at: shopSettings.publishedAt, by: users.email, values: shopSettings.values })
    .from(shopSettings)
    .innerJoin(users, eq(users.id, shopSettings.savedBy))
    .where(isNotNull(shopSettings.publishedAt))
    .orderBy(desc(shopSettings.position))
    .limit(SETTINGS_VERSIONS + 1)
  return rows.slice(0, SETTINGS_VERSIONS).map(({ version, at, by, values }, index) => ({
    version,
    at: at!.toISOString(), // published
    by,
    changed: changedFields(rows[index + 1]?.values ?? {}, values).toSorted(),
  }))
}
