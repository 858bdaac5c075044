import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/**
 * What admins did, written in the transaction that does it. Rows are only ever added: a trigger refuses to change or
 * remove one. `actorId` is null for the shop's command line.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    position: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actorId: uuid().references(() => users.id),
    /** A verb of the shop, such as `ship-order`. */
    action: text().notNull(),
    /** What it was done to: the id of a part, an order, a mail; the email of a person. */
    subject: text().notNull(),
    /** Figures of the change, such as pieces added. */
    detail: jsonb().notNull().default(sql`'{}'::jsonb`),
  },
  (entry) => [index('audit_log_of_subject').on(entry.subject, entry.position)],
)
