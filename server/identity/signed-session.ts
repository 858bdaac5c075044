import { createHmac, timingSafeEqual } from 'node:crypto'
import { readCookie } from '../platform/http/shop-cookie.ts'

/** Tokens of sessions are at most this long. */
const TOKEN = /^([A-Za-z0-9_-]{16,100})\./

/**
 * Whether a Cookie header contains a session signed by this shop. The session may have ended, because nothing is looked up.
 * better-auth writes the token and its HMAC SHA-256 in base64, separated by a dot, percent-encoded.
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
