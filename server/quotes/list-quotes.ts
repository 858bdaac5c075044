import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import type { QuoteSummary } from '#contract/quotes/quotes.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { presentSummary } from './find-quote.ts'

/** One page of a customer's quotes in their newest versions, newest quote first, and the number of all quotes. */
export async function listQuotes(
  db: Database,
  userId: string,
  asked: { page?: number; size?: number; after?: string },
): Promise<{ count: number; quotes: QuoteSummary[] }> {
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked })
  const mine = and(eq(quotes.userId, userId), isNull(quotes.deletedAt), isNull(quotes.heldFor))
  const count = await db.$count(quotes, mine)
  const rows = await selectSummaries(db)
    .where(and(mine, await behind(db, quotes, asked.after, [quotes.position], { descending: true })))
    .orderBy(desc(quotes.position))
    .limit(size)
    .offset(asked.after === undefined ? page * size : 0)
  return { count, quotes: rows.map(presentSummary) }
}

/** Quotes in their newest versions, with what `presentSummary` needs. */
export const selectSummaries = (db: Queryable) =>
  db
    .select({
      quote: quotes,
      version: quoteVersions,
      expired: sql<boolean>`${quoteVersions.validUntil} <= ${databaseNow}`,
      orderedAt: orderGroups.placedAt,
      voiding: { createdAt: quoteVoidings.createdAt, reason: quoteVoidings.reason },
      // Lines are numbered from 1 without gaps.
      lineCount: sql<number>`coalesce((
        select row from quote_lines as line where line.quote_id = ${quotes.id} and line.version = ${quotes.version} order by row desc limit 1
      ), 0)`,
    })
    .from(quotes)
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, quotes.version)))
    .leftJoin(orderGroups, and(eq(orderGroups.quoteId, quotes.id), eq(orderGroups.quoteVersion, quotes.version)))
    .leftJoin(quoteVoidings, eq(quoteVoidings.id, quoteVersions.voidingId))
