import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/**
 * Answers of calls that carried an `Idempotency-Key`, written in the transaction that did the work: a repeat after a
 * lost answer gets the same answer and does nothing. Forgotten after a day.
 */
export const answeredCalls = pgTable(
  'answered_calls',
  {
    userId: uuid().notNull().references(() => users.id),
    key: text().notNull(),
    /** The contract's name of the call, with its path. */
    call: text().notNull(),
    /** SHA-256 of the body: one key means one request. */
    requestHash: text().notNull(),
    answer: jsonb().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (answered) => [
    primaryKey({ columns: [answered.userId, answered.key] }),
    index('answered_calls_by_age').on(answered.createdAt),
    check('answered_calls_key_length', sql`char_length(${answered.key}) between 1 and 200`),
  ],
)
