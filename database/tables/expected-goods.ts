import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { calendarDay, instant, pieces, required } from '../columns.ts'
import { parts } from './parts.ts'
import { users } from './users.ts'

/**
 * Expected deliveries: pieces of a part on a day (UTC). A delivery is open until it has arrived or is removed. The ledger's move that
 * books it has its id as `ref`.
 */
export const expectedGoods = pgTable(
  'expected_goods',
  {
    id: uuid().primaryKey().defaultRandom(),
    partId: required(() => parts.id),
    expectedOn: calendarDay().notNull(),
    pieces: pieces().notNull(),
    /** Of these, promised to orders that wait for them; kept by a trigger of `promises`. */
    promisedPieces: pieces().notNull().default(0),
    note: text().notNull().default(''),
    actorId: required(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    arrivedAt: instant(),
    removedAt: instant(),
  },
  (delivery) => [
    check('expected_goods_pieces_bounds', sql`${delivery.pieces} between 1 and 1000000000`),
    check('expected_goods_promised_bounds', sql`${delivery.promisedPieces} between 0 and ${delivery.pieces}`),
    check('expected_goods_closed_once', sql`${delivery.arrivedAt} is null or ${delivery.removedAt} is null`),
    index('expected_goods_open')
      .on(delivery.partId, delivery.expectedOn, delivery.createdAt)
      .where(sql`${delivery.arrivedAt} is null and ${delivery.removedAt} is null`),
  ],
)
