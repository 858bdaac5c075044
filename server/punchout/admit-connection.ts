import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { PunchoutKind } from '#contract/quotes/punchout.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import type { Connected } from '../platform/http/caller.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import type { Services } from '../services.ts'
import { hashOf } from './secrets.ts'

/** What a procurement system says of itself. It may have several names and secrets, of which one fits. `domain` is null for OCI. */
export type Presented = { kind: PunchoutKind; names: { domain: string | null; identity: string }[]; secrets: string[] }

/** Domains are case-insensitive, as cXML says; identities are compared exactly. */
const isSameDomain = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase()

/**
 * The procurement system with this secret, and whose it is. Its attempt is counted before the look-up and taken back if it is right, so
 * that concurrent guesses cannot exceed the limit. The refusal is the same for an unknown identity and a wrong secret.
 * @throws ShopError CONNECTION_REFUSED; TOO_MANY_REQUESTS.
 */
export async function admitConnection(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  presented: Presented,
): Promise<Connected> {
  const network = networkOf(ip)
  await identity.countAttempt('punch-out', network)
  const found = await findConnection(db, presented)
  if (!found) throw new ShopError('CONNECTION_REFUSED')
  await identity.forgiveAttempt('punch-out', network)
  await db.update(punchoutConnections).set({ lastUsedAt: databaseNow }).where(eq(punchoutConnections.id, found.connectionId))
  return found
}

async function findConnection(db: Database, { kind, names, secrets }: Presented): Promise<Connected | undefined> {
  const known = await db
    .select({
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
      connectionId: punchoutConnections.id,
      domain: punchoutConnections.domain,
      identity: punchoutConnections.identity,
    })
    .from(punchoutConnections)
    .innerJoin(users, eq(users.id, punchoutConnections.userId))
    .where(and(inArray(punchoutConnections.secretHash, secrets.map(hashOf)), eq(punchoutConnections.kind, kind), isNull(users.disabledAt)))
  const [found, second] = known.filter((one) =>
    names.some(({ domain, identity }) => one.identity === identity && isSameDomain(one.domain, domain)),
  )
  // The secrets of two connections leave open whose order it is.
  if (!found || second) return undefined
  const { userId, email, displayName, connectionId } = found
  return { userId, email, displayName, connectionId, role: '' }
}
