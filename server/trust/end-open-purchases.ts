import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { lockAttempts } from '../identity/limit-attempts.ts'
import { cancelOrders } from '../orders/finish-cancelling.ts'
import { releaseHolds } from '../orders/release-holds.ts'
import { lockBill, type Bill } from '../payments/bill.ts'

/** What was ended. `toFinish` holds the bills with a payment begun; each is for `tryToFinishCancelling` after the commit. */
export type EndedPurchases = { releasedHolds: number; cancelledOrders: number; toFinish: string[] }

/**
 * Gives back every live hold of an account and cancels all its unpaid orders. Orders whose payment has begun only go to
 * `cancelling`: their pieces come back once the provider has ended the payment. No mail is written here: the caller knows
 * why it happens.
 */
export async function endOpenPurchases(tx: Transaction, userId: string): Promise<EndedPurchases> {
  await lockAttempts(tx, 'hold', userId) // all that take pieces lock it first
  const ended: EndedPurchases = { releasedHolds: 0, cancelledOrders: 0, toFinish: [] }
  // Orders, then parts, then holds, as everywhere: otherwise two transactions could deadlock.
  await lockOpenBills(tx, userId)
  await lockParts(tx, userId)
  ended.releasedHolds = await releaseHolds(tx, eq(holds.userId, userId))
  // Looked up again: a hold may have become an order while its lock was waited for.
  for (const bill of await lockOpenBills(tx, userId)) await endBill(tx, bill, ended)
  return ended
}

async function endBill(tx: Transaction, bill: Bill, ended: EndedPurchases): Promise<void> {
  const unpaid = bill.orders.filter(({ state }) => state === 'unpaid')
  if (bill.paymentAttempt === 0) {
    await cancelOrders(tx, unpaid)
    ended.cancelledOrders += unpaid.length
  } else {
    await tx.update(orders).set({ state: 'cancelling' }).where(inArray(orders.id, unpaid.map(({ id }) => id)))
    ended.toFinish.push(bill.id)
  }
}

async function lockOpenBills(tx: Transaction, userId: string): Promise<Bill[]> {
  const billId = sql<string>`coalesce(${orders.groupId}, ${orders.id})`
  const found = await tx
    .selectDistinct({ billId })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'unpaid')))
    .orderBy(billId)
  const bills: Bill[] = []
  for (const { billId: id } of found) {
    const bill = await lockBill(tx, id)
    if (bill?.orders.some(({ state }) => state === 'unpaid')) bills.push(bill)
  }
  return bills
}

const lockParts = (tx: Transaction, userId: string) =>
  tx
    .select({ id: parts.id })
    .from(parts)
    .where(
      sql`${parts.id} in (
        select part_id from ${orders} where user_id = ${userId}::uuid and state = 'unpaid'
        union all select part_id from ${holds} where user_id = ${userId}::uuid and state = 'held')`,
    )
    .orderBy(asc(parts.id))
    .for('no key update')
