import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { paymentEvents, paymentRefunds, returnedPayments } from '#database/tables/payments.ts'
import { sandboxDisputes, sandboxEvents, sandboxIntents, sandboxRefunds } from '#database/tables/sandbox.ts'
import { handlePaymentEvents } from '#server/payment-events/payment-inbox.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { succeedCanceledIntent } from '#server/payments/sandbox/books.ts'
import { eventBody } from '#server/payments/sandbox/webhooks.ts'
import { signWebhook } from '#server/payments/webhook-signature.ts'
import { reconcileRefunds } from '#server/refunds/reconcile-refunds.ts'
import type { Customer, TestShop } from '../shops/open-shop.ts'
import { cards, expectBooksToBalance, openPaymentOf, payByCard } from '../shops/payments.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import { chanceOf, someAtOnce, type Chance } from '../seeded.ts'

/** Parts of all deliveries. */
const DUPLICATED = 0.3
const LOST = 0.15
const FORGED = 0.05
const CRASHED = 0.05

/** Cents of a refund of a part. */
const REFUNDED_CENTS = 12_345

const BUYERS_AT_ONCE = 8
const DELIVERIES_AT_ONCE = 40
/** Holds per customer and hour are limited. */
const ORDERS_OF_ONE_BUYER = 25

/** The outcome of an order at the processor, and the minimum number of messages about it. The shop gets no other reports. */
const fates = {
  paid: 2,
  'paid at the third try': 4,
  'paid in two steps': 3,
  'paid slowly': 2,
  declined: 3,
  'never tried': 1,
  cancelled: 2,
  'paid after it was cancelled': 3,
  'paid with too little': 2,
  'paid in another currency': 2,
  'paid, then refunded': 4,
  'paid, then refunded in part': 4,
  'paid, then refunded in two parts': 6,
  'paid, then disputed': 4,
  'paid, then disputed and lost': 5,
  'paid, refunded in part and disputed': 6,
} as const
type Fate = keyof typeof fates
const allFates = Object.keys(fates) as Fate[]

type Delivery = { body: string; signature: string; isForged: boolean; eventId: string; intentId: string }

export type StormReport = {
  deliveries: number
  lost: number
  forged: number
  copies: number
  crashes: number
  orders: number
  paid: number
  /** Payments for nothing that went back. */
  refunded: number
  /** Refunds of paid orders that were made at the processor, and disputes. */
  returns: number
  disputes: number
  /** Orders that were right before the reconciler ran, by the messages alone. */
  rightByMessages: number
  /** Milliseconds of one turn of the reconciler, after which all orders were right. */
  reconcileMs: number
}

/**
 * Sends a storm of webhook messages to the shop, and then runs one turn of its reconciler. A crash is simulated by a handler that
 * throws: for one half of the messages after it is stored and before it is handled, for the other half after the order is settled and
 * before the message counts as handled. (Killed processes are tested by G2.)
 */
export async function playStorm(shop: TestShop, { deliveries, seed }: { deliveries: number; seed: number }): Promise<StormReport> {
  const chance = chanceOf(seed)
  await watchTransitions(shop)
  const admin = await shop.admin()
  const placed = await buyUntil(shop, chance, Math.ceil(deliveries * (1 - DUPLICATED - FORGED)))
  const { arriving, lost, copies } = await plan(shop, chance, deliveries)
  const crashes = await armCrashes(shop, chance, arriving, Math.round(deliveries * CRASHED))

  await someAtOnce(arriving, DELIVERIES_AT_ONCE, (delivery) => deliver(shop, delivery))
  await expect.poll(() => crashes.left(), { timeout: HANG_LIMIT_MS }).toEqual({ unhandled: 0, crashes: 0 })
  await crashes.end()
  const rightByMessages = placed.length - (await wrongOrders(shop, placed)).length

  const begun = performance.now()
  await reconcilePayments(shop.services)
  await reconcileRefunds(shop.services)
  const reconcileMs = performance.now() - begun
  expect(await wrongOrders(shop, placed), 'orders that are not what the processor says').toEqual([])

  // Crashed messages are handled again in time, without further changes.
  await shop.db.update(paymentEvents).set({ receivedAt: sql`now() - interval '1 day'` })
  while ((await handlePaymentEvents(shop.services)) > 0);
  await reconcilePayments(shop.services)
  expect(await wrongOrders(shop, placed)).toEqual([])
  const { paid, refunded, returns, disputes } = await expectNothingTwice(shop, placed, admin)
  await expectBooksToBalance(shop)
  const forged = arriving.filter(({ isForged }) => isForged).length
  return {
    deliveries,
    lost,
    forged,
    copies,
    crashes: crashes.count,
    orders: placed.length,
    paid,
    refunded,
    returns,
    disputes,
    rightByMessages,
    reconcileMs,
  }
}

