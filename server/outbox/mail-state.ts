import { sql } from 'drizzle-orm'
import type { MailState } from '#contract/shop/mails.ts'
import { mails } from '#database/tables/mails.ts'
import { SEND_TIMEOUT_MS } from '../mail/transport.ts'

/** Seconds after which the outcome of an attempt is written, unless its process has died. */
const ATTEMPT_OVER_SECONDS = SEND_TIMEOUT_MS / 1_000 + 5

const isUnderWay = sql`${mails.lastError} is null
  and ${mails.attemptedAt} > now() - make_interval(secs => ${ATTEMPT_OVER_SECONDS}::int)`

/** The state of a mail, by the database's clock. */
export const mailState = sql<MailState>`case
  when ${mails.sentAt} is not null then 'sent'
  when ${mails.failedAt} is not null then 'failed'
  when ${mails.runAfter} is not null then 'waiting'
  when ${mails.heldBackAt} is not null and ${mails.attemptedAt} is null then 'held'
  when ${isUnderWay} then 'sending'
  else 'unknown'
end`
