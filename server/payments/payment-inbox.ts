import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { paymentEvents } from '#database/tables/payments.ts'
import { crashPoint } from '../crash-point.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ProviderEvent } from './provider.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'
import { settlePayment, type Settlement } from './settle-payment.ts'

const BATCH = 100
/** The wait doubles so often at most: 34 years by then, which the database can still add to a date. */
const DOUBLINGS = 30

/**
 * Stores a message of the payment provider, once; what it tells is acted on afterwards. Answers whether it is new.
 * @param body the bytes as they came: they are what is signed.
 * @throws ShopError SIGNATURE_WRONG when it is not the provider's, or too old; MALFORMED_BODY when it is signed and no
 * message all the same. Nothing is stored then.
 */
export async function receivePaymentEvent(
  { db, payments }: Services,
  body: Buffer,
  signature: string | undefined,
): Promise<boolean> {
  const event = payments.readEvent(body, signature)
  if (!event) throw new ShopError('SIGNATURE_WRONG')
  return (await storeEvents(db, [event])) > 0
}

/**
 * Stores what the payment provider could not deliver while the shop was not there, and has given up on or not tried
 * again yet. Answers with the number of messages that are new.
 * @throws ProviderUnavailable
 */
export async function receiveMissedEvents({ db, payments }: Pick<Services, 'db' | 'payments'>): Promise<number> {
  return storeEvents(db, (await payments.listMissedEvents?.()) ?? [])
}

/** Keeps each message once, however often and by whatever way it comes; answers with the number of new ones. */
async function storeEvents(db: Database, events: ProviderEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const stored = await db
    .insert(paymentEvents)
    .values(events.map(({ id: eventId, type, intentId, payload }) => ({ eventId, type, intentId, payload })))
    .onConflictDoNothing({ target: paymentEvents.eventId })
    .returning({ eventId: paymentEvents.eventId })
  crashPoint('event: stored')
  return stored.length
}

/**
 * Acts on every stored message that is due: settles the payment it is about, or follows its refunds and disputes. What cannot be settled now stays and is
 * tried again after 2, 4, 8 ... seconds. Safe to run in several processes at once. Answers with the number handled.
 */
export async function handlePaymentEvents(services: Services): Promise<number> {
  const { db, log } = services
  let handled = 0
  for (const { eventId, type, intentId } of await claimDueEvents(services)) {
    try {
      // A message about something else than a payment needs nothing done. An order that is not known is kept.
      if (intentId && (await actOn(services, type, intentId)) === 'unknown') continue
      crashPoint('event: acted on')
      await db.update(paymentEvents).set({ handledAt: databaseNow }).where(eq(paymentEvents.eventId, eventId))
      handled++
    } catch (error) {
      log.warn({ err: error, eventId }, 'a payment message could not be handled and will be tried again')
    }
  }
  return handled
}

/** Refunds and disputes change what has gone back of a payment; all else is about whether it succeeded. */
const actOn = (services: Services, type: string, intentId: string): Promise<Settlement> =>
  /^(charge|refund)\./.test(type) ? syncRefunds(services, intentId) : settlePayment(services, intentId)

/**
 * Claims messages by counting the try beforehand, so that one process at a time works on each. Those tried least come
 * first: however many of them nobody here can ever settle, as those of another shop on the same account, a new one need
 * not wait for them.
 */
async function claimDueEvents({ db }: Services): Promise<{ eventId: string; type: string; intentId: string | null }[]> {
  const { attempts } = paymentEvents
  const wait = sql`case when ${attempts} = 0 then 0 else power(2, least(${attempts}, ${DOUBLINGS}::int)) end`
  // As a table expression it is read once; a subquery may be read again for each row, and its limit with it.
  const due = db.$with('due').as(
    db
      .select({ eventId: paymentEvents.eventId })
      .from(paymentEvents)
      .where(
        and(
          isNull(paymentEvents.handledAt),
          sql`${paymentEvents.receivedAt} + make_interval(secs => ${wait}) <= now()`,
        ),
      )
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
