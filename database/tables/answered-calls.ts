import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './users.ts'
import { instant, required } from '../columns.ts'

/**
 * Answers of calls with an `Idempotency-Key`, written in the same transaction as their changes: a repeated call gets
 * the same answer without effect. Deleted after a day.
 */
export const answeredCalls = pgTable(
  'answered_calls',
  {
    userId: required(() => users.id),
    key: text().notNull(),
    /** The contract's name of the call, with its path. */
    call: text().notNull(),
    /** SHA-256 of the body: one key means one request. */
    requestHash: text().notNull(),
    answer: jsonb().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (answered) => [
    primaryKey({ columns: [answered.userId, answered.key] }),
    index('answered_calls_by_age').on(answered.createdAt),
    check('answered_calls_key_length', sql`char_length(${answered.key}) between 1 and 200`),
  ],
)
