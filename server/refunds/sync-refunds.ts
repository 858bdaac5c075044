import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/connect.ts'
import { payments } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import type { Returns } from '../payments/provider.ts'
import { settlePayment, type Settlement } from '../payments/settle-payment.ts'
import type { Services } from '../services.ts'
import { creditRefunds } from './credit-refunds.ts'
import { lockPayment } from './lock-payment.ts'
import { mergeDisputes } from './merge-disputes.ts'
import { mergeRefunds } from './merge-refunds.ts'
import { queueReturnMails } from './queue-return-mails.ts'
import { updateOrders } from './update-orders.ts'

/**
 * Brings a payment's refunds and disputes, and its orders, in line with the provider's current state. Uses no message's
 * content, so it may be called repeatedly and in any order. A payment that is not settled yet is settled first.
 *
 * Postings: those of `mergeRefunds` and `mergeDisputes`, and of the credit notes.
 * @throws ProviderUnavailable
 */
export async function syncRefunds(services: Services, intentId: string): Promise<Settlement> {
  // Read before the request to the provider: every change before this time is in the answer.
  const asOf = await readClock(services.db)
  const settlement = await settlePayment(services, intentId)
  if (settlement === 'unknown' || settlement === 'not_succeeded') return settlement
  const returns = await services.payments.findReturns(intentId)
  await transaction(services.db, (tx) => record(tx, services, { intentId, returns, asOf }))
  return settlement
}

type Answer = { intentId: string; returns: Returns; asOf: string }

async function record(tx: Transaction, services: Services, { intentId, returns, asOf }: Answer): Promise<void> {
  if (returns.refunds.length === 0 && returns.disputes.length === 0 && !(await isKnown(tx, intentId))) return
  const payment = await lockPayment(tx, intentId)
  // An answer requested later has been written; it contains everything that this one does.
  if (!payment || !(await writeAsOf(tx, intentId, asOf))) return
  const refunds = await mergeRefunds(tx, payment.row, returns.refunds)
  const disputes = await mergeDisputes(tx, intentId, returns.disputes)
  const ended = payment.bill ? await updateOrders(tx, payment.bill) : []
  await queueReturnMails(tx, services.settings, { intentId, bill: payment.bill, ended, ...refunds, ...disputes })
  const reason = ended.length > 0 ? 'The order was cancelled.' : 'A part of the price was refunded.'
  if (payment.bill) await creditRefunds(tx, payment.bill, { intentId, reason })
}

async function isKnown(tx: Transaction, intentId: string): Promise<boolean> {
  const known = await tx.select({ intentId: payments.intentId }).from(payments).where(eq(payments.intentId, intentId))
  return known.length > 0
}

async function writeAsOf(tx: Transaction, intentId: string, asOf: string): Promise<boolean> {
  const written = await tx
    .update(payments)
    .set({ asOf: sql`${asOf}::timestamptz` })
    .where(and(eq(payments.intentId, intentId), or(isNull(payments.asOf), lt(payments.asOf, sql`${asOf}::timestamptz`))))
    .returning({ intentId: payments.intentId })
  return written.length > 0
}

/** The database's clock, to the microsecond, as text that it can read again. */
async function readClock(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return rows[0]!.now // a select without from has one row
}
