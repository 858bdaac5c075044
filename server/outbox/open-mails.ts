import { sql } from 'drizzle-orm'
import type { MailStop } from '#contract/shop/mails.ts'
import { mails } from '#database/tables/mails.ts'
import { mailState } from './mail-state.ts'

/** The mails that are not sent. Counts, and ages in seconds. */
export type OpenMails = {
  /** Including mails that are being sent. */
  waiting: number
  oldestSeconds: number
  unknown: number
  failed: number
  /** Above the daily limit of their address. */
  heldBack: number
  /** Why no mails are sent; times as PostgreSQL's text. */
  stop: MailStop | null
}

const isWaiting = sql`state in ('waiting', 'sending')`

export const openMails = sql<OpenMails>`(
  select json_build_object(
    'waiting', count(*) filter (where ${isWaiting}),
    'oldestSeconds', coalesce(extract(epoch from now() - min(created_at) filter (where ${isWaiting})), 0),
    'unknown', count(*) filter (where state = 'unknown'),
    'failed', count(*) filter (where state = 'failed'),
    'heldBack', count(*) filter (where state = 'held'),
    'stop', (select json_build_object('since', since, 'cause', cause, 'advice', advice, 'nextTryAt', next_try_at) from mail_stop))
  from (select ${mails.createdAt}, ${mailState} as state from ${mails} where ${mails.sentAt} is null) as unsent)`

export const presentStop = (stop: MailStop | null): MailStop | null =>
  stop && { ...stop, since: new Date(stop.since).toISOString(), nextTryAt: new Date(stop.nextTryAt).toISOString() }
