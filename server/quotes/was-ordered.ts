import { sql } from 'drizzle-orm'

/** Of rows that a statement calls `kept`, with `quote_id` and `version`: a group of orders refers to this version. */
export const wasOrdered = sql`exists (
  select from order_groups as ordered where ordered.quote_id = kept.quote_id and ordered.quote_version = kept.version)`
