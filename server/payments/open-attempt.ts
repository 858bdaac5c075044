import { sql } from 'drizzle-orm'
import type { Cents } from '#contract/money.ts'
import type { Database } from '#database/connect.ts'
import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import { readGroupBill, writePayment, type Bill } from './bill.ts'
import { ProviderUnavailable, type Intent } from './provider.ts'

type AttemptOf = Pick<Bill, 'kind' | 'id' | 'state' | 'paymentAttempt' | 'paymentIntent'>

/**
 * Opens the intent of a bill's present attempt and records it. The attempt is written before the provider is asked, and
 * asking again names the same attempt: however many callers meet here, and wherever one of them dies, the bill has one
 * intent.
 * @returns undefined when the bill has changed meanwhile, or the attempt has failed for good: read the bill again.
 * @throws ProviderUnavailable
 */
export async function openAttempt({ db, payments }: Services, bill: Bill): Promise<Intent | undefined> {
  const attempt = Math.max(bill.paymentAttempt, 1)
  if (bill.paymentAttempt < attempt && !(await writeFirstAttempt(db, bill))) return undefined

  crashPoint('attempt: written')
  const { id: orderId, totalCents, placedAt, email, displayName } = bill
  let intent: Intent
  try {
    intent = await payments.openIntent({ orderId, attempt, amount: totalCents as Cents, placedAt, email, displayName })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable && error.stored)) throw error
    await startNextAttempt(db, { ...bill, paymentAttempt: attempt })
    return undefined
  }

  crashPoint('attempt: opened')
  const isRecorded = await writePayment(
    db,
    bill,
    sql`payment_intent = ${intent.id}::text`,
    sql`payment_attempt = ${attempt}::int and (payment_intent is null or payment_intent = ${intent.id}::text)`,
  )
  crashPoint('attempt: recorded')
  return isRecorded ? intent : undefined
}

/** Gives up the present attempt, whose intent nobody can pay any more. Of several callers, one moves the bill on. */
export async function startNextAttempt(db: Database, bill: AttemptOf): Promise<void> {
  await writePayment(
    db,
    bill,
    sql`payment_attempt = payment_attempt + 1, payment_intent = null`,
    sql`payment_attempt = ${bill.paymentAttempt}::int and payment_intent is not distinct from ${bill.paymentIntent}::text`,
  )
}

/**
 * Answers whether the bill is still waiting for this payment; another caller may have written the attempt already.
 * From the first attempt on the orders of a group stay together, so only now is its sum the one to ask for.
 */
async function writeFirstAttempt(db: Database, bill: Bill): Promise<boolean> {
  if (!(await writePayment(db, bill, sql`payment_attempt = 1`, sql`payment_attempt in (0, 1)`))) return false
  if (bill.kind === 'order') return true
  const written = await readGroupBill(db, bill.id)
  return written?.paymentAttempt === 1 && written.totalCents === bill.totalCents
}
