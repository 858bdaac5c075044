import { sql } from 'drizzle-orm'
import { asideFigures, jointFigures } from '../../set-aside/joint-set-aside.ts'
import { openMails, type OpenMails } from '../../outbox/open-mails.ts'

/** Work that the shop still has to do: counts, and ages in seconds. */
export type OpenWork = {
  mails: OpenMails
  paymentEvents: { open: number; oldestSeconds: number }
  refundsOpen: number
  liveHolds: number
  /** What PostgreSQL says of the archive of its write-ahead log; null without one. `last` is when a file of it was last kept. */
  archive: { last: string | null; failing: boolean } | null
  /** Of all accounts that have never paid: pieces, and their largest share of one part, 0 to 1. */
  jointlyAside: { pieces: number; largestShare: number }
  /** The same of all accounts, and the largest share of one account. */
  aside: { pieces: number; largestShare: number; largestShareOfOne: number }
}

/** `OpenWork` as JSON, for the admins' health screen and for the metrics. */
export const openWork = sql<OpenWork>`json_build_object(
  'mails', ${openMails},
  'paymentEvents', (
    select json_build_object('open', count(*), 'oldestSeconds', coalesce(extract(epoch from now() - min(received_at)), 0))
    from payment_events where handled_at is null),
  'refundsOpen', (select count(*) from refunds where done_at is null) + (select count(*) from payment_refunds where state = 'asked'),
  'jointlyAside', ${jointFigures},
  'aside', ${asideFigures},
  'archive', (
    select json_build_object(
      'last', last_archived_time,
      'failing', coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false))
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'),
  'liveHolds', (select count(*) from holds where state = 'held' and expires_at > now()))`
