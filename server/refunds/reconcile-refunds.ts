import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { isDatabaseAway } from '#database/database-trouble.ts'
import { minutesFromNow } from '#database/clock.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { refundLateMail } from '../mail/templates/refunds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Returns } from '../payments/provider.ts'
import { nameOfBill, readBill } from '../orders/bill.ts'
import type { Services } from '../services.ts'
import { giveRefund } from './give-refund.ts'
import { syncRefunds } from './sync-refunds.ts'

const MINUTE_MS = 60_000
/** Each run reads payments opened within the last hour; the first run and one in each hour read 35 days. */
const RECENT_MS = 60 * MINUTE_MS
const ALL_MS = 35 * 86_400_000
/** Open disputes and pending refunds per run; the least recently checked first. */
const OPEN_AT_A_TURN = 20
/** The provider sends a message for each change; a lost message is detected after this time. */
const OPEN_EVERY_MINUTES = 60
const ASKED_AT_A_TURN = 100
/** Minutes of failures after which admins are notified. */
const LATE_MINUTES = 15

/** `allAt`: when this process last read all 35 days, by the clock of `performance`. */
export type RefundRuns = { allAt?: number }

/**
 * Finds refunds and disputes whose messages were lost, and requests the shop's recorded refunds. Each step may be repeated,
 * and a failing step does not affect the others. Returns the number of failures.
 */
export async function reconcileRefunds(services: Services, runs: RefundRuns = {}): Promise<number> {
  const { log } = services
  let failures = 0
  const attempt = async (what: string, step: () => Promise<unknown>) => {
    try {
      await step()
    } catch (error) {
      if (isDatabaseAway(error)) throw error // so would all that follow
      failures++
      log.warn({ err: error }, `${what} could not be reconciled and will be tried again`)
    }
  }

  for (const id of await askedRefunds(services)) {
    await attempt(`refund ${id}`, () => giveRefund(services, id))
    await attempt(`refund ${id}`, () => notifyWhenLate(services, id))
  }
  const changed = new Set(await openPayments(services))
  await attempt('refunds and disputes', async () => {
    for (const intentId of await changedPayments(services, runs)) changed.add(intentId)
  })
  for (const intentId of changed) await attempt(`payment ${intentId}`, () => syncRefunds(services, intentId))
  return failures
}

async function askedRefunds({ db }: Services): Promise<string[]> {
  const rows = await db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.state, 'asked'))
    .orderBy(asc(paymentRefunds.createdAt))
    .limit(ASKED_AT_A_TURN)
  return rows.map(({ id }) => id)
}

/** Payments of this shop whose state at the provider differs from the shop's rows. */
async function changedPayments({ db, payments }: Services, runs: RefundRuns): Promise<string[]> {
  const isDue = runs.allAt === undefined || performance.now() - runs.allAt > RECENT_MS
  const startedAt = performance.now()
  const { refunds, disputes }: Returns = await payments.listReturns(new Date(Date.now() - (isDue ? ALL_MS : RECENT_MS)))
  const reported = {
    refunds: refunds.map(({ id, intentId, status, amount }) => ({ id, intent_id: intentId, state: status, amount_cents: amount })),
    disputes: disputes.map(({ id, intentId, providerState, amount }) => ({
      id,
      intent_id: intentId,
      state: providerState,
      amount_cents: amount,
    })),
  }
  const columns = sql`id text, intent_id text, state text, amount_cents bigint`
  const { rows } = await db.execute<{ intentId: string }>(sql`
    with reported as (
      select reported.intent_id from jsonb_to_recordset(${JSON.stringify(reported.refunds)}::jsonb) as reported(${columns})
      where not exists (
        select from payment_refunds r
        where r.provider_id = reported.id and r.state = reported.state and r.amount_cents = reported.amount_cents
      )
      union
      select reported.intent_id from jsonb_to_recordset(${JSON.stringify(reported.disputes)}::jsonb) as reported(${columns})
      where not exists (
        select from disputes d
        where d.id = reported.id and d.provider_state = reported.state and d.amount_cents = reported.amount_cents
      )
    )
    select intent_id as "intentId" from reported
    where exists (select from orders where payment_intent = reported.intent_id)
      or exists (select from order_groups where payment_intent = reported.intent_id)
      or exists (select from refunds where payment_intent = reported.intent_id)`)
  if (isDue) runs.allAt = startedAt
  return rows.map(({ intentId }) => intentId)
}

/** Payments with an open dispute or a pending refund, which may change long after they were opened. */
async function openPayments({ db }: Services): Promise<string[]> {
  const { rows } = await db.execute<{ intentId: string }>(sql`
    select intent_id as "intentId" from payments p
    where as_of < now() - make_interval(mins => ${OPEN_EVERY_MINUTES}::int) and (
      exists (select from disputes d where d.intent_id = p.intent_id and d.state = 'open')
      or exists (select from payment_refunds r where r.intent_id = p.intent_id and r.state = 'pending')
    )
    order by as_of
    limit ${OPEN_AT_A_TURN}::int`)
  return rows.map(({ intentId }) => intentId)
}

/** Notifies admins once of a refund that the provider has refused for `LATE_MINUTES`, by the database's clock. */
async function notifyWhenLate({ db, settings }: Services, refundId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [late] = await tx
      .select()
      .from(paymentRefunds)
      .where(
        and(
          eq(paymentRefunds.id, refundId),
          eq(paymentRefunds.state, 'asked'),
          lte(paymentRefunds.createdAt, minutesFromNow(-LATE_MINUTES)),
        ),
      )
    if (!late) return
    const { orderId, intentId, reason } = late
    const facts = { intentId, order: nameOfBill(orderId === null ? undefined : await readBill(tx, orderId)), reason }
    for (const reader of await adminRecipients(tx, settings)) {
      await queueMail(tx, refundLateMail(settings, reader, facts, LATE_MINUTES))
    }
  })
}
