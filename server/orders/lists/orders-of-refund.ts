import { sql } from 'drizzle-orm'

/**
 * The condition of the orders of `payment_refunds as refund`: its own, else all of the payment. Each arm has an index, so that no list of
 * refunds reads all orders.
 */
export const isOfRefund = sql`id = refund.order_id
  or refund.order_id is null and group_id is null and transaction_id = refund.intent_id
  or refund.order_id is null and group_id = (select id from order_groups where transaction_id = refund.intent_id)`
