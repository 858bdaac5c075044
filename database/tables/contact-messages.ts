import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** Contact messages. Name and email are as typed; `answeredAt` is set by an admin. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    answeredAt: instant(),
    /** Message, name and email as `fold_text`, a line each, for the search. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(message) || chr(10) || fold_text(name) || chr(10) || fold_text(email)`),
  },
  (message) => [
    index('contact_messages_newest').on(message.createdAt, message.id),
    index('contact_messages_by_text').using('gin', message.searchText.op('gin_trgm_ops')),
  ],
)
