import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import {
  EXPIRING_DAYS,
  type AdminQuotes,
  type FoundPart,
  type QuoteFilter,
  type QuoteState,
  type WhyMissed,
} from '#contract/quotes/voidings.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { behind } from '../../platform/paging/behind.ts'
import { clampPage } from '../../platform/paging/clamp-page.ts'
import { foldText } from '../../platform/paging/fold-text.ts'

/** One page of all customers' quotes in their newest versions, newest first, for admins. `q` is the search text. */
export async function listAllQuotes(
  db: Queryable,
  { q = '', state: filter, after, ...asked }: { q?: string; state?: QuoteFilter; page?: number; size?: number; after?: string },
): Promise<AdminQuotes> {
  const searched = await foldText(db, q)
  const found = await partsNamed(db, searched)
  const which = and(isNull(quotes.deletedAt), searched === '' ? undefined : fits(searched, found))
  const { all, ...counts } = await countByFilter(db, which)
  const count = filter ? counts[filter] : all
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked, count })
  const rows = await db
    .select({
      _id: quotes.id,
      number: quotes.number,
      version: quotes.version,
      email: sql<string>`coalesce(${quotes.heldFor}, ${users.email})`,
      displayName: sql<string>`case when ${quotes.heldFor} is null then ${users.displayName} else '' end`,
      // Lines are numbered from 1 without gaps.
      lineCount: sql<number>`coalesce((
        select row from quote_lines as line where line.quote_id = ${quotes.id} and line.version = ${quotes.version} order by row desc limit 1
      ), 0)`,
      totalCents: quoteVersions.totalCents,
      createdAt: quoteVersions.createdAt,
      validUntil: quoteVersions.validUntil,
      state,
      reason: quoteVoidings.reason,
      offered: sql<boolean>`${quoteVersions.offeredBy} is not null`,
      request: sql<string | null>`case when ${filters.asked} then ${quotes.request} end`,
      expiring: filters.expiring,
      missed: sql<WhyMissed | null>`case when ${filters.missed} then ${whyMissed} end`,
      followedUpAt: quotes.followedUpAt,
    })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, quotes.version)))
    .leftJoin(orderGroups, and(eq(orderGroups.quoteId, quotes.id), eq(orderGroups.quoteVersion, quotes.version)))
    .leftJoin(quoteVoidings, eq(quoteVoidings.id, quoteVersions.voidingId))
    .where(and(which, filter && filters[filter], await behind(db, quotes, after, [quotes.position], { descending: true })))
    .orderBy(desc(quotes.position))
    .limit(size)
    .offset(after === undefined ? page * size : 0)
  return {
    count,
    counts,
    page,
    part: found.length === 1 ? found[0]! : null,
    quotes: rows.map(({ totalCents, createdAt, validUntil, followedUpAt, ...quote }) => ({
      ...quote,
      total: centsToDollars(toCents(totalCents)),
      createdAt: createdAt.toISOString(),
      validUntil: validUntil.toISOString(),
      followedUpAt: followedUpAt?.toISOString() ?? null,
    })),
  }
}

const state = sql<QuoteState>`case
  when ${orderGroups.id} is not null then 'ordered'
  when ${quoteVersions.voidingId} is not null then 'withdrawn'
  when ${quoteVersions.validUntil} <= ${databaseNow} then 'expired'
  else 'open' end`

/** Each is true or false, never null. */
const filters = {
  asked: sql<boolean>`(coalesce(${quotes.requestedAt} > coalesce(${quotes.answeredAt}, '-infinity'), false) and ${orderGroups.id} is null)`,
  open: sql<boolean>`${state} = 'open'`,
  expiring: sql<boolean>`(${state} = 'open' and ${quoteVersions.validUntil} <= now() + make_interval(days => ${EXPIRING_DAYS}::int))`,
  ordered: sql<boolean>`${state} = 'ordered'`,
  missed: sql<boolean>`(${state} = 'expired' or ${state} = 'open' and ${quoteVersions.declinedFor} is not null)`,
  withdrawn: sql<boolean>`${state} = 'withdrawn'`,
} satisfies Record<QuoteFilter, SQL<boolean>>

const whyMissed = sql`coalesce(${quoteVersions.declinedFor}, case
  when exists (
    select from quote_lines as line left join parts on parts.id = line.part_id
    where line.quote_id = ${quotes.id} and line.version = ${quotes.version}
      and (line.status <> 'matched' or parts.deleted_at is not null or parts.available < line.quantity)
  ) then 'stock'
  when ${quotes.requestedAt} is not null then 'price'
  else 'silence' end)`

async function countByFilter(db: Queryable, which: SQL | undefined): Promise<Record<QuoteFilter | 'all', number>> {
  const countOf = (filter: SQL) => sql<number>`count(*) filter (where ${filter})::int`
  const [counted] = await db
    .select({
      all: sql<number>`count(*)::int`,
      asked: countOf(filters.asked),
      open: countOf(filters.open),
      expiring: countOf(filters.expiring),
      ordered: countOf(filters.ordered),
      missed: countOf(filters.missed),
      withdrawn: countOf(filters.withdrawn),
    })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quotes.id), eq(quoteVersions.version, quotes.version)))
    .leftJoin(orderGroups, and(eq(orderGroups.quoteId, quotes.id), eq(orderGroups.quoteVersion, quotes.version)))
    .where(which)
  return counted! // an aggregate is always one row
}

/** Matches the quote's number, a part of the buyer's address or name, or one of these parts in any version. */
const fits = (searched: string, found: FoundPart[]): SQL | undefined =>
  or(
    eq(quotes.number, searched.toUpperCase()),
    sql`strpos(coalesce(${quotes.heldFor}, ${users.email}), ${searched}) > 0`,
    sql`${quotes.heldFor} is null and strpos(fold_text(${users.displayName}), ${searched}) > 0`,
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
