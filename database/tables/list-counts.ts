import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/** Long lists that are read by page number. */
const list = () => text({ enum: ['parts', 'orders'] }).notNull()

/**
 * How many rows of a list are shown in each stretch of positions: 64 positions on level 0, and 64 times as many on each
 * level above, up to level 3. A page's first row is found by going down these levels, so the last page costs what the first
 * does, and the number of rows is the sum of the few topmost. What stands in `list_moves` is still to be added.
 */
export const listCounts = pgTable(
  'list_counts',
  {
    list: list(),
    level: smallint().notNull(),
    /** Position divided by the length of the level's stretches. */
    stretch: bigint({ mode: 'number' }).notNull(),
    shown: bigint({ mode: 'number' }).notNull(),
  },
  (count) => [primaryKey({ columns: [count.list, count.level, count.stretch] })],
)

/**
 * Rows that came into a list or left it, written by triggers with the change itself. Rows are added here, where nobody
 * waits for anybody, and counted up later: two orders never meet in a count.
 */
export const listMoves = pgTable('list_moves', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  list: list(),
  /** On level 0. */
  stretch: bigint({ mode: 'number' }).notNull(),
  delta: bigint({ mode: 'number' }).notNull(),
})
