import ipaddr from 'ipaddr.js'

/** The interface part of an IPv6 address that carries an IPv4 address (ISATAP, RFC 5214), without the two bits that vary. */
const ISATAP = [0x0000, 0x5efe]

/**
 * Whether an address is of the public internet. No spelling of another IPv4 address inside an IPv6 address is (IPv4-compatible, mapped,
 * NAT64, 6to4, Teredo, ISATAP), nor what the registries have not given out (RFC 6890, RFC 4291).
 */
export function isPublicAddress(address: string): boolean {
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast') return false
  if (read.kind() === 'ipv4') return true
  const { parts } = read as ipaddr.IPv6
  const isGlobal = (parts[0]! & 0xe000) === 0x2000 // 2000::/3
  return isGlobal && !((parts[4]! & 0xfdff) === ISATAP[0] && parts[5] === ISATAP[1])
}

/** Whether one of these addresses and networks (CIDR) is or contains the address. */
export const isAmong = (allowed: readonly string[], address: string): boolean => allowed.some((one) => contains(one, address))

function contains(allowed: string, address: string): boolean {
  const one = ipaddr.process(address)
  if (!allowed.includes('/')) return ipaddr.process(allowed).toString() === one.toString()
  const [network, bits] = ipaddr.parseCIDR(allowed)
  return network.kind() === one.kind() && one.match(network, bits)
}