/** Every change of a state and every payment of an order leaves a row, also one that the order's own row hides. */
async function watchTransitions({ db }: TestShop): Promise<void> {
  await db.execute(sql`create table transitions (order_id uuid, from_state text, to_state text)`)
  await db.execute(sql`
    create function note_transition() returns trigger language plpgsql as $$
    begin
      insert into transitions values (new.id, old.state, new.state);
      return null;
    end $$`)
  await db.execute(sql`
    create trigger transition after update on orders for each row
    when (old.state <> new.state or old.paid_at is distinct from new.paid_at) execute function note_transition()`)
}

/** Places orders and plays their outcomes, until at least this many messages are written. */
async function buyUntil(shop: TestShop, chance: Chance, events: number): Promise<Order[]> {
  const part = await shop.addPart({ available: 900_000_000 })
  const chosen: Fate[] = []
  for (let written = 0; written < events; written += fates[chosen.at(-1)!]) chosen.push(chance.pick(allFates))
  const turns = Array.from({ length: Math.ceil(chosen.length / ORDERS_OF_ONE_BUYER) }, (_, turn) =>
    chosen.slice(turn * ORDERS_OF_ONE_BUYER, (turn + 1) * ORDERS_OF_ONE_BUYER),
  )
  const placed: Order[] = []
  await someAtOnce(turns, BUYERS_AT_ONCE, async (turn) => {
    const buyer = await shop.customer()
    for (const fate of turn) {
      const order = await shop.placeOrder(buyer, part)
      placed.push(order)
      await meet(shop, buyer, order, fate)
    }
  })
  return placed
}

async function meet(shop: TestShop, buyer: Customer, order: Order, fate: Fate): Promise<void> {
  const secret = await openPaymentOf(buyer, order)
  const intentId = intentIdOf(secret)
  const booked = (values: Partial<typeof sandboxIntents.$inferInsert>) =>
    shop.db.update(sandboxIntents).set(values).where(eq(sandboxIntents.id, intentId))
  if (fate === 'paid at the third try' || fate === 'declined') {
    await payByCard(shop, secret, cards.declined)
    await payByCard(shop, secret, cards.declined)
  }
  if (fate === 'paid in two steps') await payByCard(shop, secret, cards.secondStep)
  if (fate === 'paid with too little') await booked({ amountCents: 1 })
  if (fate === 'paid in another currency') await booked({ currency: 'eur' })
  if (fate.endsWith('cancelled')) await buyer.delete(`/order/${order._id}`)
  if (fate === 'paid after it was cancelled') await succeedCanceledIntent(shop.db, intentId)
  else if (fate.startsWith('paid')) await payByCard(shop, secret, fate === 'paid slowly' ? cards.slow : cards.pays)
  const { processor } = shop
  if (fate.includes('refunded in')) await processor.refund(intentId, REFUNDED_CENTS)
  if (fate === 'paid, then refunded' || fate.endsWith('two parts')) await processor.refund(intentId)
  if (fate.includes('disputed')) await processor.dispute(intentId)
  if (fate.endsWith('lost')) await processor.closeDispute(intentId, 'lost')
}

/** Which messages arrive, in which order: shuffled, with copies and forgeries among them, and without the lost ones. */
async function plan(shop: TestShop, chance: Chance, deliveries: number) {
  const { db, processor } = shop
  const told = await db
    .update(sandboxEvents)
    .set({ deliveredAt: sql`now()` })
    .returning()
  const genuine = (event: (typeof told)[number]): Delivery => {
    const body = eventBody(event)
    const { object } = event.payload as { object: { id: string; payment_intent?: string } }
    const intentId = object.payment_intent ?? object.id
    return { body, signature: signWebhook(body, processor.webhookSecret), isForged: false, eventId: event.id, intentId }
  }
  const originals = chance
    .shuffled(told)
    .slice(0, Math.round(deliveries * (1 - DUPLICATED - FORGED)))
    .map(genuine)
  const copies = Array.from({ length: Math.round(deliveries * DUPLICATED) }, () => chance.pick(originals))
  const lost = Math.round(deliveries * LOST)
  const kept = chance.shuffled([...originals, ...copies]).slice(lost)
  const unpaid = await db.select().from(sandboxIntents).where(eq(sandboxIntents.status, 'requires_payment_method'))
  const forged = Array.from({ length: Math.round(deliveries * FORGED) }, () =>
    forge(chance, chance.pick(unpaid).id, processor.webhookSecret),
  )
  return { arriving: chance.shuffled([...kept, ...forged]), lost, copies: copies.length }
}

