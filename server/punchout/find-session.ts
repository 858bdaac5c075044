import { and, eq, gt, isNull } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { punchoutConnections, punchoutSessions } from '#database/tables/punchout.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import type { Connected } from '../platform/http/caller.ts'
import { hashOf } from './secrets.ts'

/** A session, its connection as cXML names the buyer, and on whose behalf it acts. */
export type Session = typeof punchoutSessions.$inferSelect &
  Pick<typeof punchoutConnections.$inferSelect, 'kind' | 'domain' | 'identity'> & { caller: Connected }

/** @throws ShopError PUNCHOUT_OVER for an unknown or ended session, one of a removed connection, and of a blocked account. */
export async function findSession(db: Database, token: string): Promise<Session> {
  const [found] = await db
    .select({
      session: punchoutSessions,
      connection: { kind: punchoutConnections.kind, domain: punchoutConnections.domain, identity: punchoutConnections.identity },
      person: { userId: users.id, email: users.email, displayName: users.displayName },
    })
    .from(punchoutSessions)
    .innerJoin(punchoutConnections, eq(punchoutConnections.id, punchoutSessions.connectionId))
    .innerJoin(users, eq(users.id, punchoutConnections.userId))
    .where(and(eq(punchoutSessions.tokenHash, hashOf(token)), gt(punchoutSessions.expiresAt, databaseNow), isNull(users.disabledAt)))
  if (!found) throw new ShopError('PUNCHOUT_OVER')
  const { session, connection, person } = found
  return { ...session, ...connection, caller: { ...person, role: '', connectionId: session.connectionId } }
}
