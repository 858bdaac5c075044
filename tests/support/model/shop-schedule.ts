import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { paymentEvents } from '#database/tables/payments.ts'
import { sandboxIntents } from '#database/tables/sandbox.ts'
import { checkLastingInvariants } from '#server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { releaseExpiredHolds } from '#server/parts/release-holds.ts'
import { handlePaymentEvents } from '#server/payment-events/payment-inbox.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { signInCrowd } from '../load/crowd.ts'
import { openShop } from '../shops/open-shop.ts'
import { chanceOf, type Chance } from '../seeded.ts'
import { compare, compareEnd, freePieces, type Model, type ModelShop, type Step } from './shop-model.ts'
import { addPart, call, chooseStep, type Kind } from './shop-steps.ts'
import { placedEarlier } from '../shops/placed-earlier.ts'

export async function openModelShop(): Promise<ModelShop> {
  const shop = await openShop({ env: { MAX_UNPAID_ORDERS: '1000' } })
  const [admin] = await signInCrowd(shop.db, 1, 'admin')
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  return { shop, admin: admin!, webhookUrl: `${address}/api/payment-webhook` }
}

/** Counts of events in schedules, so that an ineffective model test is noticed. */
export const nothingYet = () => ({
  steps: 0,
  orders: 0,
  paid: 0,
  shipped: 0,
  reduced: 0,
  parceled: 0,
  delivered: 0,
  cancelled: 0,
  refunded: 0,
  refused: 0,
})
export type Tally = ReturnType<typeof nothingYet>

export type ScheduleSize = { buyers: number; parts: number; rounds: number; stepsAtOnce: number }

/** Most schedules begin with an order that is paid, unless its card is declined: what follows payment has its rounds, too. */
const PAID_ORDER: Kind[] = ['hold', 'place', 'openPayment', 'pay', 'deliverMessages']

/**
 * Runs one schedule: in each round several people and jobs act concurrently, then shop and model are compared; at the end all work is
 * finished and compared again. The schedule is the same for the same seed; the order of concurrent steps is the database's choice.
 * Events are added to `tally`.
 * @throws AssertionError that names the seed and the steps.
 */
export async function playSchedule(modelShop: ModelShop, seed: number, size: ScheduleSize, tally: Tally): Promise<void> {
  const { shop, admin } = modelShop
  const chance = chanceOf(seed)
  const model: Model = { parts: [], buyers: await signInCrowd(shop.db, size.buyers), live: new Map(), orders: new Map() }
  for (let part = 0; part < size.parts; part++) await addPart(shop, model, 4_000 + 1_000 * chance.below(8))
  const trace: string[] = []
  try {
    for (const kind of chance.happens(0.7) ? PAID_ORDER : []) {
      const step = chooseStep(modelShop, model, chance, kind)
      trace.push(`alone: ${step?.say}`)
      await step?.run()
    }
    for (let round = 0; round < size.rounds; round++) {
      const fault = chooseFault(chance)
      Object.assign(shop.processor.faults, fault)
      const steps: Step[] = []
      const wanted = 1 + chance.below(size.stepsAtOnce)
      while (steps.length < wanted) {
        const step = chooseStep(modelShop, model, chance)
        if (step) steps.push(step)
      }
      if (fault.succeedAfterCancel) for (const order of model.orders.values()) order.mayBeLate = true
      trace.push(`${JSON.stringify(fault)}: ${steps.map(({ say }) => say).join(' | ')}`)
      const before = new Map(model.parts.map((known) => [known, freePieces(model, known)]))
      await Promise.all(steps.map((step) => step.run()))
      shop.processor.behave()
      await compare(shop, model, steps, before)
      tally.steps += steps.length
      tally.refused += steps.filter(({ refused }) => refused).length
    }
    await bringToRest(modelShop, model)
    await compare(shop, model, [], new Map())
    tally.refunded += await compareEnd(shop, model, admin)
    await compareLists(modelShop, model)
    expect(await checkLastingInvariants(shop.db, { books: sandboxBooks }), 'what must always hold').toEqual([])
    await leaveNothingOpen(modelShop, model)
    tallyOrders(model, tally)
  } catch (error) {
    process.stdout.write(`model: failed; SEED=${seed} SCHEDULES=1 repeats it. What was done:\n${trace.join('\n')}\n`)
    throw error
  }
}

