import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { ACCESS_TOKEN_MINUTES } from '#contract/basics/limits.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { deleteSome } from '#database/delete-some.ts'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'

const TOKEN_BYTES = 32
/** Expired tokens deleted with each new one: more than 1, so that they cannot accumulate. */
const SWEPT = 20

/** The stored form of a token. Its 256 random bits need neither salt nor a slow hash. */
export const hashAccessToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * A new access token for an identity session, valid for 15 minutes unless the session ends sooner. Earlier tokens of the
 * session stay valid until they expire, so that a concurrent call from another tab is not refused.
 * @throws ShopError SIGN_IN_NEEDED when the session has ended or its account is disabled.
 */
export async function issueAccessToken(db: Database, sessionId: string): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = await transaction(db, async (tx) => {
    await deleteSome(tx, accessTokens.tokenHash, lte(accessTokens.expiresAt, databaseNow), SWEPT)
    await requireLiveSession(tx, sessionId)
    const [issued] = await tx
      .insert(accessTokens)
      .values({ tokenHash: hashAccessToken(token), sessionId, expiresAt: minutesFromNow(ACCESS_TOKEN_MINUTES) })
      .returning({ expiresAt: accessTokens.expiresAt })
    return issued!.expiresAt // insert ... returning always yields its row
  })
  return { token, expiresAt }
}

/** Locks the session's row until the token is committed, so that a concurrent sign-out ends both. */
async function requireLiveSession(tx: Transaction, sessionId: string): Promise<void> {
  const [live] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, databaseNow), isNull(users.disabledAt)))
    .for('key share', { of: sessions })
  if (!live) throw new ShopError('SIGN_IN_NEEDED')
}
