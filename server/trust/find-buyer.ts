import type { FastifyRequest } from 'fastify'
import type { Caller, Credential } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { findTrust, type Trust } from './find-trust.ts'
import { networkOfBuyer } from './network-of-buyer.ts'

/**
 * The buyer and what they may set aside. `network` is null once the account is proven: its purchases then do not count for
 * its network.
 */
export type Buyer = Credential & { userId: string; trust: Trust; network: string | null }

export async function findBuyer(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  caller: Caller,
): Promise<Buyer> {
  const { userId } = caller
  const trust = await findTrust(db, settings, userId)
  return { ...credentialOf(caller), userId, trust, network: trust.isProven ? null : networkOfBuyer(ip) }
}

function credentialOf({ sessionId, apiKeyId, connectionId }: Caller): Credential {
  if (sessionId !== undefined) return { sessionId }
  return apiKeyId === undefined ? { connectionId } : { apiKeyId }
}

/** Whether nothing that the buyer sets aside has to be measured. */
export const isUnlimited = ({ trust }: Pick<Buyer, 'trust'>): boolean => trust.isProven && trust.allows.cents === Infinity
