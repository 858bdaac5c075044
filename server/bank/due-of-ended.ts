import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'

/** Whether an order of a bill ended with the last of it: what the buyer had cancelled before is not revived with the others. */
export const endedLast = (billId: SQL) => sql`
  cancelled_at = (select max(cancelled_at) from orders as last where (last.id = ${billId} and last.group_id is null) or last.group_id = ${billId})`

/** Cents that are due for a bill that has ended, if it is revived. */
export const endedDue = (billId: SQL) => sql`(
  select coalesce(sum(total_cents + freight_cents + tax_cents), 0)::bigint from orders
  where ((id = ${billId} and group_id is null) or group_id = ${billId}) and state = 'cancelled' and ${endedLast(billId)})`

export async function dueOfEnded(db: Queryable, billId: string): Promise<number> {
  const { rows } = await db.execute<{ cents: string }>(sql`select ${endedDue(sql`${billId}::uuid`)} as cents`)
  return Number(rows[0]!.cents) // a select without from has one row
}
