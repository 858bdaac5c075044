import { sql } from 'drizzle-orm'
import type { Sales } from '#contract/shop/reports.ts'
import { dueCentsSql, orders, turnoverCents } from '#database/tables/orders.ts'

/** Sums as PostgreSQL returns them: bigints as text. */
export type Sums = { orders: number; pieces: string; turnover_cents: string }
export const salesOf = (sums: Sums | null): Sales => ({
  orders: Number(sums?.orders ?? 0),
  pieces: Number(sums?.pieces ?? 0),
  turnover: Number(sums?.turnover_cents ?? 0) / 100,
})

/** Cents to subtract from the totals, which have the full price of an order. */
export const givenBackCents = sql`(total_cents - ${turnoverCents})`
export const freightGivenBackCents = sql`(freight_cents - turnover_cents(${orders.freightCents}, ${orders.totalCents} + ${orders.taxCents}, ${orders.refundedCents}))`

/**
 * Pieces to subtract from the totals, of an order of which something was given back: all where its whole price went back, else those that
 * were withdrawn or came back. Pieces of a return that was not refunded stay sold.
 */
export const refundedPieces = sql`(case
  when ${orders.state} = 'refunded' or ${orders.refundedCents} >= ${dueCentsSql} then ${orders.quantity}
  else least(${orders.quantity}, ${orders.withdrawnPieces} + ${orders.returnedPieces} - coalesce((
    select sum(returned_by(one)) from returns as one where one.order_id = ${orders.id} and one.state <> 'refunded'), 0))::bigint end)`
