import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { calendarDay, instant, pieces, position, required } from '../columns.ts'
import { expectedGoods } from './expected-goods.ts'
import { orders } from './orders.ts'
import { parts } from './parts.ts'

/** Pieces of a part that are promised of what is made on demand in a month, which is its first day; kept by a trigger of `promises`. */
export const madeMonths = pgTable(
  'made_months',
  {
    partId: required(() => parts.id),
    month: calendarDay().notNull(),
    promisedPieces: pieces().notNull(),
  },
  (made) => [
    primaryKey({ columns: [made.partId, made.month] }),
    check('made_months_promised_bounds', sql`${made.promisedPieces} between 0 and 1000000000`),
    check('made_months_first_day', sql`extract(day from ${made.month}) = 1`),
  ],
)

/**
 * The ledger of what is promised beyond the stock; only added to. Pieces of an order leave by `day`: of an expected delivery, or made on
 * demand in a month. `released` (fewer than 0): they are free for others; `arrived` (fewer than 0): the delivery has come, and the stock
 * ledger has them with the row's id as `ref`. Triggers keep the sums of the delivery and of the month.
 */
export const promises = pgTable(
  'promises',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    orderId: required(() => orders.id),
    partId: required(() => parts.id),
    expectedId: uuid().references(() => expectedGoods.id),
    month: calendarDay(),
    kind: text({ enum: ['promised', 'released', 'arrived'] }).notNull(),
    pieces: pieces().notNull(),
    day: calendarDay().notNull(),
    /** The last day on which the delivery may come, so that its pieces leave by `day`. */
    dueOn: calendarDay(),
    at: instant().notNull().defaultNow(),
  },
  (promise) => [
    index('promises_of_order').on(promise.orderId, promise.position),
    index('promises_of_delivery')
      .on(promise.expectedId)
      .where(sql`${promise.expectedId} is not null`),
    index('promises_of_month')
      .on(promise.partId, promise.month)
      .where(sql`${promise.month} is not null`),
    check('promises_kind_known', sql`${promise.kind} in ('promised', 'released', 'arrived')`),
    check('promises_pieces_by_kind', sql`case when ${promise.kind} = 'promised' then ${promise.pieces} > 0 else ${promise.pieces} < 0 end`),
    check('promises_one_source', sql`(${promise.expectedId} is null) <> (${promise.month} is null)`),
    check('promises_arrive_by_delivery', sql`${promise.kind} <> 'arrived' or ${promise.expectedId} is not null`),
  ],
)
