import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { useAgent } from 'request-filtering-agent'
import { hostOf } from './is-private.ts'
import { isAmong, isPublicAddress } from './is-public-address.ts'

/** Why an address could not be fetched; the message contains neither the address nor anything about its host. */
export class Unfetchable extends Error {
  override name = 'Unfetchable'
}

export type PublicRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  /** Addresses and networks (CIDR) that are allowed although they are private. */
  privateAddresses: readonly string[]
}

/** @throws Unfetchable for text that is no http or https address, or one with a name or password. */
export function readWebAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  const isAsked = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isAsked || url.username !== '' || url.password !== '') throw new Unfetchable('is no web address')
  return url
}

/**
 * Makes one request to an address that a user has entered. Only public addresses are requested: the resolved address is checked at
 * the connection, so that users cannot reach the shop's network. Redirects are not followed.
 */
export function askPublic(url: URL, { method, headers, body, signal, privateAddresses }: PublicRequest): Promise<IncomingMessage> {
  // An address in brackets would be taken for a name, and resolved only after the check.
  const hostname = hostOf(url)
  const isAllowed = (address: string) => isPublicAddress(address) || isAmong(privateAddresses, address)
  if (isIP(hostname) !== 0 && !isAllowed(hostname)) return Promise.reject(notPublic())
  const agent = useAgent(url.href, { allowIPAddressList: [...privateAddresses], keepAlive: false })
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    client
      .request(url, { method, agent, hostname, lookup: lookupIf(isAllowed), signal, headers }, resolve)
      .on('error', reject)
      .end(body)
  })
}

const notPublic = () => new Error('the address is not public')

/** Resolves a name only if all of its addresses are allowed; the connection is made to what was resolved. */
const lookupIf =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (!error && !addresses.every(isAllowed)) done(notPublic(), [])
      else done(error, found, family)
    })