function tallyOrders({ orders: known }: Model, tally: Tally): void {
  for (const { isCancelled, isPaid, timesShipped, timesReduced, parceled, delivered } of known.values()) {
    tally.orders++
    if (isPaid) tally.paid++
    if (isCancelled) tally.cancelled++
    tally.shipped += timesShipped
    tally.reduced += timesReduced
    tally.parceled += parceled
    tally.delivered += delivered.size
  }
}

function chooseFault(chance: Chance) {
  const roll = chance.next()
  if (roll < 0.08) return { unavailable: 'refuse' as const }
  if (roll < 0.16) return { unavailable: 'lose_answer' as const }
  if (roll < 0.24) return { succeedAfterCancel: true }
  if (roll < 0.34) return { loseEvents: true }
  // A separate random source: messages are delivered during other steps.
  return { duplicateEvents: chance.below(3), shuffleEvents: chanceOf(chance.below(2 ** 31)).next }
}

/** Time passes: pending payments are decided, every message arrives, and every job runs. */
async function bringToRest({ shop, webhookUrl }: ModelShop, { parts }: Model): Promise<void> {
  const { db, services, processor } = shop
  const mine = inArray(
    orders.partId,
    parts.map(({ part }) => part._id),
  )
  await db
    .update(sandboxIntents)
    .set({ updatedAt: new Date(0) })
    .where(eq(sandboxIntents.status, 'processing'))
  while ((await processor.undelivered()) > 0) await processor.deliverEvents(webhookUrl)
  for (;;) {
    await db
      .update(paymentEvents)
      .set({ receivedAt: sql`now() - interval '30 days'` })
      .where(isNull(paymentEvents.handledAt))
    await reconcilePayments(services)
    const waiting = await db.select({ id: paymentEvents.eventId }).from(paymentEvents).where(isNull(paymentEvents.handledAt))
    const ending = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(mine, eq(orders.state, 'cancelling')))
    if (waiting.length + ending.length === 0 && (await handlePaymentEvents(services)) === 0) break
  }
  await reconcilePayments(services)
}

/** Each buyer sees the state of the model. */
async function compareLists({ shop }: ModelShop, model: Model): Promise<void> {
  for (const buyer of model.buyers) {
    const shown: Order[] = (await call(shop, buyer, 'GET', `/order?customer=${buyer.email}`)).json()
    const mine = [...model.orders.values()].filter((known) => known.buyer === buyer && !known.isCancelled)
    const told = (list: { _id: string; paid: boolean; shipped: boolean }[]) => list.toSorted((a, b) => a._id.localeCompare(b._id))
    expect(told(shown.map(({ _id, paid, shipped }) => ({ _id, paid, shipped })))).toEqual(
      told(mine.map(({ order, isPaid, timesShipped }) => ({ _id: order._id, paid: isPaid, shipped: timesShipped > 0 }))),
    )
  }
}

/** The next schedule's jobs shall not have to look at this one's orders and holds. */
async function leaveNothingOpen({ shop }: ModelShop, { parts }: Model): Promise<void> {
  const { db, services } = shop
  const ids = parts.map(({ part }) => part._id)
  const ordersThat = (state: 'unpaid' | 'cancelled') => and(inArray(orders.partId, ids), eq(orders.state, state))
  await db
    .update(holds)
    .set({ expiresAt: sql`now()` })
    .where(and(inArray(holds.partId, ids), eq(holds.state, 'held')))
  await releaseExpiredHolds(db)
  await db.update(orders).set(placedEarlier('30 days')).where(ordersThat('unpaid'))
  await expireUnpaidOrders(services)
  await db
    .update(orders)
    .set({ cancelledAt: sql`now() - interval '2 hours'` })
    .where(ordersThat('cancelled'))
}
