import { sql } from 'drizzle-orm'

/** For rows that the statement calls `kept`, with `quote_id` and `version`: whether a group of orders refers to the version. */
export const wasOrdered = sql`exists (
  select from order_groups as ordered where ordered.quote_id = kept.quote_id and ordered.quote_version = kept.version)`
