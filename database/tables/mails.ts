import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/**
 * The outbox: a mail is written in the transaction that causes it and sent afterwards.
 * (kind, ref) is unique: at most one mail for each event.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    ref: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    runAfter: timestamp({ withTimezone: true }).notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (mail) => [
    unique('mails_once').on(mail.kind, mail.ref),
    index('mails_to_send').on(mail.runAfter).where(sql`${mail.sentAt} is null`),
  ],
)