/** Claims a success that did not happen. */
function forge(chance: Chance, intentId: string, secret: string): Delivery {
  const eventId = `evt_forged_${randomUUID()}`
  const body = JSON.stringify({ id: eventId, type: 'payment_intent.succeeded', data: { object: { id: intentId } } })
  const longAgo = Math.floor(Date.now() / 1_000) - 3_600
  const signature = chance.pick([
    signWebhook(body, 'a secret of somebody else'),
    signWebhook(`${body} `, secret),
    signWebhook(body, secret, longAgo),
    signWebhook(body, secret).replace('v1=', 'v0='),
    '',
  ])
  return { body, signature, isForged: true, eventId, intentId }
}

async function deliver({ app, processor }: TestShop, { body, signature, isForged }: Delivery): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/payment-webhook',
    headers: { 'content-type': 'application/json', [processor.signatureHeader]: signature },
    payload: body,
  })
  expect(answer.statusCode).toBe(isForged ? 400 : 200)
}

/** Lets this many messages crash, each once and of different payments. */
async function armCrashes({ db, services }: TestShop, chance: Chance, arriving: Delivery[], count: number) {
  const genuine = arriving.filter(({ isForged }) => !isForged)
  const chosen = chance.shuffled([...new Map(genuine.map((delivery) => [delivery.intentId, delivery])).values()]).slice(0, count)
  expect(chosen, 'messages that meet a crash').toHaveLength(count)
  const half = Math.floor(count / 2)
  const before = new Set(chosen.slice(0, half).map(({ intentId }) => intentId))
  const after = chosen.slice(half).map(({ eventId }) => eventId)

  const real = services.payments
  services.payments = {
    ...real,
    findIntent: (intentId) => (before.delete(intentId) ? Promise.reject(new Error('died before it acted')) : real.findIntent(intentId)),
  }
  await db.execute(sql`create table crashes as select jsonb_array_elements_text(${JSON.stringify(after)}::jsonb) as event_id`)
  await db.execute(sql`
    create function crash() returns trigger language plpgsql as $$
    begin
      if exists (select from crashes where event_id = new.event_id) then
        raise exception 'died before it was done';
      end if;
      return new;
    end $$`)
  await db.execute(sql`
    create trigger crash before update of handled_at on payment_events for each row
    when (new.handled_at is not null) execute function crash()`)
  // Every message that failed leaves a line in the log; only crashes fail here.
  const quiet = services.log
  const failed = new Set<unknown>()
  const stream = new Writable({
    write: (line, _encoding, done) => done(void failed.add((JSON.parse(String(line)) as { eventId?: string }).eventId)),
  })
  services.log = pino({ level: 'warn' }, stream)
  return {
    count,
    /** Unhandled messages, and crashes that have not happened yet. */
    async left() {
      const [open] = await db
        .select({ unhandled: sql<number>`count(*)::int` })
        .from(paymentEvents)
        .where(eq(paymentEvents.attempts, 0))
      failed.delete(undefined) // a refunded payment is an alarm, not a crash
      return { unhandled: open!.unhandled, crashes: count - failed.size }
    },
    async end() {
      services.payments = real
      services.log = quiet
      await db.execute(sql`drop trigger crash on payment_events`)
    },
  }
}

type Difference = { order: string; is: string; shouldBe: string }

