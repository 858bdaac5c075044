import { sql } from 'drizzle-orm'
import { bigint, check, index, numeric, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/**
 * The catalogue. `available` in pieces; `price` in dollars per piece, exact to four decimal places.
 * A removed part keeps its row, because orders and the stock ledger refer to it. Lists are in the order of `position`.
 */
export const parts = pgTable(
  'parts',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    img: text().notNull(),
    description: text().notNull(),
    price: numeric({ precision: 12, scale: 4 }).notNull(),
    available: bigint({ mode: 'number' }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  (part) => [
    check('parts_price_positive', sql`${part.price} > 0`),
    // Admins stay below a billion; pieces that come back from cancelled orders must never be refused.
    check('parts_available_bounds', sql`${part.available} between 0 and 1000000000000`),
    index('parts_for_sale').on(part.position).where(sql`${part.deletedAt} is null`),
  ],
)

/**
 * The stock ledger: one row for each change of `parts.available`, written in the same transaction.
 * (kind, ref) is unique, so that no change can be made twice. `ref` is a hold for hold, release and cancel.
 */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    partId: uuid().notNull().references(() => parts.id),
    delta: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: ['opening', 'restock', 'set', 'hold', 'release', 'cancel'] }).notNull(),
    ref: uuid().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (move) => [
    unique('stock_moves_once').on(move.kind, move.ref),
    index('stock_moves_of_part').on(move.partId),
    check('stock_moves_kind_known', sql`${move.kind} in ('opening', 'restock', 'set', 'hold', 'release', 'cancel')`),
  ],
)
