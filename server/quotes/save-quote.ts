import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { MAXIMUM_QUOTES, MAXIMUM_SAVED_LINES } from '#contract/limits.ts'
import { dollarsToCents } from '#contract/money.ts'
import type { NewQuote } from '#contract/quotes.ts'
import type { Transaction } from '#database/connect.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Services } from '../services.ts'
import { missLines } from '../searches/miss-search.ts'
import { findTrust } from '../trust/find-trust.ts'
import { requireQuoteRoom } from '../trust/require-quote-room.ts'
import { keepVersion } from './keep-version.ts'
import { priceLines, type PricedQuote } from './price-lines.ts'

/**
 * Prices lines and saves them as a quote, completely or not at all. Returns its id; repeating the request with the same
 * `Idempotency-Key` makes no second quote.
 * @throws ShopError TOTAL_CHANGED with today's total when the buyer saw another; TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST;
 *   TOO_MANY_REQUESTS.
 */
export async function saveQuote(
  { db, identity, settings }: Pick<Services, 'db' | 'identity' | 'settings'>,
  request: FastifyRequest,
  caller: Caller,
  { lines, name = '', note = '', total }: NewQuote,
): Promise<string> {
  await identity.countAttempt('quote-work', caller.userId, lines.length)
  const priced = await priceLines({ db, settings }, lines)
  const trust = await findTrust(db, settings, caller.userId)
  const { quoteId } = await answerOnce(db, request, caller, async (tx) => {
    requireSeenTotal(priced, total)
    await requireLiveCaller(tx, caller)
    await requireRoom(tx, caller.userId, { quotes: 1, lines: lines.length })
    const [quote] = await tx
      .insert(quotes)
      .values({ userId: caller.userId, name: name.trim(), note: note.trim() })
      .returning({ id: quotes.id })
    const { id } = quote! // insert ... returning always yields its row
    await keepVersion(tx, id, 1, priced)
    await missLines(tx, priced)
    await requireQuoteRoom(tx, caller.userId, trust)
    return { quoteId: id }
  })
  return quoteId
}

/** @throws ShopError TOTAL_CHANGED with the current total, when the buyer saw another. */
export function requireSeenTotal(priced: PricedQuote, seen: number | undefined): void {
  if (seen === undefined || dollarsToCents(seen) === priced.totalCents) return
  throw new ShopError('TOTAL_CHANGED', { currentTotal: priced.total })
}

/**
 * Checks the limits of one account. Concurrent requests of one account wait for each other here, so that they cannot pass
 * the check together. Lines are numbered from 1, so the last one of a version gives their count.
 * @throws ShopError TOO_MANY_QUOTES
 */
export async function requireRoom(tx: Transaction, userId: string, more: { quotes: number; lines: number }): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
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
    .where(and(eq(quotes.userId, userId), isNull(quotes.deletedAt)))
  const after = { quotes: kept!.quotes + more.quotes, lines: kept!.lines + more.lines } // an aggregate is always one row
  if (after.quotes > MAXIMUM_QUOTES || after.lines > MAXIMUM_SAVED_LINES) throw new ShopError('TOO_MANY_QUOTES')
}
