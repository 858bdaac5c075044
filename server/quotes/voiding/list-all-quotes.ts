import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { centsToDollars, toCents } from '#contract/money.ts'
import type { AdminQuotes, FoundPart, QuoteState } from '#contract/voidings.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { clampPage } from '../../platform/paging/clamp-page.ts'

/** One page of all customers' quotes in their newest versions, newest first, for admins. `q` is the search text. */
export async function listAllQuotes(
  db: Queryable,
  { q = '', ...asked }: { q?: string; page?: number; size?: number },
): Promise<AdminQuotes> {
  const searched = q.trim()
  const found = await partsNamed(db, searched)
  const which = and(isNull(quotes.deletedAt), searched === '' ? undefined : fits(searched, found))
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .where(which)
  const { count } = counted! // an aggregate is always one row
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked, count })
  const rows = await db
    .select({
      _id: quotes.id,
      number: quotes.number,
      version: quotes.version,
      email: users.email,
      // Lines are numbered from 1 without gaps.
      lineCount: sql<number>`coalesce((
        select row from quote_lines as line where line.quote_id = ${quotes.id} and line.version = ${quotes.version} order by row desc limit 1
      ), 0)`,
      totalCents: quoteVersions.totalCents,
      createdAt: quoteVersions.createdAt,
      validUntil: quoteVersions.validUntil,
      state: sql<QuoteState>`case
        when ${orderGroups.id} is not null then 'ordered'
        when ${quoteVersions.voidingId} is not null then 'withdrawn'
        when ${quoteVersions.validUntil} <= ${databaseNow} then 'expired'
        else 'open' end`,
      reason: quoteVoidings.reason,
    })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, quotes.version)))
    .leftJoin(orderGroups, and(eq(orderGroups.quoteId, quotes.id), eq(orderGroups.quoteVersion, quotes.version)))
    .leftJoin(quoteVoidings, eq(quoteVoidings.id, quoteVersions.voidingId))
    .where(which)
    .orderBy(desc(quotes.position))
    .limit(size)
    .offset(page * size)
  return {
    count,
    page,
    part: found.length === 1 ? found[0]! : null,
    quotes: rows.map(({ totalCents, createdAt, validUntil, ...quote }) => ({
      ...quote,
      total: centsToDollars(toCents(totalCents)),
      createdAt: createdAt.toISOString(),
      validUntil: validUntil.toISOString(),
    })),
  }
}

/** Matches the quote's number, a part of the buyer's address, or one of these parts in any version. */
const fits = (searched: string, found: FoundPart[]): SQL | undefined =>
  or(
    eq(quotes.number, searched.toUpperCase()),
    sql`strpos(${users.email}, ${searched.toLowerCase()}) > 0`,
    found.length === 0
      ? undefined
      : sql`${quotes.id} in (select quote_id from quote_lines where part_id = any(${sql.param(found.map(({ partsId }) => partsId))}::uuid[]))`,
  )

/** Parts, also discontinued ones, with this number or this whole name, ignoring case, dashes and spaces. */
async function partsNamed(db: Queryable, searched: string): Promise<FoundPart[]> {
  if (searched === '') return []
  const form = sql`search_form(${searched})`
  const found = await db
    .select({ partsId: parts.id, partNumber: parts.partNumber, name: parts.name, price: parts.price })
    .from(parts)
    .where(and(sql`${form} <> ''`, or(eq(parts.searchNumber, form), eq(parts.searchName, form))))
    .limit(100)
  return found.map((part) => ({ ...part, price: Number(part.price) }))
}
