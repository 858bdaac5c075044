import { and, eq, sql } from 'drizzle-orm'
import { normalizeEmail } from '#contract/basics/fields.ts'
import type { userCalls } from '#contract/people/users.ts'
import type { CallBody, CallResponse } from '#contract/basics/call.ts'
import { databaseNow } from '#database/clock.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { issueAccessToken } from './access-token.ts'
import { findUser } from './find-user.ts'
import { grantFirstAdmin } from './grant-first-admin.ts'
import type { IdentitySession } from './identity.ts'
import { requireLiveCaller } from './require-live-caller.ts'

type Sync = typeof userCalls.sync

/**
 * Issues an access token for an identity session, only for the session's own account. The name in the request is used when
 * the record has none.
 * @throws ShopError NOT_YOURS when path or body name another email, for admins too; SIGN_IN_NEEDED.
 */
export async function syncUser(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  session: IdentitySession,
  pathEmail: string,
  body: CallBody<Sync>,
): Promise<CallResponse<Sync>> {
  if (normalizeEmail(pathEmail) !== session.email || normalizeEmail(body.email) !== session.email) {
    throw new ShopError('NOT_YOURS')
  }
  const displayName = body.displayName?.trim()
  if (displayName) {
    await transaction(db, async (tx) => {
      await requireLiveCaller(tx, { sessionId: session.id })
      await tx
        .update(users)
        .set({ displayName, updatedAt: sql`now()` })
        .where(and(eq(users.id, session.userId), eq(users.displayName, '')))
    })
  }
  await grantFirstAdmin({ db, settings }, { onlyWithoutAdmin: true })
  const { token, expiresAt } = await issueAccessToken(db, session.id)
  // By itself: a lock on the account beside that on its session could deadlock with a block.
  await db.update(users).set({ lastSeenAt: databaseNow }).where(eq(users.id, session.userId))
  return { token, expiresAt: expiresAt.toISOString(), user: await findUser(db, session.email) }
}
