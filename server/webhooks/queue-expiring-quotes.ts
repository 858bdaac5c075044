import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'

/** Time before the end of its prices at which the event of a quote is queued. */
const DAYS_BEFORE = 3

/**
 * Queues `quote.expiring` for each newest version and each offer that ends within three days and was neither ordered nor withdrawn. A
 * version is queued once, so any number of processes may run it.
 */
export async function queueExpiringQuotes(db: Database): Promise<void> {
  await db.execute(sql`
    select queue_webhook(quote.user_id, 'quote.expiring', quote.id, concat_ws(' ', 'quote', quote.id, kept.version),
      json_build_object('_id', quote.id, 'number', quote.number, 'version', kept.version,
        'validUntil', to_char(kept.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from quotes as quote join quote_versions as kept on kept.quote_id = quote.id and (kept.version = quote.version or kept.offered_by is not null)
    where quote.user_id in (select user_id from webhooks where disabled_at is null and 'quote.expiring' = any(events))
      and quote.deleted_at is null and quote.held_for is null and kept.voiding_id is null
      and kept.valid_until > now() and kept.valid_until <= now() + make_interval(days => ${DAYS_BEFORE})
      and not exists (select from order_groups as ordered where ordered.quote_id = kept.quote_id and ordered.quote_version = kept.version)`)
}
