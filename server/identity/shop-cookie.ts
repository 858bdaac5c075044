import type { FastifyRequest } from 'fastify'

/** A cookie of the shop's own, hidden from scripts and kept by the browser for so many seconds. */
export type ShopCookie = {
  /** Its value in this request; undefined where the browser sends none. */
  read(request: FastifyRequest): string | undefined
  /** What a `Set-Cookie` header says. The value must need no escaping. */
  write(value: string): string
}

/** `__Host-` ties a cookie to this very origin. It needs Secure, which plain http in trial mode cannot have. */
export const cookiePrefix = (shopUrl: string): string => (isHttps(shopUrl) ? '__Host-teleforge' : 'teleforge')

const isHttps = (shopUrl: string): boolean => shopUrl.startsWith('https://')

/** Lax, because an issuer's redirect comes from another site. */
export function shopCookie(shopUrl: string, name: string, seconds: number): ShopCookie {
  const attributes = [`Max-Age=${seconds}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(isHttps(shopUrl) ? ['Secure'] : [])]
  return {
    read: (request) => readCookie(request.headers.cookie ?? '', shopUrl, name),
    write: (value) => [`${nameOf(shopUrl, name)}=${value}`, ...attributes].join('; '),
  }
}

/** The value of one of the shop's cookies in a Cookie header. */
export function readCookie(cookies: string, shopUrl: string, name: string): string | undefined {
  const start = `${nameOf(shopUrl, name)}=`
  const found = cookies.split(';').map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(start))
  return found?.slice(start.length)
}

const nameOf = (shopUrl: string, name: string) => `${cookiePrefix(shopUrl)}.${name}`
