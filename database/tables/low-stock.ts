import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { calendarDay, instant, required } from '../columns.ts'
import { parts } from './parts.ts'

/** The days (UTC) with a digest of low stock, and the number of parts in it; one digest a day. */
export const lowStockDigests = pgTable('low_stock_digests', {
  day: calendarDay().primaryKey(),
  parts: integer().notNull(),
  at: instant().notNull().defaultNow(),
})

/** Parts that a digest has listed and whose stock is still low. `lastMove` is the number of the last move of their ledger by then. */
export const toldLowStock = pgTable('told_low_stock', {
  partId: required(() => parts.id).primaryKey(),
  lastMove: bigint({ mode: 'number' }).notNull(),
  at: instant().notNull().defaultNow(),
})
