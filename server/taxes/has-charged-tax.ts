import { sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'

/** Whether the shop charges tax or has ever done so, by the versions of its settings: only then an order can have any. */
export async function hasChargedTax(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from shop_settings where published_at is not null and values -> 'tax' ->> 'charges' <> 'none' limit 1`)
  return rows.length > 0
}
