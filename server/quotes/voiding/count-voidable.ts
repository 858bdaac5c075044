import { sql } from 'drizzle-orm'
import type { VoidingFigures } from '#contract/quotes/voidings.ts'
import type { Queryable } from '#database/connect.ts'
import { wasOrdered } from '../was-ordered.ts'
import { bindsFor } from './binds-for.ts'
import type { Criteria } from './read-criteria.ts'

export async function countVoidable(db: Queryable, which: Criteria): Promise<VoidingFigures> {
  const { rows } = await db.execute<VoidingFigures>(sql`
    select
      count(*) filter (where not ordered)::int as versions,
      count(distinct quote_id) filter (where not ordered)::int as quotes,
      count(distinct user_id) filter (where not ordered)::int as buyers,
      count(*) filter (where ordered)::int as ordered
    from (
      select kept.quote_id, quote.user_id, ${wasOrdered} as ordered
      from quote_versions as kept join quotes as quote on quote.id = kept.quote_id
      where quote.deleted_at is null and ${bindsFor(which)}
    ) as found`)
  return rows[0]! // an aggregate is always one row
}
