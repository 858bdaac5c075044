import { sql } from 'drizzle-orm'
import { bigint, check, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Reviews, oldest first by `position`. The sample reviews have no account behind them. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    userId: uuid().references(() => users.id),
    email: text(),
    displayName: text().notNull(),
    rating: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull(),
    review: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (review) => [
    check('reviews_rating_half_steps', sql`${review.rating} between 1 and 5 and ${review.rating} * 2 = floor(${review.rating} * 2)`),
  ],
)
