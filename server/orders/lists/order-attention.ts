import { sql, type SQL } from 'drizzle-orm'
import type { OrderAttention } from '#contract/orders/orders.ts'
import { orders } from '#database/tables/orders.ts'
import { ordersWithPromiseAtRisk } from '../../promises/at-risk.ts'
import { isOfRefund } from './orders-of-refund.ts'

/** The orders of each kind, with the time since when they wait and the sum in cents, of a whole payment's refund their share. */
export const ordersThatWait: Record<OrderAttention, SQL> = {
  messages: sql`
    select order_id, min(sent_at) as since, null::bigint as cents from order_messages
    where side = 'customer' and read_at is null group by order_id`,
  'failed-refund': sql`
    select of_refund.id as order_id, min(created_at) as since, round(sum(amount_cents / sharing))::bigint as cents
    from payment_refunds as refund
    cross join lateral (
      select id, count(*) over ()::numeric as sharing from orders
      where ${isOfRefund} or refund.order_id is null and id = (select order_id from refunds where payment_intent = refund.intent_id)
    ) as of_refund
    where state = 'failed' and created_at > now() - interval '90 days' group by of_refund.id`,
  dispute: sql`
    select disputed.id as order_id, min(opened_at) as since, round(sum(amount_cents / sharing))::bigint as cents
    from (select intent_id, null::uuid as order_id, opened_at, amount_cents from disputes where state = 'open') as refund
    cross join lateral (select id, count(*) over ()::numeric as sharing from orders where ${isOfRefund}) as disputed
    group by disputed.id`,
  invoice: sql`
    select billed.id as order_id, min(due.created_at) as since, null::bigint as cents
    from invoices_due as due
    cross join lateral (select id from orders where (id = due.bill_id or group_id = due.bill_id) and state <> 'cancelled') as billed
    group by billed.id
    union all
    select order_id, min(shipped_at), null from deliveries_without_invoice() group by order_id`,
  promise: ordersWithPromiseAtRisk,
  move: sql`
    select order_id, asked_at as since, null::bigint as cents from delivery_moves as move join orders on orders.id = order_id
    where move.state = 'asked' and asked_by = 'customer' and orders.state in ('unpaid', 'paid') and parceled_pieces = 0`,
}

/** Disputes and refunds that were sent back, of payments that no order has: purchases that could not be placed. */
export const paymentsWithoutOrder = sql`
  select kind, refund.intent_id, since, amount_cents from (
    select 'dispute' as kind, intent_id, null::uuid as order_id, opened_at as since, amount_cents from disputes where state = 'open'
    union all
    select 'failed-refund', intent_id, order_id, created_at, amount_cents from payment_refunds
    where state = 'failed' and created_at > now() - interval '90 days'
  ) as refund
  where not exists (select from orders where ${isOfRefund})
    and not exists (select from orders where id = (select order_id from refunds where payment_intent = refund.intent_id))`

/** The condition of these orders; they are found first, however many orders there are. */
export const needsAttention = (attention: OrderAttention | undefined): SQL | undefined =>
  attention && sql`${orders.id} = any(array(select order_id from (${ordersThatWait[attention]}) as waiting))`
