import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { ShopError } from '../errors.ts'

/** Refuses an attempt above the hourly limit. `isFirst` is true for the first refused attempt of each hour. */
export class AttemptsUsedUp extends ShopError {
  readonly isFirst: boolean

  constructor(isFirst: boolean, retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', { retryAfterSeconds })
    this.isFirst = isFirst
  }
}

/**
 * Attempts per hour, counted in the database across addresses (better-auth counts per address only).
 * - `sign-in`: wrong passwords for one email, in browsers not known for it. Those in known browsers count as
 *   `sign-in-again`, so that an attacker's guesses do not lock out the owner. A window can end during an attack, so an hour
 *   can see twice the sum of both limits: at most a hundred.
 * - `sign-in-network`: wrong passwords from one network for all emails, except in known browsers. Correct passwords do not
 *   count, so a busy office stays far below.
 * - `reset-mail`, `verification-mail`: mails to one email, so that no mailbox can be flooded.
 * - `reset-network`: reset mails that one network requests, whether they are sent or not.
 * - `new-password`: new passwords that one network sends with a mail's token, valid or not.
 * - `sign-in-link`: tokens of mails about a locked account that one network sends.
 * - `register`: accounts from one network.
 * - `outside-sign-in`: sign-ins with an external identity provider, from one network.
 * - `contact`: messages to the shop from one network. `contact-email`: under one email; higher than one network's limit, so
 *   that no single network can block the owner of an address.
 * - `order-message`: messages about orders by one account.
 * - `hold`: holds by one customer. Ordering every part of a large catalogue in one session stays far below it.
 * - `quote-lines`: lines that one network has priced, or downloaded from private links. `quote-call`: the calls that do so,
 *   which are made during typing; 120 a minute for the whole hour.
 * - `quote-work`: lines that one account saves or has written into documents.
 * - `review`, `payment`, `upload`, `role-change`: of one account; each is far above manual use, and an import
 *   uploads a picture for each of its parts.
 * - `missed-search`: searches without a hit that one network reports.
 * - `quote-request`: requests for special prices by one account.
 * - `billing`: changes of what invoices say by one account; each may ask a register of VAT ids. `tax-preview`: questions for the tax of
 *   amounts by one account, which screens ask while an address is chosen.
 * - `webhook`: endpoints that one account adds; each sends a mail. `webhook-change`: changes and tests of endpoints, which look up names
 *   and connect; `webhook-redelivery`: messages sent again.
 * - `punch-out`: messages of procurement systems with a wrong secret under one identity from one network; `punch-out-network`: the same and
 *   wrong links under all, after which wrong ones are told to wait. `punch-out-message`: messages of cXML of one connection, by its secret, or
 *   of senders without one from one network, counted before they are read; `punch-out-start`: sessions that one
 *   connection starts, and its orders; `punch-out-connection`: connections that one account makes; each sends a mail.
 * - `api-key`: keys that one account creates; each sends a mail. `quote-link`: private links, for the same reason.
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
  'order-message': 60,
  hold: 600,
  'quote-call': 7_200,
  'quote-lines': 200_000,
  'quote-work': 1_000_000,
  review: 30,
  payment: 300,
  upload: 20_000,
  'return-picture': 60,
  'role-change': 200,
  'api-key': 12,
  'quote-link': 30,
  'punch-out': 300,
  'punch-out-network': 3_000,
  'punch-out-message': 3_600,
  'punch-out-start': 1_200,
  'punch-out-connection': 30,
  webhook: 30,
  'webhook-change': 300,
  'webhook-redelivery': 1_000,
  'missed-search': 600,
  'quote-request': 20,
  billing: 60,
  'tax-preview': 1_200,
}

export type LimitedAttempt = keyof typeof attemptsPerHour

/** better-auth deletes rows of this table after its own longest window, which must not be shorter. */
export const ATTEMPT_WINDOW_SECONDS = 3_600
const WINDOW_MS = ATTEMPT_WINDOW_SECONDS * 1_000

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`
const isOver = sql`${rateLimits.lastRequest} <= ${nowMs} - ${WINDOW_MS}::bigint`

/**
 * Counts an attempt, or `amount` of them, before it is made, so that concurrent attempts cannot exceed the limit. `who` is
 * an email, a network or a user's id; known and unknown emails count alike.
 * @throws AttemptsUsedUp with the seconds until the window ends.
 */
export async function countAttempt(db: Queryable, attempt: LimitedAttempt, who: string, amount = 1): Promise<void> {
  const [counts] = await counted(db).execute({ key: keyOf(attempt, who), amount })
  const { count, waitMs } = counts! // the upsert always yields its row
  const most = attemptsPerHour[attempt]
  if (count > most) throw new AttemptsUsedUp(count - amount <= most, Math.max(Math.ceil(Number(waitMs) / 1_000), 1))
}

const amount = sql.placeholder('amount')
const counted = preparedOnce('counted_attempts', (db) =>
  db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), count: sql`${amount}::int`, lastRequest: nowMs })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then ${amount}::int else least(${rateLimits.count}::bigint + ${amount}::int, 2000000000)::int end`,
        lastRequest: sql`case when ${isOver} then ${nowMs} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, waitMs: sql<string>`${rateLimits.lastRequest} + ${WINDOW_MS}::bigint - ${nowMs}` }),
)

/** Uncounts one attempt that turned out to be legitimate. */
export async function forgiveAttempt(db: Queryable, attempt: LimitedAttempt, who: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, keyOf(attempt, who)))
}

export async function forgetAttempts(db: Queryable, attempt: LimitedAttempt, who: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(attempt, who)))
}

/** Hashed, because addresses that were never registered must not be stored. */
const keyOf = (attempt: LimitedAttempt, who: string) => `${attempt}|${createHash('sha256').update(who).digest('base64url')}`
