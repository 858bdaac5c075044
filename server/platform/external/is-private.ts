import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isAmong, isPublicAddress } from './is-public-address.ts'

/** A name that is not resolved within this time counts as public, but for those of inner networks: the connection is checked in any case. */
const PATIENCE_MS = 1_000

/** Names of this machine and of inner networks, which no public server has (RFC 6761, RFC 6762, RFC 8375), and names without a dot. */
const INNER_NAME = /^[^.]*$|(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion|invalid)$/

/** Whether a host is, or resolves to, a network that is neither public nor among `allowed` (addresses, CIDR). */
export async function isPrivate(url: URL, allowed: readonly string[]): Promise<boolean> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  if (addresses.length === 0) return INNER_NAME.test(host)
  return addresses.some((address) => !isPublicAddress(address) && !isAmong(allowed, address))
}

/** The name or address, without brackets and the dots of a complete name. */
export const hostOf = ({ hostname }: URL): string =>
  hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '')
    .toLowerCase()

async function resolve(host: string): Promise<string[]> {
  const resolving = lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  )
  return Promise.race([resolving, delay(PATIENCE_MS, [], { ref: false })])
}
