import { sql } from 'drizzle-orm'
import { mails } from '#database/tables/mails.ts'
import { mailState } from '../mail/mail-state.ts'

/** What waits for the shop to do it. Counts, and ages in seconds. */
export type OpenWork = {
  /** A mail that is being sent at this moment counts as waiting. */
  mails: { waiting: number; oldestSeconds: number; unknown: number; failed: number }
  paymentEvents: { open: number; oldestSeconds: number }
  refundsOpen: number
  liveHolds: number
}

const isWaiting = sql`state in ('waiting', 'sending')`

/** `OpenWork` as JSON, for the admins' health screen and for the figures alike. */
export const openWork = sql<OpenWork>`json_build_object(
  'mails', (
    select json_build_object(
      'waiting', count(*) filter (where ${isWaiting}),
      'oldestSeconds', coalesce(extract(epoch from now() - min(created_at) filter (where ${isWaiting})), 0),
      'unknown', count(*) filter (where state = 'unknown'),
      'failed', count(*) filter (where state = 'failed'))
    from (select ${mails.createdAt}, ${mailState} as state from ${mails} where ${mails.sentAt} is null) as unsent),
  'paymentEvents', (
    select json_build_object('open', count(*), 'oldestSeconds', coalesce(extract(epoch from now() - min(received_at)), 0))
    from payment_events where handled_at is null),
  'refundsOpen', (select count(*) from refunds where done_at is null),
  'liveHolds', (select count(*) from holds where state = 'held' and expires_at > now()))`
