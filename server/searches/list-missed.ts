import { sql } from 'drizzle-orm'
import {
  SEARCH_DAYS,
  SEARCHES_PAGE_SIZE,
  SOLD_OUT_ROWS,
  type MissedSearch,
  type MissedSearches,
  type SoldOutPart,
} from '#contract/parts/searches.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { transaction } from '#database/transaction.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { minimumOrder } from '../parts/low-stock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { isNamed } from './miss-search.ts'

/** Texts that named no part and still name none, most frequent first. `q` is a part of the text. */
export async function listMissed(
  db: Queryable,
  { q = '', ...asked }: { q?: string; page?: number; size?: number },
): Promise<MissedSearches> {
  const grouped = sql`
    select form, (array_agg(text order by day desc))[1] as text,
      coalesce(sum(count) filter (where kind = 'search'), 0)::int as searches,
      coalesce(sum(count) filter (where kind = 'line'), 0)::int as lines,
      max(day)::text as last
    from missed_searches
    where day > current_date - ${SEARCH_DAYS}::int and strpos(form, search_form(${q})) > 0 and not ${isNamed(sql`missed_searches.form`)}
    group by form`
  const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${grouped}) as missed`)
  const { count } = counted.rows[0]! // an aggregate is always one row
  const { page, size } = clampPage({ size: SEARCHES_PAGE_SIZE, ...asked, count })
  const { rows } = await db.execute<MissedSearch & { form: string }>(sql`
    select text, searches, lines, last from (${grouped}) as missed
    order by searches + lines desc, last desc, form limit ${size} offset ${page * size}`)
  return { count, page, searches: rows }
}

/** The parts that most people looked at and cannot order. */
export async function listSoldOut(db: Queryable): Promise<SoldOutPart[]> {
  const { rows } = await db.execute<SoldOutPart>(sql`
    select id as "partsId", name, part_number as "partNumber", available::float8, looks.people
    from (
      select part_id, count(*)::int as people from sold_out_looks where day > current_date - ${SEARCH_DAYS}::int group by part_id
    ) as looks join parts on id = part_id
    where deleted_at is null and available < ${minimumOrder}
    order by people desc, position limit ${SOLD_OUT_ROWS}`)
  return rows
}

/** Records that a person has looked at a part. Returns 0 for a part that can be ordered, and for a second time on one day. */
export async function lookAtSoldOut(db: Database, caller: Caller, partId: string): Promise<number> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const { rowCount } = await tx.execute(sql`
      insert into sold_out_looks (day, part_id, user_id)
      select current_date, id, ${caller.userId}::uuid from parts
      where id = ${partId}::uuid and deleted_at is null and available < ${minimumOrder}
      on conflict do nothing`)
    return rowCount ?? 0
  })
}
