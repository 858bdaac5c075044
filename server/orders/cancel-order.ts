import { inArray } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { crashPoint } from '../platform/crash-point.ts'
import type { Caller } from '../platform/http/caller.ts'
import { lockBill, type Bill } from '../payments/bill.ts'
import type { Services } from '../services.ts'
import { markCancelled } from './finish-cancelling.ts'
import { lockOrder } from './lock-order.ts'
import { tryToFinishCancelling } from './try-to-finish-cancelling.ts'

type OrderRow = typeof orders.$inferSelect

/** What a transaction began: `cancelled` by it already, or a bill whose payment has to be ended first. */
type Begun = { cancelled: string[]; toFinish?: string }

/**
 * Cancels an unpaid order of the caller's, or any as an admin; its pieces go back into stock. The others of its group
 * stay as they are, and what is to pay for them is so much less.
 * `deletedCount` is 0 when it cannot be cancelled: paid, cancelled before, paid in this very moment, or its payment is
 * not provably ended yet. In the last case the order stays in `cancelling`, where it cannot be paid anew, and the
 * reconciler finishes it.
 * @throws ShopError NOT_FOUND, alike for unknown and foreign orders.
 */
export async function cancelOrder(services: Services, who: Caller, orderId: string): Promise<{ deletedCount: 0 | 1 }> {
  const cancelled = await cancel(services, async (tx) => {
    const { bill, order } = await lockOrder(tx, who, orderId)
    if (order.state === 'cancelling') return { cancelled: [], toFinish: bill.id }
    if (order.state !== 'unpaid') return { cancelled: [] }
    if (who.role === 'admin') await writeAudit(tx, who, 'cancel-order', orderId)
    return beginCancelling(tx, services, bill, [order])
  })
  return { deletedCount: cancelled.includes(orderId) ? 1 : 0 }
}

/** The same for all unpaid orders of a bill, by the shop itself. Answers with the number cancelled. */
export async function cancelBill(services: Services, billId: string): Promise<number> {
  const cancelled = await cancel(services, async (tx) => {
    const bill = await lockBill(tx, billId)
    const unpaid = bill?.orders.filter(({ state }) => state === 'unpaid') ?? []
    return bill && unpaid.length > 0 ? beginCancelling(tx, services, bill, unpaid) : { cancelled: [] }
  })
  return cancelled.length
}

async function cancel(services: Services, begin: (tx: Transaction) => Promise<Begun>): Promise<string[]> {
  const { cancelled, toFinish } = await transaction(services.db, begin)
  crashPoint('cancel: begun')
  return toFinish === undefined ? cancelled : tryToFinishCancelling(services, toFinish)
}

async function beginCancelling(tx: Transaction, { settings }: Services, bill: Bill, which: OrderRow[]): Promise<Begun> {
  if (bill.paymentAttempt === 0) return { cancelled: await markCancelled(tx, settings, bill, which) }
  await tx
    .update(orders)
    .set({ state: 'cancelling' })
    .where(
      inArray(
        orders.id,
        which.map(({ id }) => id),
      ),
    )
  return { cancelled: [], toFinish: bill.id }
}
