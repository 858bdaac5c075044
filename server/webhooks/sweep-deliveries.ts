import { sql } from 'drizzle-orm'
import { WEBHOOK_LOG_DAYS } from '#contract/basics/limits.ts'
import type { Database } from '#database/connect.ts'

/** Deletes the log of deliveries that is older than a month; nothing waits so long. */
export async function sweepDeliveries(db: Database): Promise<void> {
  await db.execute(sql`delete from webhook_deliveries where created_at < now() - make_interval(days => ${WEBHOOK_LOG_DAYS})`)
}
