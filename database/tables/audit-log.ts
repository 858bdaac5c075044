import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'
import { instant } from '../columns.ts'

/**
 * Actions of admins, written in the transaction that performs them. Append-only: a trigger refuses updates and deletes except those of an
 * erasure and of the retention (`AUDIT_DAYS`). `actorId` is null for the shop's command line.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    position: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    actorId: uuid().references(() => users.id),
    /** A verb of the shop, such as `ship-order`. */
    action: text().notNull(),
    /** The object: id of a part, order or mail, or email of a user. */
    subject: text().notNull(),
    /** Figures of the change, such as pieces added. */
    detail: jsonb()
      .$type<Record<string, string | number>>()
      .notNull()
      .default(sql`'{}'::jsonb`),
  },
  (entry) => [
    index('audit_log_of_subject').on(entry.subject, entry.position),
    // Entries of a person, and all people with entries.
    index('audit_log_of_actor').on(entry.actorId, entry.position),
    // Entries of a range of days.
    index('audit_log_by_time').on(entry.at, entry.position),
  ],
)
