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
import { hashOf, secretsIn } from './secrets.ts'

/** What a procurement system says of itself. It may have several names and secrets, of which one fits. `domain` is null for OCI. */
export type Presented = { kind: PunchoutKind; names: { domain: string | null; identity: string }[]; secrets: string[] }

/** Domains are case-insensitive, as cXML says; identities are compared exactly. */
const isSameDomain = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase()

/** Names of one sender; real ones have one or two. */
const MOST_NAMES = 20

/**
 * The procurement system with this secret, and whose it is. An attempt is counted before the look-up for each of its names in its network,
 * and taken back if it is right, so that concurrent guesses cannot exceed the limit. A network, such as that of a procurement cloud, sends
 * for many buyers: wrong names shut out no others, and what a network has wrong in all is counted after the look-up. The refusal is the
 * same for an unknown identity and a wrong secret.
 * @throws ShopError CONNECTION_REFUSED; TOO_MANY_REQUESTS.
 */
export async function admitConnection(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  presented: Presented,
): Promise<Connected> {
  const network = networkOf(ip)
  const names = [...new Set(presented.names.map(({ domain, identity: name }) => JSON.stringify([network, domain?.toLowerCase(), name])))]
  if (names.length > MOST_NAMES) throw new ShopError('CONNECTION_REFUSED')
  for (const name of names) await identity.countAttempt('punch-out', name)
  const found = await findConnection(db, presented)
  if (!found) {
    await identity.countAttempt('punch-out-network', network)
    throw new ShopError('CONNECTION_REFUSED')
  }
  for (const name of names) await identity.forgiveAttempt('punch-out', name)
  await db.update(punchoutConnections).set({ lastUsedAt: databaseNow }).where(eq(punchoutConnections.id, found.connectionId))
  return found
}

/** The connection of a secret in the beginning of a message, before the message is read; undefined without one. */
export async function findSender(db: Database, beginning: Uint8Array): Promise<string | undefined> {
  const secrets = secretsIn(beginning)
  if (secrets.length === 0) return undefined
  const [found] = await db
    .select({ id: punchoutConnections.id })
    .from(punchoutConnections)
    .where(inArray(punchoutConnections.secretHash, secrets.map(hashOf)))
    .limit(1)
  return found?.id
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
