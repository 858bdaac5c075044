import { sql } from 'drizzle-orm'
import { toCents } from '#contract/basics/money.ts'
import type { Database } from '#database/connect.ts'
import type { Services } from '../services.ts'
import { readBill, writePayment, type Bill } from '../orders/bill.ts'
import { ProviderUnavailable } from '../errors.ts'
import type { Intent } from './provider.ts'

type AttemptOf = Pick<Bill, 'kind' | 'id' | 'state' | 'paymentAttempt' | 'paymentIntent'>

/**
 * Opens the intent of a bill's current attempt and records it. The attempt is written before the request to the provider,
 * and a repeated request names the same attempt. So concurrent callers, and callers that die in between, leave one intent.
 * @returns undefined when the bill has changed in the meantime, or the attempt has failed permanently: read the bill again.
 * @throws ProviderUnavailable
 */
export async function openAttempt({ db, payments }: Services, bill: Bill): Promise<Intent | undefined> {
  const attempt = Math.max(bill.paymentAttempt, 1)
  if (bill.paymentAttempt < attempt && !(await writeFirstAttempt(db, bill))) return undefined

  const { id: orderId, totalCents, placedAt, email, displayName } = bill
  let intent: Intent
  try {
    intent = await payments.openIntent({ orderId, attempt, amount: toCents(totalCents), placedAt, email, displayName })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable && error.stored)) throw error
    await startNextAttempt(db, { ...bill, paymentAttempt: attempt })
    return undefined
  }

  const isRecorded = await writePayment(
    db,
    bill,
    sql`payment_intent = ${intent.id}::text`,
    sql`payment_attempt = ${attempt}::int and (payment_intent is null or payment_intent = ${intent.id}::text)`,
  )
  return isRecorded ? intent : undefined
}

/** Ends the current attempt, whose intent cannot be paid any more. Of several callers, one changes the bill. */
export async function startNextAttempt(db: Database, bill: AttemptOf): Promise<void> {
  await writePayment(
    db,
    bill,
    sql`payment_attempt = payment_attempt + 1, payment_intent = null`,
    sql`payment_attempt = ${bill.paymentAttempt}::int and payment_intent is not distinct from ${bill.paymentIntent}::text`,
  )
}

/**
 * Returns whether the bill still awaits this payment of this amount; another caller may have written the attempt already, and an
 * order may have been reduced or cancelled since the bill was read. During an attempt the orders of a bill do not change, so the
 * amount is reliable from here on.
 */
async function writeFirstAttempt(db: Database, bill: Bill): Promise<boolean> {
  if (!(await writePayment(db, bill, sql`payment_attempt = 1`, sql`payment_attempt in (0, 1)`))) return false
  const written = await readBill(db, bill.id)
  return written?.paymentAttempt === 1 && written.totalCents === bill.totalCents
}
