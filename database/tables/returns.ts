import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { returnConditions, returnReasons, returnStates, returnWaits } from '#contract/orders/return-states.ts'
import { instant, pieces, position, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/** States of a return in which the shop has to do something, for statements: `state in ${waitingReturns}`. */
export const waitingReturns = stateList(returnStates.filter(returnWaits))

/**
 * Pieces that a buyer sends back, or wants to. A trigger lets `state` change only as `contract/orders/return-states.ts` says, keeps
 * the request unchanged, counts the pieces in `orders.returned_pieces`, and writes the order's timeline. `answer` is the shop's
 * instructions or its refusal, `outcome` its text at the end. Refunds name it in `payment_refunds.return_id`.
 */
export const returns = pgTable(
  'returns',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    orderId: required(() => orders.id),
    pieces: pieces().notNull(),
    reason: text({ enum: returnReasons }).notNull(),
    note: text().notNull().default(''),
    state: text({ enum: returnStates }).notNull().default('asked'),
    askedAt: instant().notNull().defaultNow(),
    answeredAt: instant(),
    answer: text().notNull().default(''),
    receivedAt: instant(),
    receivedPieces: pieces(),
    condition: text({ enum: returnConditions }),
    conditionNote: text().notNull().default(''),
    endedAt: instant(),
    outcome: text().notNull().default(''),
    restockedPieces: pieces().notNull().default(0),
    /** The person who made the last step. */
    actorId: uuid().references(() => users.id),
    changedAt: instant().notNull().defaultNow(),
  },
  (one) => [
    index('returns_of_order').on(one.orderId, one.position),
    index('returns_by_state').on(one.state, one.position),
    check('returns_pieces', sql`${one.pieces} > 0`),
    check('returns_received_within_asked', sql`${one.receivedPieces} between 1 and ${one.pieces}`),
    check('returns_restocked_within_received', sql`${one.restockedPieces} between 0 and coalesce(${one.receivedPieces}, 0)`),
    check('returns_state_known', sql`${one.state} in ${stateList(returnStates)}`),
    check('returns_reason_known', sql`${one.reason} in ${stateList(returnReasons)}`),
    check('returns_condition_known', sql`${one.condition} in ${stateList(returnConditions)}`),
    check('returns_received_at_a_time', sql`(${one.receivedAt} is null) = (${one.receivedPieces} is null)`),
    check('returns_received_before_refund', sql`${one.state} not in ('received', 'refunded') or ${one.receivedAt} is not null`),
  ],
)

export type ReturnRow = typeof returns.$inferSelect

/**
 * Pictures that a buyer uploaded for a return of an order; `returnId` is null until the return is asked for, and a day later such a
 * row is deleted with its picture (server/images/sweep-images.ts). A trigger limits how many.
 */
export const returnPictures = pgTable(
  'return_pictures',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: required(() => orders.id),
    returnId: uuid().references(() => returns.id),
    img: text().notNull(),
    uploadedBy: required(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (picture) => [
    unique('return_pictures_once').on(picture.img),
    index('return_pictures_of_order').on(picture.orderId),
    index('return_pictures_of_return')
      .on(picture.returnId)
      .where(sql`${picture.returnId} is not null`),
  ],
)
