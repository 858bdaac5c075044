import { bigint, date, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant, required } from '../columns.ts'
import { parts } from './parts.ts'

/** The days (UTC) whose digest of low stock has been made, with the number of parts that it named; one digest a day. */
export const lowStockDigests = pgTable('low_stock_digests', {
  day: date().primaryKey(),
  parts: integer().notNull(),
  at: instant().notNull().defaultNow(),
})

/** The parts that a digest has named and that have been low since. `lastMove` is the number of the last move of their ledger by then. */
export const toldLowStock = pgTable('told_low_stock', {
  partId: required(() => parts.id).primaryKey(),
  lastMove: bigint({ mode: 'number' }).notNull(),
  at: instant().notNull().defaultNow(),
})
