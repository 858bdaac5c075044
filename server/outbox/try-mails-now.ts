import type { Database } from '#database/connect.ts'
import { databaseNow } from '#database/clock.ts'
import { mailStop } from '#database/tables/mails.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'

/** Lets a stopped outbox try a mail at once. Returns 1, or 0 when it is not stopped. */
export async function tryMailsNow(db: Database, actor: Actor): Promise<number> {
  return transaction(db, async (tx) => {
    const stops = await tx.update(mailStop).set({ nextTryAt: databaseNow, tries: 0 }).returning({ cause: mailStop.cause })
    if (stops.length > 0 && actor) await writeAudit(tx, actor, 'retry-mail', 'all')
    return stops.length
  })
}
