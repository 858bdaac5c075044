import { and, eq, isNull, sql } from 'drizzle-orm'
import { actsForShop, isShopScope, type apiKeyCalls, type NewApiKey } from '#contract/people/api-keys.ts'
import type { CallResponse } from '#contract/basics/call.ts'
import { MAXIMUM_API_KEYS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { Transaction } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { apiKeyCreatedMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { hashKey, newKeyText, prefixOf } from './key-text.ts'
import { presentKey } from './present-key.ts'

/**
 * Creates an API key; only this answer contains it. A mail informs the owner, so that a key made with a stolen session is
 * noticed.
 * @throws ShopError EMAIL_UNVERIFIED, TOO_MANY_API_KEYS, INVALID_INPUT for a scope of more than the caller may do.
 */
export async function createKey(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  caller: Caller,
  { name, scopes, days, isTest = false }: NewApiKey,
): Promise<CallResponse<typeof apiKeyCalls.create>> {
  const key = newKeyText(isTest)
  const apiKey = await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await requireMayCreate(tx, caller.userId)
    const forShop = scopes.filter(isShopScope)
    if (!forShop.every((scope) => actsForShop(rightsOf(caller), scope))) throw invalidField('scopes', messages.apiKeyScopesForStaff)
    const [row] = await tx
      .insert(apiKeys)
      .values({
        userId: caller.userId,
        name: name.trim(),
        prefix: prefixOf(key),
        keyHash: hashKey(key),
        scopes,
        isTest,
        expiresAt: days === undefined ? null : sql`now() + make_interval(days => ${days}::int)`,
      })
      .returning()
    const made = presentKey(row!) // insert ... returning always yields its row
    if (forShop.length > 0) await writeAudit(tx, caller, 'create-api-key', made._id, { scopes: forShop.join(', ') })
    await queueMail(tx, apiKeyCreatedMail(settings, caller.email, made))
    return made
  })
  return { key, apiKey }
}

/** The rights of a caller; an API key, which has none of its own, cannot create keys. */
const rightsOf = ({ role, permissions = [] }: Caller) => ({ role, permissions })

/** Locks the account's row, so that concurrent requests are counted one after the other. */
async function requireMayCreate(tx: Transaction, userId: string): Promise<void> {
  const [owner] = await tx.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, userId)).for('no key update')
  // Keys outlive a new password: an attacker who registered another's address would keep access through a key.
  if (!owner?.emailVerified) throw new ShopError('EMAIL_UNVERIFIED')
  const kept = await tx.$count(apiKeys, and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
  if (kept >= MAXIMUM_API_KEYS) throw new ShopError('TOO_MANY_API_KEYS')
}
