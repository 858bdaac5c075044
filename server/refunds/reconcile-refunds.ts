import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { minutesFromNow } from '#database/clock.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { refundLateLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Returns } from '../payments/provider.ts'
import type { Services } from '../services.ts'
import { giveRefund } from './give-refund.ts'
import { syncRefunds } from './sync-refunds.ts'

const MINUTE_MS = 60_000
/** Each turn looks at what was opened within the last hour, the first one and one in each hour at 35 days. */
const RECENT_MS = 60 * MINUTE_MS
const ALL_MS = 35 * 86_400_000
/** Open disputes, and refunds on their way, that one turn asks about; those asked about longest ago first. */
const OPEN_AT_A_TURN = 20
/** The provider tells when one of them changes; a lost message is made up for after so long. */
const OPEN_EVERY_MINUTES = 60
/** Refunds asked for in one turn. */
const ASKED_AT_A_TURN = 100
/** Minutes of failing after which the shop's people are told. */
const LATE_MINUTES = 15

/** What the turns of one process remember: when all of 35 days was looked at, by the clock of `performance`. */
export type RefundTurns = { allAt?: number }

/**
 * Finds what lost messages would have told of refunds and disputes, and asks for the refunds that the shop means to give.
 * Each step may be repeated at will, and one that fails leaves the others alone. Answers with the number of failures.
 */
export async function reconcileRefunds(services: Services, turns: RefundTurns = {}): Promise<number> {
  const { log } = services
  let failures = 0
  const attempt = async (what: string, step: () => Promise<unknown>) => {
    try {
      await step()
    } catch (error) {
      failures++
      log.warn({ err: error }, `${what} could not be reconciled and will be tried again`)
    }
  }

  for (const id of await askedRefunds(services)) {
    await attempt(`refund ${id}`, () => giveRefund(services, id))
    await attempt(`refund ${id}`, () => tellWhenLate(services, id))
  }
  const changed = new Set(await openPayments(services))
  await attempt('refunds and disputes', async () => {
    for (const intentId of await changedPayments(services, turns)) changed.add(intentId)
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

/** Payments of this shop of which the provider says something else than the shop has written. */
async function changedPayments({ db, payments }: Services, turns: RefundTurns): Promise<string[]> {
  const isDue = turns.allAt === undefined || performance.now() - turns.allAt > RECENT_MS
  const startedAt = performance.now()
  const { refunds, disputes }: Returns = await payments.listReturns(new Date(Date.now() - (isDue ? ALL_MS : RECENT_MS)))
  const told = {
    refunds: refunds.map(({ id, intentId, status, amount }) => ({ id, intent_id: intentId, state: status, amount_cents: amount })),
    disputes: disputes.map(({ id, intentId, providerState, amount }) => ({ id, intent_id: intentId, state: providerState, amount_cents: amount })),
  }
  const columns = sql`id text, intent_id text, state text, amount_cents bigint`
  const { rows } = await db.execute<{ intentId: string }>(sql`
    with told as (
      select told.intent_id from jsonb_to_recordset(${JSON.stringify(told.refunds)}::jsonb) as told(${columns})
      where not exists (
        select from payment_refunds r
        where r.provider_id = told.id and r.state = told.state and r.amount_cents = told.amount_cents
      )
      union
      select told.intent_id from jsonb_to_recordset(${JSON.stringify(told.disputes)}::jsonb) as told(${columns})
      where not exists (
        select from disputes d
        where d.id = told.id and d.provider_state = told.state and d.amount_cents = told.amount_cents
      )
    )
    select intent_id as "intentId" from told
    where exists (select from orders where payment_intent = told.intent_id)
      or exists (select from order_groups where payment_intent = told.intent_id)
      or exists (select from refunds where payment_intent = told.intent_id)`)
  if (isDue) turns.allAt = startedAt
  return rows.map(({ intentId }) => intentId)
}

/** Payments with a dispute that is not decided or a refund on its way, which may change long after they were opened. */
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

/** Tells the shop's people once of a refund that the provider has not taken for long, by the database's clock. */
async function tellWhenLate({ db, settings }: Services, refundId: string): Promise<void> {
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
    for (const reader of await adminRecipients(tx, settings)) {
      const facts = { intentId, orderId: orderId ?? 'not known', reason }
      await queueMail(tx, refundLateLetter(settings, reader, facts, LATE_MINUTES))
    }
  })
}
