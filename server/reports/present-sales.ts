import { sql } from 'drizzle-orm'
import type { Sales } from '#contract/shop/reports.ts'
import { turnoverCents } from '#database/tables/orders.ts'

/** Sums as PostgreSQL answers them: bigints as text. */
export type Sums = { orders: number; pieces: string; turnover_cents: string }
export const salesOf = (sums: Sums | null): Sales => ({
  orders: Number(sums?.orders ?? 0),
  pieces: Number(sums?.pieces ?? 0),
  turnover: Number(sums?.turnover_cents ?? 0) / 100,
})

/** What is taken off the price of an order that totals have in full, in cents. */
export const givenBackCents = sql`(total_cents - ${turnoverCents})`
