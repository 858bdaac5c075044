import { sql } from 'drizzle-orm'
import type { Slice } from '#contract/promises/promise.ts'
import type { Transaction } from '#database/connect.ts'

/** What an order is promised; slices of the stock are taken by who places the order. */
export type PromisedOrder = { orderId: string; partId: string; slices: readonly Slice[] }

/**
 * Reserves what is not in stock for orders whose parts are locked. The trigger `promises_count` refuses what a delivery or a month does not
 * have.
 */
export async function reservePieces(tx: Transaction, promised: readonly PromisedOrder[]): Promise<void> {
  const rows = promised.flatMap(({ orderId, partId, slices }) =>
    slices.flatMap(({ pieces, day, from, expectedId, month, dueOn }) =>
      from === 'stock'
        ? []
        : [{ order_id: orderId, part_id: partId, expected_id: expectedId, month: month && `${month}-01`, pieces, day, due_on: dueOn }],
    ),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into promises (order_id, part_id, expected_id, month, kind, pieces, day, due_on)
    select order_id, part_id, expected_id, month, 'promised', pieces, day, due_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as promised(order_id uuid, part_id uuid, expected_id uuid, month date, pieces bigint, day date, due_on date)
    order by part_id, expected_id, month`)
}
