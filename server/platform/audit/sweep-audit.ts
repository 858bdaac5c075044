import { lt, sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { deleteSome } from '#database/delete-some.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { transaction } from '#database/transaction.ts'
import type { Settings } from '../settings/settings.ts'

/** Maximum entries per transaction. */
const BATCH = 1_000

/**
 * Deletes entries of the audit log that are older than `AUDIT_DAYS`; with 0 all are kept. Returns how many were deleted. The trigger
 * that keeps the log lets entries of more than 30 days go in such a transaction, and no others.
 */
export async function sweepAudit(db: Database, { auditDays }: Pick<Settings, 'auditDays'>): Promise<number> {
  if (auditDays === 0) return 0
  for (let total = 0; ;) {
    const deleted = await transaction(db, async (tx) => {
      await tx.execute(sql`select set_config('shop.sweeping', 'on', true)`)
      const isOld = lt(auditLog.at, sql`now() - make_interval(days => ${auditDays}::int)`)
      return deleteSome(tx, auditLog.position, isOld, BATCH)
    })
    total += deleted
    if (deleted < BATCH) return total
  }
}
