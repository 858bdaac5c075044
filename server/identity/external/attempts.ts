import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityProviderId } from '#contract/people/identity.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { verifications } from '#database/tables/identity.ts'
import { shopCookie } from '../../platform/http/shop-cookie.ts'
import { sweepVerifications } from '../sweep-verifications.ts'
import type { Attempt } from './issuer.ts'

/** Time limit for the sign-in at the issuer. */
const ATTEMPT_MINUTES = 10
const KEY = /^[A-Za-z0-9_-]{43}$/

const randomKey = () => randomBytes(32).toString('base64url')

/**
 * Starts an attempt that only this browser can finish, once. The cookie identifies the browser; several attempts of one
 * browser, in several tabs, can run concurrently.
 */
export async function beginAttempt(
  db: Database,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  shopUrl: string,
  issuer: IdentityProviderId,
): Promise<Attempt> {
  const browser = browserOf(exchange.request, shopUrl) ?? randomKey()
  const attempt = { state: randomKey(), nonce: randomKey(), codeVerifier: randomKey() }
  await sweepVerifications(db)
  await db.insert(verifications).values({
    identifier: identifierOf(issuer, browser, attempt.state),
    value: JSON.stringify(attempt),
    expiresAt: minutesFromNow(ATTEMPT_MINUTES),
  })
  exchange.reply.header('set-cookie', browserCookie(shopUrl).write(browser))
  return attempt
}

/** The attempt that this browser started at this issuer, which is used up; undefined when there is none. */
export async function consumeSignInAttempt(
  db: Database,
  request: FastifyRequest,
  shopUrl: string,
  issuer: IdentityProviderId,
  state: string,
): Promise<Attempt | undefined> {
  const browser = browserOf(request, shopUrl)
  if (browser === undefined) return undefined
  const identifier = identifierOf(issuer, browser, state)
  const [taken] = await db
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, databaseNow)))
    .returning({ value: verifications.value })
  return taken && (JSON.parse(taken.value) as Attempt) // written above
}

/** One text for issuer, browser and state, so that one comparison checks all of them; hashed, as tokens are. */
const identifierOf = (issuer: IdentityProviderId, browser: string, state: string) =>
  `outside-sign-in:${createHash('sha256').update(`${issuer}|${browser}|${state}`).digest('base64url')}`

const browserCookie = (shopUrl: string) => shopCookie(shopUrl, 'outside', ATTEMPT_MINUTES * 60)

function browserOf(request: FastifyRequest, shopUrl: string): string | undefined {
  const value = browserCookie(shopUrl).read(request)
  return value !== undefined && KEY.test(value) ? value : undefined
}
