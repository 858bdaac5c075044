import { inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { mails } from '#database/tables/mails.ts'
import { orderGroups, orders } from '#database/tables/orders.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { sandboxIntents } from '#database/tables/sandbox.ts'
import { succeedCanceledIntent } from '#server/payments/sandbox/books.ts'
import { CrashClient } from './crash-client.ts'
import type { CrashAt } from './crash-process.ts'
import { expectDeath, expectEverythingAtItsEnd, type CrashShop } from './crash-rounds.ts'
import { signInCrowd, type Signed } from '../load/crowd.ts'
import { contact, type TestShop } from '../shops/open-shop.ts'
import { savedQuote, type SavedQuote } from '../shops/order-groups.ts'
import { cards } from '../shops/payments.ts'

const BUYERS = 2
const LOT = 1_000
const STOCK = 100_000
/** The three groups of three orders of each buyer: all paid; one cancelled, two paid; one cancellation refused, then all paid. */
const EXPECTED = ['paid paid paid', 'cancelled paid paid', 'cancelled cancelled cancelled']

/** What was confirmed to buyers. */
type Confirmed = { groups: Set<string>; quotes: SavedQuote[] }

/**
 * One round: buyers order quotes, pay for them and cancel some of their orders; the process dies at the given moment, and the next one
 * continues. A client without an answer retries, as the shop's own screens do. Returns whether it died before the end of the round.
 * @throws AssertionError when a group is incomplete or duplicated, or stock and money do not agree.
 */
export async function playGroupRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const parts = await Promise.all([1, 2, 3].map((price) => shop.addPart({ available: STOCK, price })))
  const crowd = await signInCrowd(shop.db, BUYERS)
  const confirmed: Confirmed = { groups: new Set(), quotes: [] }
  const death = await expectDeath(shop, crashShop, at)

  await Promise.all(crowd.map((someone) => new GroupBuyer(shop, crashShop, parts, someone, confirmed).live()))

  const hasDied = await death.over()
  const next = await crashShop.current()
  for (const work of ['events', 'reconcile', 'mails'] as const) await next.run(work)
  await expectGroupsToBeThere(shop, parts, confirmed)
  return hasDied
}

class GroupBuyer extends CrashClient {
  readonly #parts: Part[]
  readonly #confirmed: Confirmed

  constructor(shop: TestShop, crashShop: CrashShop, parts: Part[], signed: Signed, confirmed: Confirmed) {
    super(shop, crashShop, signed)
    this.#parts = parts
    this.#confirmed = confirmed
  }

  async live(): Promise<void> {
    await this.#pay(await this.#order())

    const lessOne = await this.#order()
    await this.#openPayment(lessOne)
    await this.#cancel(lessOne, 0)
    await this.#pay(await this.#look(lessOne))

    await this.#payTooLate()
  }

  async #pay(group: OrderGroup): Promise<void> {
    const secret = await this.#openPayment(group)
    await this.shop.processor.pay(secret, cards.pays)
    const [first] = group.orders
    const report = this.ask('PUT', `/order/${first!._id}`, { order: first!._id, transactionId: intentIdOf(secret) })
    await Promise.all([this.webhooks(), report])
  }

  /** The bank decides after the processor has reported the payment as ended. */
  async #payTooLate(): Promise<void> {
    const group = await this.#order()
    const secret = await this.#openPayment(group)
    await this.#cancel(group, 0)
    await succeedCanceledIntent(this.shop.db, intentIdOf(secret))
    await this.webhooks()
    await this.work('events')
    await this.work('reconcile')
    await this.#cancel(group, 1)
    await this.#cancel(group, 2)
  }

  async #order(): Promise<OrderGroup> {
    const quote = await savedQuote(
      this.shop.db,
      this.signed.userId,
      this.#parts.map((part) => ({ part, quantity: LOT })),
    )
    this.#confirmed.quotes.push(quote)
    const { version, total } = quote
    const group = await this.ask<OrderGroup>('POST', `/quotes/${quote.id}/order`, { version, total, ...contact })
    this.#confirmed.groups.add(group.groupId)
    return group
  }

  #look({ groupId }: OrderGroup): Promise<OrderGroup> {
    return this.ask('GET', `/order-groups/${groupId}`)
  }

  async #openPayment({ orders: [first], totalPrice }: OrderGroup): Promise<string> {
    const opened = await this.ask<{ clientSecret: string }>('POST', '/create-payment-intent', { orderId: first!._id, totalPrice })
    return opened.clientSecret
  }

  async #cancel({ orders: placed }: OrderGroup, index: number): Promise<void> {
    await this.ask('DELETE', `/order/${placed[index]!._id}`)
  }
}

async function expectGroupsToBeThere(shop: TestShop, parts: Part[], { groups, quotes }: Confirmed): Promise<void> {
  await expectEverythingAtItsEnd(shop)
  const { db } = shop
  const placed = await db
    .select()
    .from(orderGroups)
    .where(
      inArray(
        orderGroups.quoteId,
        quotes.map(({ id }) => id),
      ),
    )
  const ids = placed.map(({ id }) => id)

  // One group for each ordered quote, confirmed or repeated.
  expect(ids.toSorted()).toEqual(Array.from(groups).toSorted())
  expect(placed).toHaveLength(3 * BUYERS)
  const rows = await db.select().from(orders).where(inArray(orders.groupId, ids)).orderBy(orders.position)
  const states = ids.map((id) =>
    rows
      .filter(({ groupId }) => groupId === id)
      .map(({ state }) => state)
      .join(' '),
  )
  expect(states.toSorted()).toEqual(EXPECTED.flatMap((expected) => Array<string>(BUYERS).fill(expected)).toSorted())

  const left = await Promise.all(parts.map((part) => shop.stockOf(part)))
  expect(left).toEqual([STOCK - BUYERS * LOT, STOCK - 2 * BUYERS * LOT, STOCK - 2 * BUYERS * LOT])

  // Each buyer gets one mail about each group, and one about each cancelled order.
  const written = await db
    .select({ kind: mails.kind })
    .from(mails)
    .where(inArray(mails.ref, [...ids, ...rows.map(({ id }) => id)]))
  const ofKind = (kind: string) => written.filter((mail) => mail.kind === kind).length
  expect(['order-placed', 'order-paid', 'order-cancelled'].map(ofKind)).toEqual([3 * BUYERS, 2 * BUYERS, 4 * BUYERS])

  // No one is charged twice, and late money was refunded.
  const money = await db.select().from(sandboxIntents).where(inArray(sandboxIntents.orderId, ids))
  const kept = money.filter(({ status, refundedAt }) => status === 'succeeded' && refundedAt === null)
  expect(kept.map(({ amountCents }) => amountCents).toSorted()).toEqual([...Array(BUYERS).fill(500_000), ...Array(BUYERS).fill(600_000)])
  expect(money.filter(({ refundedAt }) => refundedAt !== null)).toHaveLength(BUYERS)
  const back = await db
    .select()
    .from(returnedPayments)
    .where(
      inArray(
        returnedPayments.orderId,
        rows.map(({ id }) => id),
      ),
    )
  expect(back.filter(({ doneAt }) => doneAt !== null)).toHaveLength(BUYERS)
}
