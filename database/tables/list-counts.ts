import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/** Long lists with page numbers. */
const list = () => text({ enum: ['parts', 'orders'] }).notNull()

/**
 * Number of visible rows of a list in each range of positions: 64 positions on level 0, and 64 times as many on each
 * level above, up to level 3. A page's first row is found by descending these levels, so the last page costs as much as
 * the first, and the number of rows is the sum of the top level. Rows in `list_moves` are not added yet.
 */
export const listCounts = pgTable(
  'list_counts',
  {
    list: list(),
    level: smallint().notNull(),
    /** Position divided by the length of the level's ranges. */
    stretch: bigint({ mode: 'number' }).notNull(),
    shown: bigint({ mode: 'number' }).notNull(),
  },
  (count) => [primaryKey({ columns: [count.list, count.level, count.stretch] })],
)

/**
 * Rows that entered or left a list, written by triggers in the transaction of the change and added up later. Inserts do
 * not block each other, so two orders never wait for the same counter.
 */
export const listMoves = pgTable('list_moves', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  list: list(),
  /** On level 0. */
  stretch: bigint({ mode: 'number' }).notNull(),
  delta: bigint({ mode: 'number' }).notNull(),
})
