import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What visitors wrote to the shop. Name and email are as typed; `answeredAt` is an admin's word. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    answeredAt: timestamp({ withTimezone: true }),
  },
  (message) => [index('contact_messages_newest').on(message.createdAt, message.id)],
)
