import { and, eq, isNull, sql } from 'drizzle-orm'
import { toCents } from '#contract/basics/money.ts'
import type { Database } from '#database/connect.ts'
import { paymentRefunds, payments } from '#database/tables/payments.ts'
import { ProviderUnavailable } from '../errors.ts'
import type { Services } from '../services.ts'
import { refundByShop } from './refund-by-shop.ts'
import { syncRefunds } from './sync-refunds.ts'

/**
 * Requests a recorded refund from the provider and writes the result. The provider keeps an idempotency key for a day, so
 * the refund is first searched by its id at the provider.
 * @throws ProviderUnavailable
 */
export async function giveRefund(services: Services, refundId: string): Promise<void> {
  const { db } = services
  const asked = await findAsked(db, refundId)
  if (!asked) return
  if (asked.paidBy !== 'card') {
    // A refund of several deliveries is one of each.
    for (const one of await askedTogether(db, asked)) await refundByShop(db, one, asked.intentId)
    return
  }
  await syncRefunds(services, asked.intentId)
  const unknown = await findAsked(db, refundId)
  if (!unknown) return

  const { intentId, attempt, amountCents } = unknown
  try {
    await services.payments.createRefund({ refundId, attempt, intentId, amount: toCents(amountCents) })
  } catch (error) {
    if (error instanceof ProviderUnavailable && error.stored) await startNextAttempt(db, unknown)
    throw error
  }
  await syncRefunds(services, intentId)
}

type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>

async function findAsked(db: Database, refundId: string) {
  const { id, intentId, attempt, amountCents } = paymentRefunds
  const [asked] = await db
    .select({ id, intentId, attempt, amountCents, paidBy: payments.paidBy })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.intentId, paymentRefunds.intentId))
    .where(and(eq(paymentRefunds.id, refundId), eq(paymentRefunds.state, 'asked'), isNull(paymentRefunds.providerId)))
  return asked
}

/** What was asked for at the same time of the same order. */
async function askedTogether(db: Database, { id }: Asked): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select other.id from payment_refunds as one
    join payment_refunds as other on other.intent_id = one.intent_id and other.order_id = one.order_id and other.created_at = one.created_at
    where one.id = ${id}::uuid and other.state = 'asked' order by other.id`)
  return rows.length === 0 ? [id] : rows.map((row) => row.id)
}

/** Of several callers, one changes the refund. */
async function startNextAttempt(db: Database, { id, attempt }: Asked): Promise<void> {
  await db
    .update(paymentRefunds)
    .set({ attempt: sql`${paymentRefunds.attempt} + 1` })
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.attempt, attempt)))
}
