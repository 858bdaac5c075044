import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** The mailbox of an address, without the part from `+` to `@`. */
export const mailboxOf = (address: SQLWrapper) => sql<string>`regexp_replace(${address}, '\\+[^@]*@', '@')`

/** A paragraph of a mail, rendered as text and as HTML. All strings are plain text. */
export type MailBlock =
  | { say: string }
  | { facts: [name: string, value: string][] }
  | { open: string; label: string }
  /** Text of another user, with its line breaks, marked as a quotation. */
  | { quote: string }

/**
 * The outbox: a mail is written in the transaction that causes it and sent afterwards. (kind, ref) is unique: at most
 * one mail for each event.
 *
 * A mail is tried at `runAfter`, which is null while it is being sent: only an attempt that certainly failed sets it
 * again. So a mail with an unknown outcome is not sent again until an admin decides.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    ref: text().notNull(),
    /** Id of the order, or of the group of orders, that the mail is about; null for all other mails. */
    about: text(),
    recipient: text().notNull(),
    /** Message-ID of the mail that this one answers. */
    inReplyTo: text(),
    subject: text().notNull(),
    /** The plain text. For a mail with a link that signs in, empty after it was sent or the link has expired. */
    body: text().notNull(),
    /** The source of the HTML, which is rendered when the mail is sent or read; null where `html` is given, and of mails that older releases sent. */
    blocks: jsonb().$type<MailBlock[]>(),
    /** The HTML of a mail with a token, and of one that the previous release queued; empty once it is sent. */
    html: text().notNull().default(''),
    createdAt: instant().notNull().defaultNow(),
    runAfter: instant().defaultNow(),
    /** Expiry of the mail's link; null without expiry. */
    linkExpiresAt: instant(),
    attempts: integer().notNull().default(0),
    attemptedAt: instant(),
    lastError: text(),
    /** The merged mail about the same order that includes this one. */
    sentWith: uuid(),
    /** When it was held back because of the daily limit of its address; an admin can still send it. */
    heldBackAt: instant(),
    sentAt: instant(),
    /** When it failed: the mail server refused it permanently, or its link had expired. */
    failedAt: instant(),
  },
  (mail) => [
    unique('mails_once').on(mail.kind, mail.ref),
    index('mails_about')
      .on(mail.about)
      .where(sql`${mail.about} is not null`),
    index('mails_to_mailbox').on(mailboxOf(mail.recipient), mail.attemptedAt),
    index('mails_by_text').using('gin', sql`fold_text(${mail.recipient}) gin_trgm_ops`, sql`fold_text(${mail.subject}) gin_trgm_ops`),
    index('mails_in_merged')
      .on(mail.sentWith)
      .where(sql`${mail.sentWith} is not null`),
    index('mails_to_send')
      .on(mail.runAfter)
      .where(sql`${mail.sentAt} is null`),
    check('mails_one_end', sql`${mail.sentAt} is null or ${mail.failedAt} is null`),
  ],
)

/**
 * One row while the outbox is stopped, because the mail server refuses the shop itself; otherwise empty. One mail is
 * tried at `nextTryAt`; the first mail that is sent removes the row.
 */
export const mailStop = pgTable(
  'mail_stop',
  {
    only: boolean().primaryKey().default(true),
    cause: text().notNull(),
    advice: text().notNull(),
    /** Whether only a sent mail ends the stop; otherwise a check of the shop's own address does, too. */
    needsMail: boolean().notNull(),
    since: instant().notNull().defaultNow(),
    tries: integer().notNull().default(0),
    nextTryAt: instant().notNull(),
  },
  (stop) => [check('mail_stop_only_one', sql`${stop.only}`)],
)
