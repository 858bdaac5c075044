import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moveSides, moveStates } from '#contract/promises/moves.ts'
import { calendarDay, instant, position, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/**
 * Requests of buyer or shop to deliver a release on another day, `wishedOn`, which the other side confirms or refuses. One of an order
 * is open at a time. A trigger keeps what was asked, and how it ended.
 */
export const deliveryMoves = pgTable(
  'delivery_moves',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    orderId: required(() => orders.id),
    wishedOn: calendarDay().notNull(),
    askedBy: text({ enum: moveSides }).notNull(),
    state: text({ enum: moveStates }).notNull().default('asked'),
    askedAt: instant().notNull().defaultNow(),
    endedAt: instant(),
    /** The person of the last step. */
    actorId: uuid().references(() => users.id),
  },
  (move) => [
    index('delivery_moves_of_order').on(move.orderId, move.position),
    uniqueIndex('delivery_moves_one_open')
      .on(move.orderId)
      .where(sql`${move.state} = 'asked'`),
    check('delivery_moves_side_known', sql`${move.askedBy} in ${stateList(moveSides)}`),
    check('delivery_moves_state_known', sql`${move.state} in ${stateList(moveStates)}`),
    check('delivery_moves_ended_at_a_time', sql`(${move.state} = 'asked') = (${move.endedAt} is null)`),
  ],
)

export type DeliveryMoveRow = typeof deliveryMoves.$inferSelect
