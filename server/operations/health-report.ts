import { sql } from 'drizzle-orm'
import type { HealthReport } from '#contract/operations.ts'
import type { Database } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { mailState } from '../mail/mail-state.ts'
import type { Services } from '../services.ts'
import { checkInvariants } from './check-invariants.ts'
import { listBackups } from './list-backups.ts'
import { booksKept, SETTLED_WITHIN_MINUTES } from './payment-books.ts'

/** How the shop is at this moment. Reads whole tables, so callers share one report instead of asking at once. */
export async function reportHealth({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<HealthReport> {
  const { folder, everyHours } = settings.backups
  const books = booksKept(settings)
  const invariants = await checkInvariants(db, { ...(books && { books }), graceMinutes: SETTLED_WITHIN_MINUTES })
  const [counts, newest] = [await countOpen(db), (await listBackups(folder)).at(-1)]
  return {
    at: new Date().toISOString(),
    shopVersion: packageJson.version,
    startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    database: { version: counts.version, sizeBytes: Number(counts.size) },
    invariants,
    mails: { waiting: counts.waiting, failed: counts.failed, unknown: counts.unknown },
    payments: {
      openMessages: counts.openMessages,
      openRefunds: counts.openRefunds,
      doneRefunds: counts.doneRefunds,
    },
    liveHolds: counts.liveHolds,
    backups: { last: newest?.madeAt.toISOString() ?? null, everyHours },
  }
}

type Counts = Record<'waiting' | 'failed' | 'unknown' | 'openMessages' | 'openRefunds' | 'doneRefunds' | 'liveHolds', number> & {
  version: string
  size: string
}

async function countOpen(db: Database): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select
      split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as size,
      waiting, failed, unknown,
      (select count(*)::int from payment_events where handled_at is null) as "openMessages",
      (select count(*)::int from refunds where done_at is null) as "openRefunds",
      (select count(*)::int from refunds where done_at is not null) as "doneRefunds",
      (select count(*)::int from holds where state = 'held' and expires_at > now()) as "liveHolds"
    from (
      select
        count(*) filter (where state in ('waiting', 'sending'))::int as waiting,
        count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'unknown')::int as unknown
      from (select ${mailState} as state from ${mails} where ${mails.sentAt} is null) unsent
    ) outbox`)
  return rows[0]! // an aggregate always yields its row
}
