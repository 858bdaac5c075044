import { setTimeout as delay } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, inject } from 'vitest'
import type { Order, StockChangeAnswer } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { inDatabase } from '#database/in-database.ts'
import { mails } from '#database/tables/mails.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { sandboxIntents } from '#database/tables/sandbox.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { succeedCanceledIntent } from '#server/payments/sandbox/books.ts'
import { CrashClient } from './crash-client.ts'
import { bundleCrashProgram, startCrashProcess, type CrashAt, type CrashProcess } from './crash-process.ts'
import { signInCrowd, type Signed } from '../load/crowd.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import { contact, type TestShop } from '../shops/open-shop.ts'
import { totalDollars } from '../total-dollars.ts'

/** Concurrent buyers of each round. */
const BUYERS = 3

const LOT = 1_000
const STOCK = 100_000

/** Shop processes, one after the other, on the same database; the next one is loaded while this one works. */
export type CrashShop = {
  /** The current process; waits while there is none. */
  current(): Promise<CrashProcess>
  /** Replaces the dead process with the loaded one. */
  replace(): Promise<void>
  stop(): Promise<void>
}

export async function openCrashShop(shop: TestShop): Promise<CrashShop> {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  const { dataDir } = shop.services.settings
  const program = await bundleCrashProgram(dataDir)
  const start = () =>
    startCrashProcess({
      program,
      database: inDatabase(inject('postgres'), rows[0]!.name),
      dataDir,
      webhookSecret: shop.processor.webhookSecret,
    })
  let working = await start()
  let spare = await start()
  await working.url
  return {
    async current() {
      const deadline = performance.now() + HANG_LIMIT_MS
      while (working.isDead()) {
        if (performance.now() > deadline) throw new Error('There is no shop process')
        await delay(10)
      }
      return working
    },
    async replace() {
      await spare.url
      working = spare
      spare = await start()
    },
    stop: async () => void (await Promise.all([working.stop(), spare.stop()])),
  }
}

/** A process that is to die, and the next one, which takes over after stock and orders were compared. */
export async function expectDeath(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<{ over(): Promise<boolean> }> {
  const doomed = await crashShop.current()
  doomed.dieAt(at)
  const takingOver = takeOver(shop, crashShop, doomed)
  takingOver.catch(() => {}) // awaited in `over`, when the next process is no longer awaited
  return {
    /** Ends a process that has survived the round; returns whether it died before. */
    async over() {
      const hasDied = doomed.isDead()
      await doomed.stop()
      await takingOver
      return hasDied
    },
  }
}

async function takeOver(shop: TestShop, crashShop: CrashShop, doomed: CrashProcess): Promise<void> {
  expect(await doomed.died).toBe('SIGKILL')
  await expectStockToAgree(shop)
  await crashShop.replace()
}

/** What was confirmed to buyers, and must therefore still exist. */
type Confirmed = { orders: Set<string>; paid: Set<string>; cancelled: Set<string>; holds: Set<string> }

/**
 * One round: buyers hold, order, pay and cancel; the process dies at the given moment; the next one continues. A client without an
 * answer retries, as the shop's own screens do. Returns whether it died before the end of the round.
 * @throws AssertionError when a confirmed change is lost, or stock and money do not agree.
 */
export async function playRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const part = await shop.addPart({ available: STOCK })
  const crowd = await signInCrowd(shop.db, BUYERS)
  const confirmed: Confirmed = { orders: new Set(), paid: new Set(), cancelled: new Set(), holds: new Set() }
  const death = await expectDeath(shop, crashShop, at)

  await Promise.all(crowd.map((someone) => new Buyer(shop, crashShop, part, someone, confirmed).live()))

  const hasDied = await death.over()
  const next = await crashShop.current()
  for (const work of ['events', 'release', 'reconcile', 'mails'] as const) await next.run(work)
  await expectAllToBeThere(shop, part, confirmed)
  return hasDied
}

class Buyer extends CrashClient {
  readonly #part: Part
  readonly #confirmed: Confirmed

  constructor(shop: TestShop, crashShop: CrashShop, part: Part, signed: Signed, confirmed: Confirmed) {
    super(shop, crashShop, signed)
    this.#part = part
    this.#confirmed = confirmed
  }

  /** Every course of a purchase. */
  async live(): Promise<void> {
    await this.#buyAndPay()
    await this.#buyAndCancel()
    await this.#holdAndForget()
    await this.#payTooLate()
  }

  async #buyAndPay(): Promise<void> {
    const order = await this.#order()
    const secret = await this.#openPayment(order)
    await this.shop.processor.pay(secret, '4242 4242 4242 4242')
    await Promise.all([this.webhooks(), this.#report(order, secret)])
  }

  async #buyAndCancel(): Promise<void> {
    const order = await this.#order()
    await this.#openPayment(order)
    await this.#cancel(order)
  }

