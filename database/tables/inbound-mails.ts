import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { quotes } from './quotes.ts'

/** Outcome of a mail: answered with a quote, answered without one, or not answered. */
export const inboundOutcomes = ['quoted', 'refused', 'silent'] as const

/**
 * Mails to the shop, each stored once by its Message-ID (`ref` is a hash of it). `raw` is the whole mail in base64, until it was
 * handled; then only the sender is left, by which answers are counted, and the row is deleted after some days. Due at `runAfter`.
 */
export const inboundMails = pgTable(
  'inbound_mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    ref: text().notNull().unique(),
    raw: text(),
    receivedAt: instant().notNull().defaultNow(),
    runAfter: instant().defaultNow(),
    attempts: integer().notNull().default(0),
    handledAt: instant(),
    outcome: text({ enum: [...inboundOutcomes] }),
    sender: text(),
    quoteId: uuid().references(() => quotes.id),
  },
  (mail) => [
    index('inbound_mails_due')
      .on(mail.runAfter)
      .where(sql`${mail.handledAt} is null`),
    index('inbound_mails_of_sender')
      .on(mail.sender, mail.handledAt)
      .where(sql`${mail.sender} is not null`),
    index('inbound_mails_handled').on(mail.handledAt),
    check('inbound_mails_outcome_known', sql`${mail.outcome} in ('quoted', 'refused', 'silent')`),
    check('inbound_mails_handled_has_outcome', sql`(${mail.handledAt} is null) = (${mail.outcome} is null)`),
    check('inbound_mails_raw_until_handled', sql`(${mail.handledAt} is null) = (${mail.raw} is not null)`),
    check('inbound_mails_quoted_has_quote', sql`(${mail.outcome} = 'quoted') = (${mail.quoteId} is not null) or ${mail.outcome} is null`),
  ],
)
