import { isIPv4 } from 'node:net'
import { networkOf } from '../platform/limits/network-of.ts'

/**
 * The network whose accounts share a limit: the /24 of an IPv4 address, the /64 of an IPv6 address. Wider than the address
 * by which attempts are counted, because one customer of a provider easily has many addresses of a /24.
 */
export function networkOfBuyer(address: string): string {
  const network = networkOf(address)
  return isIPv4(network) ? network.replace(/\d+$/, '0/24') : `${network}::/64`
}
