import { and, eq, like } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { SandboxIntent } from '#contract/payments/sandbox.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { checkLastingInvariants } from '#server/run/invariants/check-invariants.ts'
import { booksOf } from '#server/run/invariants/payment-books.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { beginAfter } from '../database/begin-after.ts'
import type { Customer, TestShop } from './open-shop.ts'
import type { BookedIntent } from '../doubles/processor.ts'

/** Numbers of the sandbox's cards, by their effects. */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  secondStep: '4000 0025 0000 3155',
  slow: '4000 0000 0000 8005',
  disputes: '4000 0000 0000 0259',
  refundPending: '4000 0000 0000 7726',
  refundFails: '4000 0000 0000 5126',
} as const

/** Holds per customer and hour are limited. */
const RACES_OF_ONE_BUYER = 200

/** A card as typed, valid for years. */
export const cardEntry = (number: string) => ({
  number,
  expMonth: 12,
  expYear: new Date().getUTCFullYear() + 3,
  cvc: '123',
  billing: { name: 'Ann Buyer', email: 'ann@example.com' },
})

/** A new customer's unpaid order, with its part. */
export async function unpaidOrder(shop: TestShop, quantity = 1_000) {
  const part = await shop.addPart({ available: 10_000 })
  const buyer = await shop.customer()
  return { part, buyer, order: await shop.placeOrder(buyer, part, quantity) }
}

/** The first request of the payment screen; returns the client secret. */
export async function openPaymentOf(buyer: Customer, order: Order): Promise<string> {
  const answer = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  if (answer.statusCode !== 200) throw new Error(`The payment was refused: ${answer.body}`)
  return answer.json().clientSecret
}

/** The request of the card field when Pay is pressed. */
export const payByCard = ({ processor }: TestShop, clientSecret: string, number: string = cards.pays): Promise<SandboxIntent> =>
  processor.pay(clientSecret, number)

export const reportPaid = (buyer: Customer, order: Pick<Order, '_id'>, transactionId: string) =>
  buyer.put(`/order/${order._id}`, { order, transactionId })

/** Pays an order by card, as the payment screen does. Returns the transaction id. */
export async function payOrder(shop: TestShop, buyer: Customer, order: Order, card: string = cards.pays): Promise<string> {
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order), card)
  const answer = await reportPaid(buyer, order, id)
  if (answer.statusCode !== 200) throw new Error(`The order was not paid: ${answer.body}`)
  return id
}

/** The order's row as the database has it. */
export async function orderRow({ db }: TestShop, order: Pick<Order, '_id'>) {
  const [row] = await db.select().from(orders).where(eq(orders.id, order._id))
  return row!
}

export const refundsOf = ({ db }: TestShop, order: Pick<Order, '_id'>) =>
  db.select().from(returnedPayments).where(eq(returnedPayments.orderId, order._id))

export async function intentsOf({ processor }: TestShop, order: Pick<Order, '_id'>): Promise<BookedIntent[]> {
  return (await processor.intents()).filter(({ orderId }) => orderId === order._id)
}

/** Kinds of mail that were written about an order, sorted. */
export async function mailsAbout({ db }: TestShop, order: Pick<Order, '_id'>): Promise<string[]> {
  const rows = await db.select({ kind: mails.kind }).from(mails).where(eq(mails.ref, order._id))
  return rows.map(({ kind }) => kind).toSorted()
}

/**
 * Cancels and pays orders concurrently, in several runs: either the money or the pieces, never both, and nothing to refund. Each side
 * wins some. Returns the number of payments that won.
 */
export async function raceCancellations(shop: TestShop, races: number): Promise<number> {
  const part = await shop.addPart({ available: races * 1_000 })
  const outcomes = []
  let buyer = await shop.customer()
  for (let round = 0; round < races; round++) {
    if (round % RACES_OF_ONE_BUYER === 0) buyer = await shop.customer()
    const order = await shop.placeOrder(buyer, part)
    const secret = await openPaymentOf(buyer, order)
    const [payment, cancelled] = await race(
      shop,
      round,
      () => payByCard(shop, secret),
      () => buyer.delete(`/order/${order._id}`),
    )
    outcomes.push({ order, paid: payment.status === 'succeeded', deletedCount: cancelled.json().deletedCount })
  }
  await reconcilePayments(shop.services)

  for (const { order, paid, deletedCount } of outcomes) {
    expect(deletedCount).toBe(paid ? 0 : 1)
    expect((await orderRow(shop, order)).state).toBe(paid ? 'paid' : 'cancelled')
    expect(await refundsOf(shop, order)).toEqual([])
  }
  const won = outcomes.filter(({ paid }) => paid).length
  expect(won).toBeGreaterThan(0)
  expect(won).toBeLessThan(races)
  expect(await shop.stockOf(part)).toBe((races - won) * 1_000)
  return won
}

/** As many as cancel an order of a group; for an order by itself they are 21. */
const STATEMENTS = 30

/** The first two are decided beforehand, so that each side wins; then the payment begins after ever more statements of the cancellation. */
export async function race<A, B>({ db }: TestShop, round: number, pay: () => Promise<A>, cancel: () => Promise<B>): Promise<[A, B]> {
  if (round === 0) return [await pay(), await cancel()]
  const [cancelled, paid] = await beginAfter(db, round === 1 ? Infinity : (round - 2) % STATEMENTS, cancel, pay)
  return [paid, cancelled]
}

/** The items in every order there is. */
export function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

/** Recipients of mails about the refund of a payment, or with `refund-late` about a late one; sorted. */
export async function toldOfRefund({ db }: TestShop, intentId: string, kind = 'refund-due'): Promise<string[]> {
  const rows = await db
    .select({ recipient: mails.recipient })
    .from(mails)
    .where(and(eq(mails.kind, kind), like(mails.ref, `${intentId} %`)))
  return rows.map(({ recipient }) => recipient).toSorted()
}

/**
 * Invariants by the shop's records and by the processor's own books: no piece made or lost, every paid order with its own money, and
 * all money that arrived either paid for one order or is refunded.
 */
export async function expectBooksToBalance({ db, processor }: TestShop): Promise<void> {
  const findings = await checkLastingInvariants(db, { books: booksOf(await processor.intents()) })

  expect(findings, 'what does not hold').toEqual([])
}
