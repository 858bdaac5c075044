import { and, eq } from 'drizzle-orm'
import { wasPaid } from '#contract/orders/order-states.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import { lockBill, readBill, type Bill } from '../orders/bill.ts'

/** The bill of the caller's own order. @throws ShopError NOT_FOUND for an unknown order or another customer's. */
export async function findOwnBill(db: Queryable, caller: Caller, orderId: string): Promise<Bill> {
  return (await readBill(db, await idOfBill(db, caller, orderId)))! // an order has its bill
}

/** The same, locked until the transaction ends, of which this is the first statement. @throws ShopError also SIGN_IN_NEEDED. */
export async function lockOwnBill(tx: Transaction, caller: Caller, orderId: string): Promise<Bill> {
  await requireLiveCaller(tx, caller)
  return (await lockBill(tx, await idOfBill(tx, caller, orderId)))!
}

async function idOfBill(db: Queryable, { userId }: Caller, orderId: string): Promise<string> {
  const [own] = await db
    .select({ id: orders.id, groupId: orders.groupId })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  if (!own) throw new ShopError('NOT_FOUND')
  return own.groupId ?? own.id
}

/** @throws ShopError ORDER_ALREADY_PAID; ORDER_NOT_PAYABLE when it is cancelled, or being cancelled. */
export function requireUnpaid({ state, totalCents }: Bill): void {
  if (wasPaid(state)) throw new ShopError('ORDER_ALREADY_PAID')
  if (state !== 'unpaid' || totalCents === 0) throw new ShopError('ORDER_NOT_PAYABLE')
}
