import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

/** A name that is not resolved within this time counts as public: the connection is checked in any case. */
const PATIENCE_MS = 1_000

/** Whether a host is, or resolves to, a network that is neither public nor among `allowed` (addresses, CIDR). */
export async function isPrivate(url: URL, allowed: readonly string[]): Promise<boolean> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = ipaddr.isValid(host) ? [host] : await resolve(host)
  return addresses.some((address) => !isPublic(address) && !allowed.some((one) => contains(one, address)))
}

async function resolve(host: string): Promise<string[]> {
  const resolving = lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  )
  return Promise.race([resolving, delay(PATIENCE_MS, [], { ref: false })])
}

const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

function contains(allowed: string, address: string): boolean {
  const one = ipaddr.process(address)
  if (!allowed.includes('/')) return ipaddr.process(allowed).toString() === one.toString()
  const [network, bits] = ipaddr.parseCIDR(allowed)
  return network.kind() === one.kind() && one.match(network, bits)
}
