import { createHash } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { ShopError } from '../errors.ts'

/**
 * Attempts per hour, counted in the database whatever address they come from (better-auth counts per address only).
 * - `sign-in`: wrong passwords for one email. A window can end in the middle of an attack, so an hour sees twice as many.
 * - `reset-mail`, `verification-mail`: mails to one email, so that nobody's mailbox can be flooded.
 * - `register`: accounts from one network.
 * - `outside-sign-in`: attempts to sign in at an outside issuer, from one network.
 * - `contact`: messages to the shop from one network. `contact-email`: under one email; more than one network may send,
 *   so that nobody can keep the owner of an address from writing.
 * - `hold`: pieces that one customer takes out of stock to buy them. Somebody who orders every part of a large catalogue
 *   in one sitting stays far below it.
 * - `review`, `payment`, `upload`, `role-change`: what one signed-in person writes, opens at the payment provider, has
 *   decoded, or changes; each is far more than anybody does by hand.
 */
const attemptsPerHour = {
  'sign-in': 50,
  'reset-mail': 6,
  'verification-mail': 6,
  register: 100,
  'outside-sign-in': 300,
  contact: 10,
  'contact-email': 20,
  hold: 600,
  review: 30,
  payment: 300,
  upload: 600,
  'role-change': 200,
}

export type LimitedAttempt = keyof typeof attemptsPerHour

/** better-auth forgets rows of this table after its own longest window, which must not be shorter. */
export const ATTEMPT_WINDOW_SECONDS = 3_600
const WINDOW_MS = ATTEMPT_WINDOW_SECONDS * 1_000

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`
const isOver = sql`${rateLimits.lastRequest} <= ${nowMs} - ${WINDOW_MS}::bigint`

/**
 * Counts one attempt, before it is made: of many at once, only as many as are allowed get through.
 * `who` is an email, a network or a user's id; known and unknown emails count alike.
 * @throws ShopError TOO_MANY_REQUESTS, with the seconds until the window ends.
 */
export async function countAttempt(db: Queryable, attempt: LimitedAttempt, who: string): Promise<void> {
  const [row] = await db
    .insert(rateLimits)
    .values({ key: keyOf(attempt, who), count: 1, lastRequest: nowMs })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${isOver} then ${nowMs} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, waitMs: sql<string>`${rateLimits.lastRequest} + ${WINDOW_MS}::bigint - ${nowMs}` })
  const { count, waitMs } = row! // the upsert always yields its row
  if (count <= attemptsPerHour[attempt]) return
  throw new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(Math.ceil(Number(waitMs) / 1_000), 1) })
}

/** Takes one attempt back, because it turned out to be the right person's. */
export async function forgiveAttempt(db: Queryable, attempt: LimitedAttempt, who: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, keyOf(attempt, who)))
}

/** Begins to count anew. */
export async function forgetAttempts(db: Queryable, attempt: LimitedAttempt, who: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(attempt, who)))
}

/** Hashed, because emails that never were registered are nobody's to keep. */
const keyOf = (attempt: LimitedAttempt, who: string) =>
  `${attempt}|${createHash('sha256').update(who).digest('base64url')}`

/** An IPv4 address, or the /64 of an IPv6 address: one household or machine has that many addresses to itself. */
export function networkOf(address: string): string {
  const ipv4 = address.replace(/^::ffff:/i, '')
  if (isIPv4(ipv4)) return ipv4
  const [left = '', right] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  const rest = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...rest].slice(0, 4).join(':')
}
