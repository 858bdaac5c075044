import type { FastifyRequest } from 'fastify'

type ShopCookie = {
  read(request: FastifyRequest): string | undefined
  /** The value of the `Set-Cookie` header. `value` must need no escaping. */
  write(value: string): string
}

/** `__Host-` binds a cookie to this origin. It requires Secure, which plain http in trial mode cannot have. */
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

export function readCookie(cookies: string, shopUrl: string, name: string): string | undefined {
  const start = `${nameOf(shopUrl, name)}=`
  const found = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start))
  return found?.slice(start.length)
}

const nameOf = (shopUrl: string, name: string) => `${cookiePrefix(shopUrl)}.${name}`
