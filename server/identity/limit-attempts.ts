import { createHash } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { ShopError } from '../errors.ts'

/** The refusal of an attempt beyond what an hour allows. `isFirst` is true for one attempt of each hour: the first refused. */
export class AttemptsUsedUp extends ShopError {
  readonly isFirst: boolean

  constructor(isFirst: boolean, retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', { retryAfterSeconds })
    this.isFirst = isFirst
  }
}

/**
 * Attempts per hour, counted in the database whatever address they come from (better-auth counts per address only).
 * - `sign-in`: wrong passwords for one email, in browsers that nobody has signed in with it before. What a browser gets
 *   wrong in which somebody has is counted as `sign-in-again`, so that a stranger's guesses do not keep its owner out.
 *   A window can end in the middle of an attack, so an hour sees twice as many as both: no more than a hundred.
 * - `sign-in-network`: wrong passwords from one network for whatever emails, again but for browsers that know theirs. A
 *   busy office stays far below it, as right passwords do not count.
 * - `reset-mail`, `verification-mail`: mails to one email, so that nobody's mailbox can be flooded.
 * - `reset-network`: mails to a new password that one network asks for, whether they are sent or not.
 * - `new-password`: new passwords that one network sends with a mail's token, whether it is good or not.
 * - `sign-in-link`: tokens of mails about a locked account that one network sends.
 * - `register`: accounts from one network.
 * - `outside-sign-in`: attempts to sign in at an outside issuer, from one network.
 * - `contact`: messages to the shop from one network. `contact-email`: under one email; more than one network may send,
 *   so that nobody can keep the owner of an address from writing.
 * - `hold`: pieces that one customer takes out of stock to buy them. Somebody who orders every part of a large catalogue
 *   in one sitting stays far below it.
 * - `quote-lines`: lines that one network has found and priced, or printed from private links. `quote-call`: the calls that
 *   do so, as they are made while somebody types; 120 a minute all the hour.
 * - `quote-work`: lines that one signed-in person saves or has written into documents.
 * - `review`, `payment`, `upload`, `role-change`: what one signed-in person writes, opens at the payment provider, has
 *   decoded, or changes; each is far more than anybody does by hand.
 * - `api-key`: keys that one person creates; each is a mail. `quote-link`: private links, for the same reason.
 */
const attemptsPerHour = {
  'sign-in': 40,
  'sign-in-again': 10,
  'sign-in-network': 600,
  'reset-mail': 6,
  'reset-network': 60,
  'verification-mail': 6,
  'new-password': 360,
  'sign-in-link': 360,
  register: 100,
  'outside-sign-in': 300,
  contact: 10,
  'contact-email': 20,
  hold: 600,
  'quote-call': 7_200,
  'quote-lines': 200_000,
  'quote-work': 1_000_000,
  review: 30,
  payment: 300,
  upload: 600,
  'role-change': 200,
  'api-key': 12,
  'quote-link': 30,
}

export type LimitedAttempt = keyof typeof attemptsPerHour

/** better-auth forgets rows of this table after its own longest window, which must not be shorter. */
export const ATTEMPT_WINDOW_SECONDS = 3_600
const WINDOW_MS = ATTEMPT_WINDOW_SECONDS * 1_000

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`
const isOver = sql`${rateLimits.lastRequest} <= ${nowMs} - ${WINDOW_MS}::bigint`

/**
 * Counts one attempt, or so many as its `amount` says, before it is made: of many at once, only as many as are allowed get
 * through. `who` is an email, a network or a user's id; known and unknown emails count alike.
 * @throws AttemptsUsedUp with the seconds until the window ends.
 */
export const countAttempt = (db: Queryable, attempt: LimitedAttempt, who: string, amount = 1): Promise<void> =>
  countAttempts(db, attempt, [who], amount)

/** The same for several, who are different; refuses all of them when one is refused. */
export async function countAttempts(db: Queryable, attempt: LimitedAttempt, several: string[], amount = 1): Promise<void> {
  const keys = several.map((who) => keyOf(attempt, who))
  const counts = await counted(db).execute({ keys, amount }) // sent at once: whatever its caller asks next comes after it
  const most = attemptsPerHour[attempt]
  const refused = counts.filter(({ count }) => count > most)
  if (refused.length === 0) return
  const longestMs = Math.max(...refused.map(({ waitMs }) => Number(waitMs)))
  throw new AttemptsUsedUp(refused.some(({ count }) => count - amount <= most), Math.max(Math.ceil(longestMs / 1_000), 1))
}

/**
 * Locks the count of somebody's attempts until the transaction ends, without counting one: attempts under way end before,
 * later ones wait.
 */
export async function lockAttempts(tx: Transaction, attempt: LimitedAttempt, who: string): Promise<void> {
  await counted(tx).execute({ keys: [keyOf(attempt, who)], amount: 0 })
}

const amount = sql.placeholder('amount')
const counted = preparedOnce((db) =>
  db
    .insert(rateLimits)
    // In the order of their keys, as everybody locks several: otherwise two could deadlock.
    .select(sql`select gen_random_uuid(), key, ${amount}::int, ${nowMs} from unnest(${sql.placeholder('keys')}::text[]) as key order by key`)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then ${amount}::int else least(${rateLimits.count}::bigint + ${amount}::int, 2000000000)::int end`,
        lastRequest: sql`case when ${isOver} then ${nowMs} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, waitMs: sql<string>`${rateLimits.lastRequest} + ${WINDOW_MS}::bigint - ${nowMs}` })
    .prepare('counted_attempts'),
)

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
