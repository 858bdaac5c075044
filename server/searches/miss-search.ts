import { sql, type SQL } from 'drizzle-orm'
import { SEARCH_DAYS } from '#contract/parts/searches.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { PricedLines } from '#contract/quotes/quotes.ts'
import { startOf } from '#contract/basics/start-of.ts'
import type { Queryable } from '#database/connect.ts'
import { wideNetworkOf } from '../platform/limits/network-of.ts'

/** Rows of one day, so that invented texts cannot fill the database. */
const MAX_OF_A_DAY = 20_000
/** Texts of one quote; a list with more is no list of this shop's parts. */
const MAX_OF_A_QUOTE = 200

/**
 * Counts a search of the list of parts that has found nothing, once a day for a network. A text that is a part's number or name is not
 * counted.
 */
export const missSearch = (db: Queryable, address: string, text: string): Promise<number> =>
  miss(db, 'search', wideNetworkOf(address), [text])

/** Counts the lines of a quote that name no part, each text once a day for an account. */
export async function missLines(tx: Queryable, userId: string, { lines }: Pick<PricedLines, 'lines'>): Promise<void> {
  const unknown = lines.filter(({ status, partsId }) => status === 'unknown' && partsId === null).map(({ text }) => text)
  if (unknown.length > 0) await miss(tx, 'line', userId, unknown.slice(0, MAX_OF_A_QUOTE))
}

async function miss(db: Queryable, kind: 'search' | 'line', who: string, texts: string[]): Promise<number> {
  const kept = texts.map((text) => startOf(text.trim(), TEXT_LIMITS.search))
  const { rowCount } = await db.execute(sql`
    with asked as (
      select left(search_form(asked), 120) as form, min(asked) as text
      from unnest(${sql.param(kept)}::text[]) as asked
      where search_form(asked) <> '' and not ${isNamed(sql`search_form(asked)`)}
        and (select count(*) from missed_searches where day = current_date) < ${MAX_OF_A_DAY}
      group by 1
    ), counted as (
      insert into missed_today (day, kind, form, who)
      select current_date, ${kind}, form, ${who} from asked order by form
      on conflict do nothing returning form
    )
    insert into missed_searches as missed (day, kind, form, text, count)
    select current_date, ${kind}, form, text, 1 from asked join counted using (form) order by form
    on conflict (day, kind, form) do update set count = missed.count + excluded.count, text = excluded.text`)
  return rowCount ?? 0
}

/** Whether a part on sale has this number or name, or the shop has assigned the text. */
export const isNamed = (form: SQL): SQL => sql`(
  exists (select from parts where search_number = ${form} and deleted_at is null)
  or exists (select from parts where search_name = ${form} and deleted_at is null)
  or exists (select from search_answers where search_answers.form = ${form}))`

/** Deletes counts that no list shows any more, and earlier days' records of who has missed what. */
export async function sweepSearches(db: Queryable): Promise<void> {
  await db.execute(sql`delete from missed_today where day < current_date`)
  await db.execute(sql`delete from missed_searches where day < current_date - ${SEARCH_DAYS}::int`)
  await db.execute(sql`delete from sold_out_looks where day < current_date - ${SEARCH_DAYS}::int`)
}
