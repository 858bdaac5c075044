import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { promises } from '#database/tables/promises.ts'
import { transaction } from '#database/transaction.ts'
import { promisableOf, releasePromises } from '../promises/release-promises.ts'
import { lockParts } from './return-pieces.ts'

/**
 * Gives back what is promised to orders beyond what they still want: a process of a release that knows no promises, which may run beside this
 * one, ends and reduces orders without doing so.
 */
export async function releaseUnneeded(db: Database): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from orders join (select order_id, sum(pieces) as pieces from promises group by order_id having sum(pieces) > 0) as open on order_id = id
    where open.pieces > case when state in ('cancelled', 'refunded') then 0 else greatest(made_pieces - withdrawn_pieces, 0) end
    order by position`)
  for (const { id } of rows) await transaction(db, (tx) => releaseOf(tx, id))
}

async function releaseOf(tx: Transaction, orderId: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('no key update')
  if (!order) return
  await lockParts(tx, [order.partId])
  const [open] = await tx
    .select({ pieces: sql<string>`coalesce(sum(${promises.pieces}), 0)` })
    .from(promises)
    .where(eq(promises.orderId, orderId))
  await releasePromises(tx, [{ orderId, pieces: Number(open!.pieces) - promisableOf(order) }]) // a sum has one row
}
