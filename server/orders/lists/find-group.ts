import { and, eq } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import type { Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { quotes } from '#database/tables/quotes.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { goodsCentsOf, readGroupBill, type Bill } from '../bill.ts'
import { presentOrder } from './present-order.ts'

/**
 * Orders that were placed together.
 * @throws ShopError NOT_FOUND for an unknown group, for another customer's unless the caller is an admin, and for one whose orders are all
 *   cancelled.
 */
export async function findGroup(db: Queryable, caller: Caller, groupId: string): Promise<OrderGroup> {
  const [group] = await db
    .select({ number: quotes.number })
    .from(orderGroups)
    .innerJoin(quotes, eq(quotes.id, orderGroups.quoteId))
    .where(and(eq(orderGroups.id, groupId), caller.role === 'admin' ? undefined : eq(orderGroups.userId, caller.userId)))
  const bill = group && (await readGroupBill(db, groupId))
  if (!bill || bill.state === 'cancelled') throw new ShopError('NOT_FOUND')
  return presentGroup(bill, group.number)
}

/** A group with its orders that are not cancelled. An order in `cancelling` is shown as unpaid. */
export function presentGroup(bill: Bill, quoteNumber: string): OrderGroup {
  const { id, totalCents, taxCents, freightCents, transactionId } = bill
  const orders = bill.orders.filter(({ state }) => state !== 'cancelled')
  return {
    groupId: id,
    quoteNumber,
    totalPrice: centsToDollars(goodsCentsOf(bill)),
    paid: transactionId !== null,
    transactionId: transactionId ?? '',
    orders: orders.map(presentOrder),
    ...(orders.some(({ freight }) => freight) && { freight: { amount: centsToDollars(toCents(freightCents)) } }),
    ...(orders.some(({ tax }) => tax) && { tax: { total: centsToDollars(toCents(taxCents)), due: centsToDollars(toCents(totalCents)) } }),
  }
}

export async function quoteNumberOf(db: Queryable, groupId: string): Promise<string> {
  const [quote] = await db
    .select({ number: quotes.number })
    .from(quotes)
    .innerJoin(orderGroups, eq(orderGroups.quoteId, quotes.id))
    .where(eq(orderGroups.id, groupId))
  return quote!.number // a group refers to its quote
}