/** Orders whose payment state differs from the processor's books, or from the customers' cancellations. */
async function wrongOrders({ db }: TestShop, placed: Order[]): Promise<Difference[]> {
  const rows = await db.select().from(orders)
  const booked = await db.select().from(sandboxIntents).where(eq(sandboxIntents.status, 'succeeded'))
  const back = new Set((await db.select().from(returnedPayments)).map(({ paymentIntent }) => paymentIntent))
  const known = new Map(rows.map((row) => [row.id, row]))
  const given = await db.select().from(sandboxRefunds)
  const disputed = new Map((await db.select().from(sandboxDisputes)).map(({ intentId, status }) => [intentId, status]))
  return placed.flatMap(({ _id }) => {
    const order = known.get(_id)!
    const money = booked.filter(({ orderId }) => orderId === _id)
    const good = money.find(({ amountCents, currency }) => amountCents === order.totalCents && currency === 'usd')
    const isCancelled = order.cancelledAt !== null
    const pays = isCancelled ? undefined : good
    const due = money.filter((intent) => intent !== pays).map(({ id }) => id)
    const unpaid = isCancelled ? 'cancelled' : 'unpaid'
    const cents = given.filter(({ intentId }) => intentId === pays?.id).reduce((sum, { amountCents }) => sum + amountCents, 0)
    const paid = cents === order.totalCents ? 'refunded' : 'paid'
    const dispute = pays && disputed.get(pays.id)?.replace('needs_response', 'open')
    const shouldBe = `${pays ? `${paid} by ${pays.id}` : unpaid}, back ${due.join()}, ${cents} refunded, dispute ${dispute ?? null}`
    const isBack = money.filter(({ id }) => back.has(id)).map(({ id }) => id)
    const is = `${order.transactionId ? `${order.state} by ${order.transactionId}` : order.state}, back ${isBack.join()}, ${order.refundedCents} refunded, dispute ${order.dispute}`
    return is === shouldBe ? [] : [{ order: _id, is, shouldBe }]
  })
}

/** One transition into paid, one mail about it, one refund at the processor and one mail about each; never two. */
async function expectNothingTwice(
  { db }: TestShop,
  placed: Order[],
  admin: Customer,
): Promise<Pick<StormReport, 'paid' | 'refunded' | 'returns' | 'disputes'>> {
  const { rows: twice } = await db.execute(sql`
    select order_id, from_state, to_state, count(*)::int as times from transitions group by 1, 2, 3 having count(*) > 1`)
  expect(twice, 'transitions made twice').toEqual([])
  const { rows: payments } = await db.execute(sql`select order_id from transitions where to_state = 'paid'`)
  const written = await db.select().from(mails)
  const mailsOf = (kind: string) => written.filter((mail) => mail.kind === kind)
  const back = await db.select().from(returnedPayments).where(isNotNull(returnedPayments.doneAt))
  const paidBy = new Set((await db.select().from(orders)).map(({ transactionId }) => transactionId))
  const whole = await db.select().from(sandboxIntents).where(isNotNull(sandboxIntents.refundedAt))
  const returned = whole.filter(({ id }) => !paidBy.has(id))
  const given = (await db.select().from(sandboxRefunds)).filter(({ intentId }) => paidBy.has(intentId))
  const found = (await db.select().from(paymentRefunds)).filter(({ intentId }) => paidBy.has(intentId))
  const disputed = await db.select().from(sandboxDisputes)

  expect(
    mailsOf('order-paid')
      .map(({ ref }) => ref)
      .toSorted(),
  ).toEqual(payments.map((row) => String(row['order_id'])).toSorted())
  expect(mailsOf('order-placed')).toHaveLength(placed.length)
  expect(back.map(({ paymentIntent }) => paymentIntent).toSorted()).toEqual(returned.map(({ id }) => id).toSorted())
  expect(
    mailsOf('refund-due')
      .map(({ ref }) => ref)
      .toSorted(),
  ).toEqual(back.map(({ paymentIntent }) => `${paymentIntent} ${admin.email}`).toSorted())
  expect(found.map(({ providerId }) => providerId).toSorted()).toEqual(given.map(({ id }) => id).toSorted())
  expect(
    mailsOf('order-refunded')
      .map(({ ref }) => ref)
      .toSorted(),
  ).toEqual(found.map(({ id }) => id).toSorted())
  expect(new Set(mailsOf('dispute-opened').map(({ ref }) => ref)).size).toBe(mailsOf('dispute-opened').length)
  expect(mailsOf('dispute-opened').length).toBeLessThanOrEqual(disputed.length)
  expect(
    await db
      .select()
      .from(paymentEvents)
      .where(sql`${paymentEvents.eventId} like 'evt_forged%'`),
  ).toEqual([])
  return { paid: payments.length, refunded: back.length, returns: found.length, disputes: disputed.length }
}
