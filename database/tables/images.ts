import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Pictures that our upload call has taken in; a part's picture must be one of these. `name` as in /images/{name}. */
export const images = pgTable('images', {
  name: text().primaryKey(),
  uploadedBy: uuid().references(() => users.id),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
