import { sql, type SQL } from 'drizzle-orm'
import type { Criteria } from './read-criteria.ts'

/** For versions that the statement calls `kept`: quotes this part, was saved in this period, and still binds the shop. */
export const bindsFor = ({ partId, savedFrom, savedTo, priceBelow }: Criteria): SQL => sql`(
  kept.created_at between ${savedFrom.toISOString()}::timestamptz and ${savedTo.toISOString()}::timestamptz
  and kept.voiding_id is null
  and kept.valid_until > now()
  and exists (
    select from quote_lines as line
    where line.quote_id = kept.quote_id and line.version = kept.version and line.part_id = ${partId}::uuid and line.status = 'matched'
      and line.unit_price < coalesce(${priceBelow}::numeric, 'infinity')
  )
)`
