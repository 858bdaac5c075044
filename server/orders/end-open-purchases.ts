import { and, asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { cancelOrders, markCancelling } from './finish-cancelling.ts'
import { releaseHolds } from '../parts/release-holds.ts'
import { lockBill, type Bill } from './bill.ts'
import { findTransfer } from '../payments/transfer/find-transfer.ts'
import { lockBuyer } from '../trust/lock-buyer.ts'

/** What was ended. `transferredCents`: what had been transferred for it and goes back. `toFinish` has the bills with an open payment, for `tryToFinishCancelling` after the commit. */
export type EndedPurchases = { releasedHolds: number; cancelledOrders: number; transferredCents: number; toFinish: string[] }

/**
 * Releases every live hold of an account and cancels all its unpaid orders. Orders with an open payment become `cancelling`:
 * their pieces go back once the provider has ended the payment. The caller, which knows the reason, writes the mails.
 */
export async function endOpenPurchases(tx: Transaction, userId: string): Promise<EndedPurchases> {
  await lockBuyer(tx, { userId, network: null }) // as every purchase does first
  const ended: EndedPurchases = { releasedHolds: 0, cancelledOrders: 0, transferredCents: 0, toFinish: [] }
  // Orders, then parts, then holds, as in every transaction: another order could deadlock.
  await lockOpenBills(tx, userId)
  await lockParts(tx, userId)
  ended.releasedHolds = await releaseHolds(tx, eq(holds.userId, userId))
  // Read again: a hold may have become an order during the wait for its lock.
  for (const bill of await lockOpenBills(tx, userId)) await endBill(tx, bill, ended)
  return ended
}

async function endBill(tx: Transaction, bill: Bill, ended: EndedPurchases): Promise<void> {
  const unpaid = bill.orders.filter(({ state }) => state === 'unpaid')
  ended.transferredCents += (await findTransfer(tx, bill.id))?.receivedCents ?? 0
  if (bill.paymentAttempt === 0) {
    await cancelOrders(tx, unpaid)
    ended.cancelledOrders += unpaid.length
  } else {
    await markCancelling(tx, unpaid)
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
