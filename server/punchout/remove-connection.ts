import { and, eq } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { transaction } from '#database/transaction.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'

/** Removes a connection of the caller with its sessions. `deletedCount` is 0 for one that is unknown or another account's. */
export async function removeConnection(db: Database, caller: Caller, id: string): Promise<{ deletedCount: number }> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const own = and(eq(punchoutConnections.id, id), eq(punchoutConnections.userId, caller.userId))
    const { rowCount } = await tx.delete(punchoutConnections).where(own)
    return { deletedCount: rowCount ?? 0 }
  })
}
