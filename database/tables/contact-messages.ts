import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { quotes } from './quotes.ts'

/** Contact messages. Name and email are as typed; `answeredAt` is set by an admin, `quoteId` where the answer was a quote. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    answeredAt: instant(),
    quoteId: uuid().references(() => quotes.id),
  },
  (message) => [
    index('contact_messages_newest').on(message.createdAt, message.id),
    index('contact_messages_by_text').using(
      'gin',
      sql`fold_text(${message.message}) gin_trgm_ops`,
      sql`fold_text(${message.name}) gin_trgm_ops`,
      sql`fold_text(${message.email}) gin_trgm_ops`,
    ),
  ],
)
