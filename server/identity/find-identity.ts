import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Identity as SignedInIdentity } from '#contract/people/users.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { accounts, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'

/** better-auth's name of a password account, and the one that identity clients know. */
const PASSWORD_PROVIDER = { stored: 'credential', shown: 'password' }

/** The account of an identity session, in the specified format; null when it has ended or the account is disabled. */
export async function findIdentity(db: Queryable, sessionId: string): Promise<SignedInIdentity | null> {
  const [found] = await db
    .select({ user: users, signedInAt: sessions.createdAt, providers: providersOf })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, databaseNow), isNull(users.disabledAt)))
  if (!found) return null
  const { user, signedInAt, providers } = found
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    photoURL: user.image,
    phoneNumber: user.phone || null,
    tenantId: null,
    isAnonymous: false,
    providerData: providers.map((provider) => ({
      providerId: provider === PASSWORD_PROVIDER.stored ? PASSWORD_PROVIDER.shown : provider,
    })),
    metadata: { creationTime: user.createdAt.toISOString(), lastSignInTime: signedInAt.toISOString() },
  }
}

const providersOf = sql<string[]>`array(
  select ${accounts.providerId} from ${accounts} where ${accounts.userId} = ${users.id} order by ${accounts.createdAt})`
