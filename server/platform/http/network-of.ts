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
