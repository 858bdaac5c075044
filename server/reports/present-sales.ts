import { sql } from 'drizzle-orm'
import type { Sales } from '#contract/shop/reports.ts'
import { turnoverCents } from '#database/tables/orders.ts'

/** Sums as PostgreSQL returns them: bigints as text. */
export type Sums = { orders: number; pieces: string; turnover_cents: string }
export const salesOf = (sums: Sums | null): Sales => ({
  orders: Number(sums?.orders ?? 0),
  pieces: Number(sums?.pieces ?? 0),
  turnover: Number(sums?.turnover_cents ?? 0) / 100,
})

/** Cents to subtract from the totals, which have the full price of an order. */
export const givenBackCents = sql`(total_cents - ${turnoverCents})`
