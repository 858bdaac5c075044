import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shopCookie } from '../platform/http/shop-cookie.ts'

const DAYS = 180
const SECONDS = DAYS * 86_400
const PROOF = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/

/** Browsers in which a password sign-in succeeded before. */
export type KnownDevices = {
  /** Whether that was with this email, within the last half year. */
  knows(request: FastifyRequest, email: string): boolean
  /** Sets the cookie that proves it. It survives a sign-out, and is valid for the latest email only. */
  remember(reply: FastifyReply, email: string): void
}

/**
 * The proof is a signed cookie; it grants no access, contains no email, and is not stored on the server.
 * @param secret signs it; with a new secret, every browser is unknown.
 */
export function knownDevices(secret: string, shopUrl: string): KnownDevices {
  const cookie = shopCookie(shopUrl, 'device', SECONDS)
  const sign = (email: string, until: string) => createHmac('sha256', secret).update(`known-device|${until}|${email}`).digest()
  return {
    knows(request, email) {
      const [, until = '', signature = ''] = PROOF.exec(cookie.read(request) ?? '') ?? []
      if (Number(until) * 1_000 <= Date.now()) return false
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(email, until))
    },
    remember(reply, email) {
      const until = String(Math.floor(Date.now() / 1_000) + SECONDS)
      reply.header('set-cookie', cookie.write(`${until}.${sign(email, until).toString('base64url')}`))
    },
  }
}
