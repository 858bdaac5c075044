import { sql } from 'drizzle-orm'
import { unitPriceToDecimal } from '#contract/basics/money.ts'
import type { AgreedPrice } from '#contract/orders/orders.ts'
import { unitPriceAt } from '#contract/parts/pricing.ts'
import type { Queryable } from '#database/connect.ts'
import type { OrderRow } from '#database/tables/orders.ts'

type Found = { price: string; steps: [from: number, price: string][]; offered: boolean }

/**
 * The unit price of an order with fewer pieces: from the part's ladder at the time of the agreement, when the pieces were held or the
 * quote was priced. A unit price that is not from the ladder, such as an offer's, stays.
 */
export async function agreedPriceOf(db: Queryable, order: Pick<OrderRow, 'id' | 'quantity' | 'unitPrice'>): Promise<AgreedPrice> {
  // The value at that time is `before` of the first later change.
  const { rows } = await db.execute<Found>(sql`
    select
      coalesce((
        select before from part_changes as change where change.part_id = parts.id and field = 'price' and at > agreed_at order by position limit 1
      ), parts.price::text) as price,
      coalesce((
        select before::jsonb from part_changes as change
        where change.part_id = parts.id and field = 'priceBreaks' and at > agreed_at order by position limit 1
      ), (
        select coalesce(jsonb_agg(jsonb_build_array(step -> 'from', step -> 'price') order by place), '[]')
        from jsonb_array_elements(parts.price_breaks) with ordinality as steps (step, place)
      )) as steps,
      offered
    from orders
      join parts on parts.id = orders.part_id
      join holds on holds.id = orders.hold_id
      left join order_groups on order_groups.id = orders.group_id
      left join quote_versions as quoted on (quoted.quote_id, quoted.version) = (order_groups.quote_id, order_groups.quote_version)
      cross join lateral (
        select coalesce(quoted.created_at, holds.created_at) as agreed_at, quoted.offered_by is not null as offered
      ) as agreement
    where orders.id = ${order.id}::uuid`)
  const { price, steps, offered } = rows[0]! // an order has its part and its hold
  const ladder = { price: Number(price), priceBreaks: steps.map(([from, at]) => ({ from, price: Number(at) })) }
  const isOfLadder = !offered && unitPriceToDecimal(unitPriceAt(ladder, order.quantity)) === order.unitPrice
  return isOfLadder ? ladder : { price: Number(order.unitPrice), priceBreaks: [] }
}
