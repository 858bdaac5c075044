import { sql } from 'drizzle-orm'
import type { MailState } from '#contract/mails.ts'
import { mails } from '#database/tables/mails.ts'
import { SEND_TIMEOUT_MS } from './transport.ts'

/** Seconds after which an attempt has ended and its outcome is written, if the shop that made it still lives. */
const ATTEMPT_OVER_SECONDS = SEND_TIMEOUT_MS / 1_000 + 5

const isUnderWay = sql`${mails.lastError} is null
  and ${mails.attemptedAt} > now() - make_interval(secs => ${ATTEMPT_OVER_SECONDS}::int)`

/** Where a mail of the outbox stands, by the database's clock. */
export const mailState = sql<MailState>`case
  when ${mails.sentAt} is not null then 'sent'
  when ${mails.failedAt} is not null then 'failed'
  when ${mails.runAfter} is not null then 'waiting'
  when ${mails.heldBackAt} is not null and ${mails.attemptedAt} is null then 'held'
  when ${isUnderWay} then 'sending'
  else 'unknown'
end`
