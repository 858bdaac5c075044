import { PUNCHOUT_START_MINUTES } from '#contract/basics/limits.ts'
import { minutesFromNow } from '#database/clock.ts'
import { punchoutSessions } from '#database/tables/punchout.ts'
import { transaction } from '#database/transaction.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Connected } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { hashOf, newStartSecret } from './secrets.ts'

/** The purpose of the session; see `punchout_sessions`. */
export type Wanted = Pick<typeof punchoutSessions.$inferInsert, 'operation' | 'returnUrl'> &
  Partial<
    Pick<
      typeof punchoutSessions.$inferInsert,
      'buyerCookie' | 'returnTarget' | 'search' | 'sellerDomain' | 'sellerIdentity' | 'quoteId' | 'quoteVersion' | 'lines'
    >
  >

/**
 * Begins a session of a procurement system that was admitted. Returns the address of its start page, which works once, for some minutes.
 * @throws ShopError SIGN_IN_NEEDED when the connection was removed in the meantime; TOO_MANY_REQUESTS.
 */
export async function startSession(
  { db, identity, settings }: Pick<Services, 'db' | 'identity' | 'settings'>,
  caller: Connected,
  wanted: Wanted,
): Promise<string> {
  await identity.countAttempt('punch-out-start', caller.connectionId)
  const secret = newStartSecret()
  await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await tx.insert(punchoutSessions).values({
      ...wanted,
      connectionId: caller.connectionId,
      startHash: hashOf(secret),
      expiresAt: minutesFromNow(PUNCHOUT_START_MINUTES),
    })
  })
  return `${settings.shopUrl}/quote?${new URLSearchParams({ 'punch-out': secret }).toString()}`
}
