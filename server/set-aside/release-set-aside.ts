import { eq } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import type { setAsideCalls } from '#contract/people/set-aside.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { ShopError } from '../errors.ts'
import { tryToFinishCancelling } from '../orders/try-to-finish-cancelling.ts'
import type { Services } from '../services.ts'
import { requireAdminForStaff } from '../identity/require-admin-for-staff.ts'
import { endOpenPurchases } from '../orders/end-open-purchases.ts'

/**
 * Releases everything that an account has set aside; the account itself stays active.
 * @throws ShopError NOT_FOUND; ONLY_ADMINS
 */
export async function releaseSetAside(
  services: Services,
  actor: Actor,
  email: string,
): Promise<CallResponse<typeof setAsideCalls.release>> {
  const { toFinish, ...ended } = await transaction(services.db, async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) throw new ShopError('NOT_FOUND')
    await requireAdminForStaff(tx, actor, eq(users.id, user.id))
    const open = await endOpenPurchases(tx, user.id)
    await writeAudit(tx, actor, 'release-set-aside', email, { holds: open.releasedHolds, orders: open.cancelledOrders })
    return open
  })
  for (const billId of toFinish) await tryToFinishCancelling(services, billId)
  return { ...ended, cancelling: toFinish.length }
}
