import { isIPv4 } from 'node:net'

/**
 * An IPv4 address, or the /64 of an IPv6 address, because one household or machine has the whole /64. Empty for a request whose connection
 * was lost before its address was read, which Fastify's type of `ip` does not say.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return ''
  const ipv4 = address.replace(/^::ffff:/i, '')
  if (isIPv4(ipv4)) return ipv4
  const [left = '', right] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  const rest = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...rest].slice(0, 4).join(':')
}

/**
 * The /24 of an IPv4 address, the /48 of an IPv6 address: what one customer of a provider easily has many addresses of. For limits that
 * must not grow with rented addresses.
 */
export function wideNetworkOf(address: string | undefined): string {
  const network = networkOf(address)
  return isIPv4(network) ? network.replace(/\d+$/, '0/24') : `${network.split(':').slice(0, 3).join(':')}::/48`
}
