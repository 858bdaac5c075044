import { sql } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { PAYMENTS_SHOWN, type HealthReport } from '#contract/shop/operations.ts'
import type { Database } from '#database/connect.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { listBackups } from '../backup/list-backups.ts'
import { checkInvariants } from '../invariants/check-invariants.ts'
import { booksKept, SETTLED_WITHIN_MINUTES } from '../invariants/payment-books.ts'
import { paymentsWithoutOrder } from '../../orders/lists/order-attention.ts'
import { presentStop } from '../../outbox/open-mails.ts'
import type { Services } from '../../services.ts'
import { openWork, type OpenWork } from './open-work.ts'

/** The shop's current state. Reads whole tables, so concurrent callers share one report. */
export async function reportHealth({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<HealthReport> {
  const { folder, everyHours } = settings.backups
  const books = booksKept(settings)
  const invariants = await checkInvariants(db, { ...(books && { books }), graceMinutes: SETTLED_WITHIN_MINUTES })
  const [{ version, size, doneRefunds, openDisputes, work }, newest] = [await readDatabase(db), (await listBackups(folder)).at(-1)]
  const { waiting, failed, unknown, heldBack, stop } = work.mails
  return {
    at: new Date().toISOString(),
    shopVersion: packageJson.version,
    startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    database: { version, sizeBytes: Number(size) },
    invariants,
    mails: { waiting, failed, unknown, heldBack, stop: presentStop(stop) },
    payments: {
      openMessages: work.paymentEvents.open,
      openRefunds: work.refundsOpen,
      doneRefunds,
      openDisputes,
      withoutOrder: await findWithoutOrder(db),
    },
    liveHolds: work.liveHolds,
    backups: { last: newest?.madeAt.toISOString() ?? null, everyHours, archive: archiveOf(work) },
  }
}

async function findWithoutOrder(db: Database): Promise<HealthReport['payments']['withoutOrder']> {
  const { rows } = await db.execute<{ kind: 'dispute' | 'failed-refund'; payment: string; since: Date | string; cents: number }>(sql`
    select kind, intent_id as payment, since, amount_cents::float8 as cents from (${paymentsWithoutOrder}) as waiting
    order by since limit ${PAYMENTS_SHOWN}`)
  return rows.map(({ since, cents, ...payment }) => ({
    ...payment,
    since: new Date(since).toISOString(),
    amount: centsToDollars(toCents(cents)),
  }))
}

type Found = { version: string; size: string; doneRefunds: number; openDisputes: number; work: OpenWork }

async function readDatabase(db: Database): Promise<Found> {
  const { rows } = await db.execute<Found>(sql`
    select
      split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as size,
      (select count(*)::int from refunds where done_at is not null)
        + (select count(*)::int from payment_refunds r where state = 'succeeded'
            and not exists (select from refunds where payment_intent = r.intent_id)) as "doneRefunds",
      (select count(*)::int from disputes where state = 'open') as "openDisputes",
      ${openWork} as work`)
  return rows[0]! // a select without from has one row
}

/** The time as the API writes times. */
const archiveOf = ({ archive }: OpenWork) =>
  archive && { last: archive.last === null ? null : new Date(archive.last).toISOString(), failing: archive.failing }
