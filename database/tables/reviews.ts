import { sql } from 'drizzle-orm'
import { check, index, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { parts } from './parts.ts'
import { users } from './users.ts'
import { instant, position } from '../columns.ts'

/**
 * Reviews, oldest first by `position`. Sample reviews have no account. A review is public since `shownAt`, hidden by an
 * admin since `hiddenAt`, or waits for an admin's release without either. `answer` is the shop's.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    userId: uuid().references(() => users.id),
    email: text(),
    /** The part that it is about; null for the shop. */
    partId: uuid().references(() => parts.id),
    displayName: text().notNull(),
    rating: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull(),
    review: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** By default shown at once, because the previous release does not write this column. */
    shownAt: instant().defaultNow(),
    hiddenAt: instant(),
    hiddenBy: uuid().references(() => users.id),
    /** For admins. It may outlast its hiding where the previous release publishes, which does not know this column. */
    hiddenReason: text(),
    answer: text(),
    answeredAt: instant(),
  },
  (review) => [
    check('reviews_one_state', sql`${review.shownAt} is null or ${review.hiddenAt} is null`),
    check('reviews_answered_once', sql`(${review.answer} is null) = (${review.answeredAt} is null)`),
    index('reviews_shown')
      .on(review.position)
      .where(sql`${review.shownAt} is not null`),
    index('reviews_waiting')
      .on(review.position)
      .where(sql`${review.shownAt} is null and ${review.hiddenAt} is null`),
    index('reviews_of_part')
      .on(review.partId, review.position)
      .where(sql`${review.partId} is not null and ${review.shownAt} is not null`),
    index('reviews_about').on(review.partId),
    index('reviews_by_text').using(
      'gin',
      sql`fold_text(${review.review}) gin_trgm_ops`,
      sql`fold_text(${review.displayName}) gin_trgm_ops`,
      sql`fold_text(${review.email}) gin_trgm_ops`,
    ),
    index('reviews_of_user').on(review.userId, review.createdAt),
    check('reviews_rating_half_steps', sql`${review.rating} between 1 and 5 and ${review.rating} * 2 = floor(${review.rating} * 2)`),
  ],
)
