import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Contact messages. Name and email are as typed; `answeredAt` is set by an admin. */
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
