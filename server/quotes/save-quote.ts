import { and, eq, isNull, sql } from 'drizzle-orm'
import { MAXIMUM_QUOTES, MAXIMUM_SAVED_LINES } from '#contract/basics/limits.ts'
import type { NewQuote } from '#contract/quotes/quotes.ts'
import type { Transaction } from '#database/connect.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { answerOnce, type RepeatableRequest } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Services } from '../services.ts'
import { missLines } from '../searches/miss-search.ts'
import { findTrust, type Trust } from '../trust/find-trust.ts'
import { requireQuoteRoom } from '../trust/require-quote-room.ts'
import { keepVersion } from './keep-version.ts'
import { priceLines, type PricedQuote } from './price-lines.ts'
import { requireSeenTotal } from './require-seen-total.ts'

/**
 * Prices lines and saves them as a quote, completely or not at all. Returns its id; repeating the request with the same
 * `Idempotency-Key` makes no second quote.
 * @throws ShopError TOTAL_CHANGED or LINES_UNCLEAR with today's total when the buyer saw another; TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST;
 *   TOO_MANY_REQUESTS.
 */
export async function saveQuote(
  { db, identity, settings }: Pick<Services, 'db' | 'identity' | 'settings'>,
  request: RepeatableRequest,
  caller: Caller,
  { lines, name = '', note = '', total }: NewQuote,
): Promise<string> {
  await identity.countAttempt('quote-work', caller.userId, lines.length)
  const priced = await priceLines({ db, settings }, lines, caller.userId)
  const trust = await findTrust(db, settings, caller.userId)
  const { quoteId } = await answerOnce(db, request, caller, async (tx) => {
    requireSeenTotal(priced, total)
    await requireLiveCaller(tx, caller)
    return { quoteId: await keepQuote(tx, caller, trust, priced, { name: name.trim(), note: note.trim() }) }
  })
  return quoteId
}

/**
 * Writes a new quote of an account with its first version. A caller's credential is locked before. Returns its id.
 * @throws ShopError TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST
 */
export async function keepQuote(
  tx: Transaction,
  { userId }: Pick<Caller, 'userId'>,
  trust: Trust,
  priced: PricedQuote,
  words: { name: string; note: string; linkHash?: string },
  { isSample = false }: { isSample?: boolean } = {},
): Promise<string> {
  await requireQuoteLimits(tx, userId, { quotes: 1, lines: priced.lines.length })
  const [quote] = await tx
    .insert(quotes)
    .values({ userId, ...words })
    .returning({ id: quotes.id })
  const { id } = quote! // insert ... returning always yields its row
  await keepVersion(tx, id, 1, priced, { isSample })
  await missLines(tx, userId, priced)
  await requireQuoteRoom(tx, userId, trust)
  return id
}

/** Locks the account of a quote, which comes before its quotes (docs/locks.md). */
export const lockOwner = (tx: Transaction, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')

/**
 * Checks the limits of one account. Concurrent requests of one account wait for each other here, so that they cannot pass
 * the check together. Lines are numbered from 1, so the last one of a version gives their count.
 * @throws ShopError TOO_MANY_QUOTES
 */
export async function requireQuoteLimits(tx: Transaction, userId: string, more: { quotes: number; lines: number }): Promise<void> {
  await lockOwner(tx, userId)
  const [kept] = await tx
    .select({
      quotes: sql<number>`count(distinct ${quotes.id})::int`,
      lines: sql<number>`coalesce(sum(last.row), 0)::int`,
    })
    .from(quotes)
    .innerJoin(sql`quote_versions as kept`, sql`kept.quote_id = ${quotes.id}`)
    .innerJoin(
      sql`lateral (
        select row from quote_lines as line where line.quote_id = kept.quote_id and line.version = kept.version order by row desc limit 1
      ) as last`,
      sql`true`,
    )
    .where(and(eq(quotes.userId, userId), isNull(quotes.deletedAt), isNull(quotes.heldFor)))
  const after = { quotes: kept!.quotes + more.quotes, lines: kept!.lines + more.lines } // an aggregate is always one row
  if (after.quotes > MAXIMUM_QUOTES || after.lines > MAXIMUM_SAVED_LINES) throw new ShopError('TOO_MANY_QUOTES')
}
