import { eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/connect.ts'
import { dueCentsOf } from '#database/tables/orders.ts'
import { payments, returnedPayments } from '#database/tables/payments.ts'
import { lockBill, type Bill } from '../orders/bill.ts'

export type PaymentRow = typeof payments.$inferSelect

/** A succeeded payment with its bill; no bill when its money paid for nothing and is refunded in full. */
type LockedPayment = { row: PaymentRow; bill: Bill | undefined }

/**
 * A succeeded payment with its bill, locked until the transaction ends: the bill first, as in every transaction. Inserts the
 * payment's row if it is missing. Undefined for a payment that the shop has not settled.
 */
export async function lockPayment(tx: Transaction, intentId: string): Promise<LockedPayment | undefined> {
  const billId = await billPaidBy(tx, intentId)
  const bill = billId === undefined ? undefined : await lockBill(tx, billId)
  const amountCents = bill ? paidCentsOf(bill) : await amountOnItsWayBack(tx, intentId)
  if (amountCents === undefined) return undefined
  await tx.insert(payments).values({ intentId, amountCents }).onConflictDoNothing()
  const [row] = await tx.select().from(payments).where(eq(payments.intentId, intentId)).for('update')
  return { row: row!, bill } // inserted above, or before
}

async function billPaidBy(db: Queryable, intentId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from orders where transaction_id = ${intentId}::text and group_id is null
    union all
    select id from order_groups where transaction_id = ${intentId}::text`)
  return rows[0]?.id
}

/** Without orders that were cancelled before the payment. */
const paidCentsOf = ({ orders }: Bill) => orders.reduce((sum, order) => (order.state === 'cancelled' ? sum : sum + dueCentsOf(order)), 0)

async function amountOnItsWayBack(db: Queryable, intentId: string): Promise<number | undefined> {
  const [back] = await db
    .select({ amountCents: returnedPayments.amountCents })
    .from(returnedPayments)
    .where(eq(returnedPayments.paymentIntent, intentId))
  return back?.amountCents
}
