import { createHmac, timingSafeEqual } from 'node:crypto'
import { readCookie } from './shop-cookie.ts'

/** As long as tokens of sessions may be. */
const TOKEN = /^([A-Za-z0-9_-]{16,100})\./

/**
 * Whether a Cookie header holds a session that this shop signed. The session may have ended: nothing is looked up.
 * better-auth writes the token and its HMAC SHA-256 in base64, with a dot between them, percent-encoded.
 */
export function signedSession(secret: string, shopUrl: string): (cookies: string) => boolean {
  return (cookies) => {
    const cookie = readCookie(cookies, shopUrl, 'session_token') ?? ''
    const token = TOKEN.exec(cookie)?.[1]
    if (token === undefined) return false
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    const given = Buffer.from(cookie)
    const right = Buffer.from(encodeURIComponent(`${token}.${signature}`))
    return given.length === right.length && timingSafeEqual(given, right)
  }
}
