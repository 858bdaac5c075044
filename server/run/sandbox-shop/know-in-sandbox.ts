import { eq, sql } from 'drizzle-orm'
import { apiKeys } from '#database/tables/api-keys.ts'
import { sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import type { Database } from '#database/connect.ts'
import { transaction } from '#database/transaction.ts'
import { knowCallers } from '../../api-keys/know-callers.ts'
import type { KeyHolder, SignedIn } from '../../platform/http/caller.ts'
import type { Callers } from '../../platform/http/require-policies.ts'

/** Time for which a caller with unchanged rights is not written again. */
const ENTERED_MS = 30_000
/** Callers in memory before all are forgotten. */
const MANY_CALLERS = 1_000

/**
 * Callers of the sandbox shop. Identity and rights are read from the shop with every call; their account, with the session or the
 * key, is written to the sandbox, because its orders and quotes refer to it.
 */
export function knowInSandbox(shop: Database, sandbox: Database): Callers {
  const known = knowCallers(shop, 'sandbox')
  const entered = new Map<string, { rights: string; at: number }>()

  return {
    count: known.count,
    rightsOf: known.rightsOf,
    async find(authorization) {
      const caller = await known.find(authorization)
      if (!caller) return null
      const credential = caller.apiKeyId ?? caller.sessionId
      const rights = JSON.stringify(caller)
      const before = entered.get(credential)
      if (before?.rights === rights && performance.now() - before.at < ENTERED_MS) return caller
      await enter(shop, sandbox, caller)
      if (entered.size >= MANY_CALLERS) entered.clear()
      entered.set(credential, { rights, at: performance.now() })
      return caller
    },
  }
}

async function enter(shop: Database, sandbox: Database, { userId, apiKeyId, sessionId }: SignedIn | KeyHolder): Promise<void> {
  const [user] = await shop.select().from(users).where(eq(users.id, userId))
  const [key] = apiKeyId === undefined ? [] : await shop.select().from(apiKeys).where(eq(apiKeys.id, apiKeyId))
  const [session] = sessionId === undefined ? [] : await shop.select().from(sessions).where(eq(sessions.id, sessionId))
  if (!user || !(key ?? session)) return // ended in the meantime; the call will be refused
  await transaction(sandbox, async (tx) => {
    // An address may have moved to another account.
    await tx
      .update(users)
      .set({ email: sql`${users.id}::text || '@moved.invalid'` })
      .where(sql`${users.email} = ${user.email} and ${users.id} <> ${user.id}`)
    await tx.insert(users).values(user).onConflictDoUpdate({ target: users.id, set: user })
    if (key) await tx.insert(apiKeys).values(key).onConflictDoUpdate({ target: apiKeys.id, set: key })
    if (session) await tx.insert(sessions).values(session).onConflictDoUpdate({ target: sessions.id, set: session })
  })
}
