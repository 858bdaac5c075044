import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { lockBill, type Bill } from './bill.ts'
import type { Services } from '../services.ts'
import { setEventActor } from './set-event-actor.ts'
import { markCancelled, markCancelling } from './finish-cancelling.ts'
import { lockOrder } from './lock-order.ts'
import { isMostlyPaid } from '../payments/transfer/mostly-paid.ts'
import { tryToFinishCancelling } from './try-to-finish-cancelling.ts'

/** Ids of the orders that were cancelled, or the bill whose payment must be ended first. */
type Started = { cancelled: string[]; toFinish?: string }

/**
 * Cancels an unpaid order of the caller, or any unpaid order if the caller is an admin; its pieces go back into stock. The
 * other orders of its group do not change, and the amount due decreases; but the deliveries of one line end together, since the price of a piece
 * is that of all of them. `deletedCount` is 0 when the order was paid or
 * cancelled before, or when its payment cannot be ended yet: then it stays in `cancelling`, where it cannot be paid, and the
 * reconciler finishes it.
 * @throws ShopError NOT_FOUND for an unknown order or another customer's.
 */
export async function cancelOrder(services: Services, who: Caller, orderId: string): Promise<{ deletedCount: 0 | 1 }> {
  const cancelled = await cancel(services, async (tx) => {
    const { bill, order } = await lockOrder(tx, who, orderId)
    await setEventActor(tx, who)
    if (order.state === 'cancelling') return { cancelled: [], toFinish: bill.id }
    if (order.state !== 'unpaid') return { cancelled: [] }
    const ending = endingWith(order, bill)
    if (who.role === 'admin') for (const { id } of ending) await writeAudit(tx, who, 'cancel-order', id)
    return startCancelling(tx, services, bill, ending)
  })
  return { deletedCount: cancelled.includes(orderId) ? 1 : 0 }
}

/** The order, and the unpaid ones that came of the same line of its quote. */
const endingWith = (order: OrderRow, { orders }: Bill): OrderRow[] =>
  orders.filter(
    ({ id, state, release }) => id === order.id || (state === 'unpaid' && release !== null && release.line === order.release?.line),
  )

/** The same for all unpaid orders of a bill, by the shop itself, unless half or more of it has arrived. Returns the number cancelled. */
export async function cancelBill(services: Services, billId: string): Promise<number> {
  const cancelled = await cancel(services, async (tx) => {
    const bill = await lockBill(tx, billId)
    const unpaid = bill?.orders.filter(({ state }) => state === 'unpaid') ?? []
    if (!bill || unpaid.length === 0) return { cancelled: [] }
    const { rows } = await tx.execute<{ stays: boolean }>(sql`select ${isMostlyPaid(sql`${billId}::uuid`)} as stays`)
    return rows[0]!.stays ? { cancelled: [] } : startCancelling(tx, services, bill, unpaid)
  })
  return cancelled.length
}

async function cancel(services: Services, start: (tx: Transaction) => Promise<Started>): Promise<string[]> {
  const { cancelled, toFinish } = await transaction(services.db, start)
  return toFinish === undefined ? cancelled : tryToFinishCancelling(services, toFinish)
}

async function startCancelling(tx: Transaction, { settings }: Services, bill: Bill, which: OrderRow[]): Promise<Started> {
  if (bill.paymentAttempt === 0) return { cancelled: await markCancelled(tx, settings, bill, which) }
  await markCancelling(tx, which)
  return { cancelled: [], toFinish: bill.id }
}
