import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, required } from '../columns.ts'
import { users } from './users.ts'

/** Notes of the shop's people about a customer. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: required(() => users.id),
    authorId: required(() => users.id),
    note: text().notNull(),
    writtenAt: instant().notNull().defaultNow(),
  },
  (note) => [index('customer_notes_of_user').on(note.userId, note.writtenAt)],
)