  async #holdAndForget(): Promise<void> {
    await this.#forget(await this.#hold(LOT))
    await this.#hold(2 * LOT)
    await this.#forget(await this.#hold(LOT))
  }

  async #forget({ holdId = '' }: StockChangeAnswer): Promise<void> {
    await this.shop.db
      .update(holds)
      .set({ expiresAt: sql`now()` })
      .where(eq(holds.id, holdId))
    await this.work('release')
  }

  /** The bank decides after the processor has reported the payment as ended. */
  async #payTooLate(): Promise<void> {
    const order = await this.#order()
    const secret = await this.#openPayment(order)
    await this.#cancel(order)
    await succeedCanceledIntent(this.shop.db, intentIdOf(secret))
    await this.webhooks()
    await this.work('events')
    await this.work('reconcile')
  }

  async #hold(orderQuantity: number): Promise<StockChangeAnswer> {
    const held = await this.ask<StockChangeAnswer>('PUT', `/inventory/${this.#part._id}`, {
      restAvailable: { available: 0 },
      orderQuantity,
    })
    this.#confirmed.holds.add(held.holdId!)
    return held
  }

  async #order(): Promise<Order> {
    const { holdId } = await this.#hold(LOT)
    const { name, _id: partsId, price } = this.#part
    const order = await this.ask<Order>('POST', '/inventory', {
      orderItem: { name, partsId, totalPrice: totalDollars(price, LOT), orderQuantity: LOT, holdId, ...contact },
    })
    this.#confirmed.orders.add(order._id)
    return order
  }

  async #openPayment({ _id: orderId, totalPrice }: Order): Promise<string> {
    const opened = await this.ask<{ clientSecret: string }>('POST', '/create-payment-intent', { orderId, totalPrice })
    return opened.clientSecret
  }

  async #report(order: Order, secret: string): Promise<void> {
    await this.ask('PUT', `/order/${order._id}`, { order: order._id, transactionId: intentIdOf(secret) })
    this.#confirmed.paid.add(order._id)
  }

  async #cancel({ _id }: Order): Promise<void> {
    await this.ask('DELETE', `/order/${_id}`)
    // A repeated answer may say 0, because the first one has done it.
    this.#confirmed.cancelled.add(_id)
  }
}

/** Right after a crash, in the middle of any work. */
async function expectStockToAgree({ db }: TestShop): Promise<void> {
  const stock = (await checkInvariants(db)).filter(({ name }) => name === 'stockMatchesLedger' || name === 'piecesAreAccountedFor')
  expect(stock.map(({ count }) => count)).toEqual([0, 0])
}

/** Every invariant, overdue work included: work that a settled shop has left unfinished counts as overdue, as if an hour had passed. */
export async function expectEverythingAtItsEnd({ db }: TestShop): Promise<void> {
  await db.execute(sql`update orders set placed_at = placed_at - interval '1 hour' where state = 'cancelling'`)
  await db.execute(sql`update mails set run_after = run_after - interval '1 hour' where sent_at is null`)
  await db.execute(sql`update holds set expires_at = expires_at - interval '1 hour' where state = 'held'`)
  const findings = await checkInvariants(db, { books: sandboxBooks })
  expect(
    findings.filter(({ count }) => count > 0),
    'what does not hold',
  ).toEqual([])
}

async function expectAllToBeThere(shop: TestShop, part: Part, confirmed: Confirmed): Promise<void> {
  await expectEverythingAtItsEnd(shop)
  const { db } = shop
  const placed = await db.select().from(orders).where(eq(orders.partId, part._id))
  const known = await db.select({ id: holds.id, state: holds.state }).from(holds).where(eq(holds.partId, part._id))
  const stateOf = new Map(placed.map(({ id, state }) => [id, state]))

  // Three orders of each buyer, confirmed or repeated: none is lost, none is made twice.
  expect(placed.map(({ id }) => id).toSorted()).toEqual(Array.from(confirmed.orders).toSorted())
  expect(placed).toHaveLength(3 * BUYERS)
  expect(Array.from(confirmed.holds).filter((id) => !known.some((hold) => hold.id === id))).toEqual([])
  expect(known.filter(({ state }) => state === 'held')).toEqual([])
  expect(Array.from(confirmed.paid, (id) => stateOf.get(id))).toEqual(Array(BUYERS).fill('paid'))
  expect(Array.from(confirmed.cancelled, (id) => stateOf.get(id))).toEqual(Array(2 * BUYERS).fill('cancelled'))
  expect(await shop.stockOf(part)).toBe(STOCK - BUYERS * LOT)

  // Each buyer gets one mail about the outcome of the order.
  const written = await db
    .select({ kind: mails.kind })
    .from(mails)
    .where(inArray(mails.ref, Array.from(confirmed.orders)))
  const ofKind = (kind: string) => written.filter((mail) => mail.kind === kind).length
  expect(['order-placed', 'order-paid', 'order-cancelled'].map(ofKind)).toEqual([3 * BUYERS, BUYERS, 2 * BUYERS])

  // No one is charged twice, and late money was refunded.
  const money = await db
    .select()
    .from(sandboxIntents)
    .where(inArray(sandboxIntents.orderId, Array.from(confirmed.orders)))
  const kept = money.filter(({ status, refundedAt }) => status === 'succeeded' && refundedAt === null)
  expect(kept.map(({ orderId }) => orderId).toSorted()).toEqual(Array.from(confirmed.paid).toSorted())
  expect(money.filter(({ refundedAt }) => refundedAt !== null)).toHaveLength(BUYERS)
  const back = await db
    .select()
    .from(returnedPayments)
    .where(inArray(returnedPayments.orderId, Array.from(confirmed.orders)))
  expect(back.filter(({ doneAt }) => doneAt !== null)).toHaveLength(BUYERS)
}
