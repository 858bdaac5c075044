import { isIPv4 } from 'node:net'

export type MailServer = {
  host: string
  port: number
  /**
   * 'tls' from the first byte; 'starttls' before login and mails, or nothing is sent; 'loopback' uses what a server on this
   * machine offers, because local traffic cannot be intercepted.
   */
  security: 'tls' | 'starttls' | 'loopback'
  login: { user: string; password: string } | undefined
}

const DEFAULT_PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 }
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^\[[0-9a-f:.]+\]$/

/**
 * Reads smtp://USER:PASSWORD@HOST:PORT or smtps://...; user and password are percent-encoded, both or neither given.
 * @returns undefined for anything else.
 */
export function readMailServer(address: string): MailServer | undefined {
  const url = URL.parse(address)
  const defaultPort = DEFAULT_PORTS[url?.protocol ?? '']
  if (!url || !defaultPort || !isBare(url)) return undefined
  const host = url.hostname.toLowerCase()
  const [user, password] = [decode(url.username), decode(url.password)]
  if (!HOST.test(host) || user === undefined || password === undefined || !user !== !password) return undefined
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || defaultPort,
    security: url.protocol === 'smtps:' ? 'tls' : isLoopback(host) ? 'loopback' : 'starttls',
    login: user === '' ? undefined : { user, password },
  }
}

/** Refuses options in the address, which would have no effect. */
const isBare = (url: URL) => (url.pathname === '' || url.pathname === '/') && url.search === '' && url.hash === ''

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
