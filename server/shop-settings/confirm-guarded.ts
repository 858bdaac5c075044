import { and, eq, isNull } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import { guardedFields, shopSettingsMessages, type ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { invalidField, ShopError } from '../errors.ts'
import { countPasswordAttempt } from '../identity/count-password-attempt.ts'
import type { Exchange } from '../identity/identity.ts'
import { sellerChangedMail, type GuardedChange } from '../mail/templates/seller-changed.ts'
import { queueMails } from '../mail/queue-mail.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'

/** Old and new values of the guarded fields that differ; empty text for none. */
export function guardedChanges({ seller: old = {} }: ShopSettings, { seller: now = {} }: ShopSettings): GuardedChange[] {
  return guardedFields.flatMap((field) => {
    const [before, after] = [old[field] ?? '', now[field] ?? '']
    return before === after ? [] : [{ field, before, after }]
  })
}

type Confirmation = {
  exchange: Exchange
  caller: Caller
  password?: string | undefined
  /** How the request names a field of the seller. */
  nameOf: (field: string) => string
}

/**
 * Requires that an admin has confirmed these changes with their password: a permission, or an open session alone, is not enough to redirect
 * money. Wrong passwords count as at sign-in.
 * @throws ShopError INVALID_INPUT at each changed field for somebody who is no admin; at `password` without it, or for a wrong one;
 *   TOO_MANY_REQUESTS.
 */
export async function requireConfirmed(
  shop: Pick<Services, 'db' | 'settings' | 'identity'>,
  changes: GuardedChange[],
  { exchange, caller, password, nameOf }: Confirmation,
): Promise<void> {
  if (changes.length === 0) return
  if (!(await isAdmin(shop.db, caller))) {
    const names = [...new Set(changes.map(({ field }) => nameOf(field)))]
    throw new ShopError('INVALID_INPUT', { fields: names.map((field) => ({ field, message: shopSettingsMessages.onlyAdmins })) })
  }
  if (password === undefined || password === '') throw invalidField('password', shopSettingsMessages.passwordNeeded)
  const takeBack = await countPasswordAttempt(shop, exchange, caller.email)
  if ((await shop.identity.checkPassword(caller.email, password)) === undefined)
    throw invalidField('password', messages.currentPasswordWrong)
  await takeBack()
}

/** By the database: a permission makes a call with the role of an admin. */
export const isAdmin = async (db: Queryable, { userId }: Pick<Caller, 'userId'>): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), eq(users.role, 'admin')))) > 0

/** Tells every admin of the changes, with old and new values; `version` is that of the settings. */
export async function tellAdmins(
  tx: Queryable,
  settings: Services['settings'],
  { email }: Caller,
  version: number,
  changes: GuardedChange[],
): Promise<void> {
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
  const readers = new Set([...(settings.adminEmail ? [settings.adminEmail] : []), ...admins.map((admin) => admin.email)])
  await queueMails(
    tx,
    Array.from(readers, (reader) => sellerChangedMail(settings, reader, version, email, changes)),
  )
}
