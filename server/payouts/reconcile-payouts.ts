import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { syncPayout } from './sync-payout.ts'

/** Days before the newest known payout that are read again: a bank may send one back for some days. */
const AGAIN_DAYS = 35
/** The first turns of a shop with years of payouts read this many each. */
const AT_A_TURN = 50

/**
 * Reads payouts whose messages were lost or never sent, the oldest first; a failing one does not affect the others. Returns the number of
 * failures.
 * @throws ProviderUnavailable
 */
export async function reconcilePayouts(services: Services): Promise<number> {
  const { db, payments, log } = services
  const { rows } = await db.execute<{ since: string }>(sql`
    select coalesce(max(created_at) - make_interval(days => ${AGAIN_DAYS}::int), 'epoch')::text as since from payouts where read_at is not null`)
  const listed = await payments.listPayouts(new Date(rows[0]!.since)) // an aggregate always yields its row
  const reported = JSON.stringify(listed.map(({ id, status, lines }) => ({ id, status, lines })))
  const { rows: changed } = await db.execute<{ id: string }>(sql`
    select reported.id from jsonb_to_recordset(${reported}::jsonb) as reported (id text, status text, lines text)
    left join payouts known on known.id = reported.id
    where known.id is null or known.status <> reported.status or (known.read_at is null and reported.lines <> 'later')`)
  const ids = new Set(changed.map(({ id }) => id))
  const due = listed.filter(({ id }) => ids.has(id)).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  let failures = 0
  for (const { id } of due.slice(0, AT_A_TURN)) {
    try {
      await syncPayout(services, id)
    } catch (error) {
      failures++
      log.warn({ err: error, payoutId: id }, 'a payout could not be read and will be tried again')
    }
  }
  return failures
}
