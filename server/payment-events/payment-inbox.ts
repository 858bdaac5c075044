import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isDatabaseAway } from '#database/database-trouble.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { paymentEvents } from '#database/tables/payments.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ProviderEvent } from '../payments/provider.ts'
import { syncPayout } from '../payouts/sync-payout.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'
import { settlePayment } from '../payments/settle-payment.ts'

const BATCH = 100
/** Maximum number of doublings: a wait of 34 years, which the database can still add to a date. */
const DOUBLINGS = 30

/**
 * Stores a message of the payment provider once; a job acts on it later. Returns whether it is new.
 * @param body the received bytes, because the signature covers them.
 * @throws ShopError SIGNATURE_WRONG for a wrong signature or an old message; MALFORMED_BODY for a signed body that is no
 * message. Nothing is stored then.
 */
export async function receivePaymentEvent({ db, payments }: Services, body: Buffer, signature: string | undefined): Promise<boolean> {
  const event = payments.readEvent(body, signature)
  if (!event) throw new ShopError('SIGNATURE_WRONG')
  return (await storeEvents(db, [event])) > 0
}

/**
 * Stores messages that the payment provider could not deliver while the shop was unavailable. Returns the number of new
 * messages.
 * @throws ProviderUnavailable
 */
export async function receiveMissedEvents({ db, payments }: Pick<Services, 'db' | 'payments'>): Promise<number> {
  return storeEvents(db, (await payments.listMissedEvents?.()) ?? [])
}

async function storeEvents(db: Database, events: ProviderEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const stored = await db
    .insert(paymentEvents)
    .values(events.map(({ id: eventId, type, intentId, payload }) => ({ eventId, type, intentId, payload })))
    .onConflictDoNothing({ target: paymentEvents.eventId })
    .returning({ eventId: paymentEvents.eventId })
  return stored.length
}

/**
 * Acts on every stored message that is due: settles its payment, syncs its refunds and disputes, or reads its payout. A message that fails is
 * tried again after 2, 4, 8 ... seconds. Several processes may run it concurrently. Returns the number handled.
 */
export async function handlePaymentEvents(services: Services): Promise<number> {
  const { db, log } = services
  let handled = 0
  for (const { eventId, type, intentId } of await claimDueEvents(services)) {
    try {
      // A message without a payment needs no work. One about an unknown order or payout is kept.
      if (intentId && !(await actOn(services, type, intentId))) continue
      await db.update(paymentEvents).set({ handledAt: databaseNow }).where(eq(paymentEvents.eventId, eventId))
      handled++
    } catch (error) {
      if (isDatabaseAway(error)) throw error // so would all that follow
      log.warn({ err: error, eventId }, 'a payment message could not be handled and will be tried again')
    }
  }
  return handled
}

/**
 * Messages about charges and refunds change what was refunded; those about payouts name one, and all others are about the payment's success.
 * Returns whether it is known.
 */
async function actOn(services: Services, type: string, id: string): Promise<boolean> {
  if (type.startsWith('payout.')) return syncPayout(services, id)
  const settlement = await (/^(charge|refund)\./.test(type) ? syncRefunds(services, id) : settlePayment(services, id))
  return settlement !== 'unknown'
}

/**
 * Claims messages by counting the attempt beforehand, so that one process at a time works on each. Fewest attempts first,
 * so that messages that can never be settled, as those of another shop on the same account, do not delay new ones.
 */
async function claimDueEvents({ db }: Services): Promise<{ eventId: string; type: string; intentId: string | null }[]> {
  const { attempts } = paymentEvents
  const wait = sql`case when ${attempts} = 0 then 0 else power(2, least(${attempts}, ${DOUBLINGS}::int)) end`
  // A table expression is evaluated once; a subquery, with its limit, may be evaluated again for each row.
  const due = db.$with('due').as(
    db
      .select({ eventId: paymentEvents.eventId })
      .from(paymentEvents)
      .where(and(isNull(paymentEvents.handledAt), sql`${paymentEvents.receivedAt} + make_interval(secs => ${wait}) <= now()`))
      .orderBy(attempts, paymentEvents.receivedAt)
      .limit(BATCH)
      .for('update', { skipLocked: true }),
  )
  const claimed = await db
    .with(due)
    .update(paymentEvents)
    .set({ attempts: sql`${attempts} + 1` })
    .where(inArray(paymentEvents.eventId, db.select({ eventId: due.eventId }).from(due)))
    .returning({ eventId: paymentEvents.eventId, type: paymentEvents.type, intentId: paymentEvents.intentId, attempts })
  return claimed.toSorted((a, b) => a.attempts - b.attempts)
}
