import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { lookUpTogether } from '#database/look-up-together.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { hashAccessToken } from './access-token.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { hasPaid } from '../trust/find-trust.ts'

/** 256 bits in base64url have exactly 43 characters. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/

/**
 * The caller signed in with this Authorization header; null without one: no header or another one, an unknown or expired
 * token, an ended session, a disabled account. Never throws because of the header's content.
 */
export async function findCaller(db: Database, authorization: string | undefined): Promise<SignedIn | null> {
  const token = BEARER.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  return (await callerOfToken(db, hashAccessToken(token))) ?? null
}

const callerOfToken = lookUpTogether(async (db, tokenHashes: string[]) => {
  const found = await callersOfTokens(db).execute({ tokenHashes })
  return new Map(found.map(({ tokenHash, ...caller }): [string, SignedIn] => [tokenHash, caller]))
})

/** Runs with every authenticated call, so PostgreSQL plans it once per connection. */
const callersOfTokens = preparedOnce('find_callers', (db) =>
  db
    .select({
      tokenHash: accessTokens.tokenHash,
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
      role: users.role,
      permissions: users.permissions,
      hasPaid,
      sessionId: sessions.id,
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${accessTokens.tokenHash} = any(${sql.placeholder('tokenHashes')})`,
        gt(accessTokens.expiresAt, databaseNow),
        gt(sessions.expiresAt, databaseNow),
        isNull(users.disabledAt),
      ),
    ),
)
