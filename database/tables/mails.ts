import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/** The mailbox of an address: what stands behind a `+` in it names a folder of the same one. */
export const mailboxOf = (address: SQLWrapper) => sql<string>`regexp_replace(${address}, '\\+[^@]*@', '@')`

/** What a mail says, paragraph by paragraph, before it is written as text or as HTML. Every text is plain. */
export type MailBlock =
  | { say: string }
  /** Pairs of a name and its value, in lines. */
  | { facts: [name: string, value: string][] }
  /** An address of the shop to go to; `label` says what one does there. */
  | { open: string; label: string }
  /** Somebody else's words, with their line breaks; marked so that they are not taken for the shop's. */
  | { quote: string }

/**
 * The outbox: a mail is written in the transaction that causes it and sent afterwards.
 * (kind, ref) is unique: at most one mail for each event.
 *
 * A mail is tried at `runAfter` and has none while it is being sent: only an attempt that surely did not send it gives
 * it another one. So a mail whose attempt has no known outcome stays where it is until an admin decides.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    ref: text().notNull(),
    /** Id of the order, or of the group of orders, that the mail tells about; null for all other mails. */
    about: text(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** The plain text. Empty once a mail with a link that signs somebody in is sent, or its link is no longer good. */
    body: text().notNull(),
    /** The same for the HTML, which is rendered when the mail is sent; null once it is sent, and where `html` is given. */
    blocks: jsonb().$type<MailBlock[]>(),
    /** The HTML of a mail with a token, and of one that the previous release queued; empty once it is sent. */
    html: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    runAfter: timestamp({ withTimezone: true }).defaultNow(),
    /** When the mail's link is no longer good; null when it is good for ever. */
    linkExpiresAt: timestamp({ withTimezone: true }),
    attempts: integer().notNull().default(0),
    attemptedAt: timestamp({ withTimezone: true }),
    lastError: text(),
    /** The mail about the same order in which this one was told, too. */
    sentWith: uuid(),
    /** When it was held back, because its address had got as many mails as a day allows; an admin may send it all the same. */
    heldBackAt: timestamp({ withTimezone: true }),
    sentAt: timestamp({ withTimezone: true }),
    /** When it was given up: the mail server refused it for good, or its link was no longer good. */
    failedAt: timestamp({ withTimezone: true }),
  },
  (mail) => [
    unique('mails_once').on(mail.kind, mail.ref),
    index('mails_about').on(mail.about).where(sql`${mail.about} is not null`),
    index('mails_to_mailbox').on(mailboxOf(mail.recipient), mail.attemptedAt),
    index('mails_to_send').on(mail.runAfter).where(sql`${mail.sentAt} is null`),
    check('mails_one_end', sql`${mail.sentAt} is null or ${mail.failedAt} is null`),
  ],
)

/**
 * One row while the outbox is stopped, because the mail server refuses the shop itself; none while mails are sent. One mail is
 * tried at `nextTryAt`, and the first one that is sent removes the row.
 */
export const mailStop = pgTable(
  'mail_stop',
  {
    only: boolean().primaryKey().default(true),
    /** What the mail server said, in one line. */
    cause: text().notNull(),
    /** What to do about it, in one sentence. */
    advice: text().notNull(),
    /** Whether only a mail that is sent proves that the cause is gone; otherwise the shop's own address proves it, too. */
    needsMail: boolean().notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp({ withTimezone: true }).notNull(),
  },
  (stop) => [check('mail_stop_only_one', sql`${stop.only}`)],
)
