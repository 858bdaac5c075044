import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { wasPaid } from '#contract/orders/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { mails } from '#database/tables/mails.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { sandboxIntents } from '#database/tables/sandbox.ts'
import { releaseExpiredHolds } from '#server/parts/release-holds.ts'
import type { Signed } from '../load/crowd.ts'
import type { TestShop } from '../shops/open-shop.ts'
import { totalDollars } from '../total-dollars.ts'

/** A shop in which schedules run, one after the other; its own jobs run only as scheduled. */
export type ModelShop = { shop: TestShop; admin: Signed; webhookUrl: string }

/** External knowledge of a part: its added pieces, its price, and whether it was removed. */
export type KnownPart = { part: Part; supplied: number; price: number; isRemoved: boolean }
export type KnownHold = { holdId: string; buyer: Signed; known: KnownPart; quantity: number; totalPrice: number }
export type KnownOrder = {
  order: Order
  buyer: Signed
  /** Client secrets given to the buyer, newest last. */
  secrets: string[]
  /** The processor has reported the money. */
  hasMoney: boolean
  /** Payments with a wrong amount at the processor. */
  wrong: Set<string>
  /** Money may arrive after the payment was ended. */
  mayBeLate: boolean
  cancelTried: boolean
  isCancelled: boolean
  isPaid: boolean
  timesShipped: number
  /** Pieces sent in separate parcels. */
  parceled: number
  /** Parcels that were marked as delivered. */
  delivered: Set<string>
  timesReduced: number
}

/** A step of the schedule, as far as it affects the model. */
export type Step = {
  say: string
  /** Whose hold of which part it may change. */
  key?: string
  takes?: { known: KnownPart; quantity: number }
  about?: KnownOrder
  /** Its refusal, if any. */
  refused?: 'too few pieces' | 'the hold is gone' | 'not payable'
  run(): Promise<void>
}

/**
 * The shop in a few numbers, derived from requests and answers. Where two people did the same thing at once the model accepts any serial
 * outcome.
 */
export type Model = {
  parts: KnownPart[]
  buyers: Signed[]
  /** Live holds by buyer and part. */
  live: Map<string, KnownHold>
  orders: Map<string, KnownOrder>
}

export const keyOf = (buyer: Signed, { part }: KnownPart) => `${buyer.userId} ${part._id}`

/** Pieces that are neither held nor ordered. */
export function freePieces({ live, orders: known }: Model, of: KnownPart): number {
  const held = [...live.values()].filter((hold) => hold.known === of).map(({ quantity }) => quantity)
  const ordered = [...known.values()]
    .filter(({ order, isCancelled }) => order.partsId === of.part._id && !isCancelled)
    .map(({ order }) => order.orderQuantity)
  return [...held, ...ordered].reduce((left, pieces) => left - pieces, of.supplied)
}

/**
 * Compares the shop with the model after all answers, and takes over what only the shop knows: who came first, and which
 * cancellations its own jobs have finished.
 * @param before pieces that were free before the steps.
 */
export async function compare(shop: TestShop, model: Model, steps: Step[], before: Map<KnownPart, number>): Promise<void> {
  for (const step of steps) expectReason(step, steps, before)
  await compareHolds(shop, model, steps)
  await compareOrders(shop, model)
  for (const known of model.parts) {
    expect(await shop.stockOf(known.part), `pieces of ${known.part.name}`).toBe(freePieces(model, known))
  }
}

/** No one is refused without a reason: without concurrent steps on the same object, the step must have succeeded. */
function expectReason({ say, refused, key, takes, about }: Step, steps: Step[], before: Map<KnownPart, number>): void {
  if (!refused) return
  if (refused === 'not payable') {
    const isAlone = steps.filter((step) => step.about === about).length === 1
    if (isAlone) expect(about!.cancelTried || about!.hasMoney, `why it is refused that ${say}`).toBe(true)
    return
  }
  const { known, quantity } = takes!
  if (known.isRemoved || steps.filter((step) => step.key === key).length > 1) return
  expect(refused, `why it is refused that ${say}`).toBe('too few pieces')
  const others = steps.filter((step) => step.takes?.known === known && step.key !== key)
  const left = others.reduce((pieces, other) => pieces - other.takes!.quantity, before.get(known) ?? 0)
  expect(left, `pieces that were there when it was refused that ${say}`).toBeLessThan(quantity)
}

async function compareHolds({ db }: TestShop, model: Model, steps: Step[]): Promise<void> {
  const ids = model.parts.map(({ part }) => part._id)
  // A hold that was read while it expired is skipped by the sweeper, which runs again.
  await releaseExpiredHolds(db)
  const rows = await db
    .select()
    .from(holds)
    .where(and(inArray(holds.partId, ids), eq(holds.state, 'held')))
  const found = new Map(rows.map((row) => [`${row.userId} ${row.partId}`, row]))
  for (const [key, { known }] of model.live) if (known.isRemoved) model.live.delete(key)
  for (const key of new Set([...found.keys(), ...model.live.keys()])) {
    const row = found.get(key)
    const known = model.live.get(key)
    const touched = steps.filter((step) => step.key === key)
    if (touched.length < 2) {
      expect(row?.id, `the hold of ${key}`).toBe(known?.holdId)
      continue
    }
    if (!row) {
      model.live.delete(key)
      continue
    }
    const { takes } = touched.find((step) => step.takes?.quantity === row.quantity) ?? {}
    const quantity = takes?.quantity ?? known?.quantity
    expect(row.quantity, `the hold of ${key}, which several wanted`).toBe(quantity)
    const of = model.parts.find(({ part }) => part._id === row.partId)!
    const buyer = model.buyers.find(({ userId }) => userId === row.userId)!
    const totalPrice = totalDollars(Number(row.unitPrice), row.quantity)
    model.live.set(key, { holdId: row.id, buyer, known: of, quantity: row.quantity, totalPrice })
  }
}

async function compareOrders({ db }: TestShop, model: Model): Promise<void> {
  const rows = await db
    .select()
    .from(orders)
    .where(
      inArray(
        orders.partId,
        model.parts.map(({ part }) => part._id),
      ),
    )
  expect(rows.map(({ id }) => id).toSorted(), 'orders').toEqual([...model.orders.keys()].toSorted())
  for (const { id, state } of rows) {
    const known = model.orders.get(id)!
    const { isCancelled, isPaid, timesShipped, hasMoney, cancelTried } = known
    expect(allowedStates(known), JSON.stringify({ id, isCancelled, isPaid, timesShipped, hasMoney, cancelTried })).toContain(state)
    known.isCancelled ||= state === 'cancelled'
    known.isPaid ||= wasPaid(state)
  }
}

function allowedStates({ isCancelled, isPaid, timesShipped, hasMoney, cancelTried }: KnownOrder): string[] {
  if (timesShipped > 0) return timesShipped === 1 && !isCancelled ? ['shipped'] : ['(an order is shipped once)']
  if (isPaid) return isCancelled ? ['(no order is paid and cancelled)'] : ['paid']
  if (isCancelled) return ['cancelled']
  return ['unpaid', ...(hasMoney ? ['paid'] : []), ...(cancelTried ? ['cancelling', 'cancelled'] : [])]
}

/** After all work is done each order can have only one state, and each effect happened once. Returns the number of refunds. */
export async function compareEnd({ db }: TestShop, { orders: known }: Model, admin: Signed): Promise<number> {
  const ids = [...known.keys()]
  if (ids.length === 0) return 0
  const rows = await db.select().from(orders).where(inArray(orders.id, ids))
  const booked = await db.select().from(sandboxIntents).where(inArray(sandboxIntents.orderId, ids))
  const back = await db.select().from(returnedPayments).where(inArray(returnedPayments.orderId, ids))
  const sent = await db.select().from(parcels).where(inArray(parcels.orderId, ids))
  const written = await db.select({ kind: mails.kind, ref: mails.ref }).from(mails).where(inArray(mails.ref, ids))
  for (const { id, state, transactionId, totalCents, deliveredAt } of rows) {
    const { isCancelled, isPaid, timesShipped, delivered, wrong, mayBeLate } = known.get(id)!
    const money = booked.filter(({ orderId, status }) => orderId === id && status === 'succeeded')
    // An order that was reduced is paid for by no payment that was opened before.
    const good = money.filter((intent) => !wrong.has(intent.id) && intent.amountCents === totalCents).map((intent) => intent.id)
    const pays = isPaid || (good.length > 0 && !isCancelled)
    const end = isCancelled ? 'cancelled' : pays ? (timesShipped > 0 ? 'shipped' : 'paid') : 'unpaid'
    expect(state, `the end of order ${id}`).toBe(end)
    if (pays) expect(good, `the money of order ${id}`).toContain(transactionId)
    if (isCancelled && good.length > 0) expect(mayBeLate, `money came for order ${id} after its payment was ended`).toBe(true)
    const due = money.map((intent) => intent.id).filter((intentId) => intentId !== transactionId)
    const returned = back.filter(({ orderId, doneAt }) => orderId === id && doneAt !== null).map(({ paymentIntent }) => paymentIntent)
    expect(returned.toSorted(), `the refunds of order ${id}`).toEqual(due.toSorted())
    const ofOrder = sent.filter(({ orderId }) => orderId === id)
    const arrived = ofOrder.filter((parcel) => parcel.deliveredAt !== null).map((parcel) => parcel.id)
    expect(arrived.toSorted(), `the delivered parcels of order ${id}`).toEqual([...delivered].toSorted())
    const hasArrived = timesShipped > 0 && arrived.length === ofOrder.length
    expect(deliveredAt !== null, `whether order ${id} is delivered`).toBe(hasArrived)
    const kinds = [
      'order-placed',
      isCancelled && 'order-cancelled',
      pays && 'order-paid',
      timesShipped > 0 && 'order-shipped',
      hasArrived && 'order-delivered',
    ]
    const mailed = written.filter(({ ref }) => ref === id).map(({ kind }) => kind)
    expect(mailed.toSorted(), `the mails about order ${id}`).toEqual(kinds.filter((kind) => kind !== false).toSorted())
  }
  const refs = back.map(({ paymentIntent }) => `${paymentIntent} ${admin.email}`)
  const aboutRefunds = and(eq(mails.kind, 'refund-due'), inArray(mails.ref, refs))
  const told = refs.length === 0 ? [] : await db.select({ ref: mails.ref }).from(mails).where(aboutRefunds)
  expect(told.map(({ ref }) => ref).toSorted(), 'refunds that the admin was told of').toEqual(refs.toSorted())
  return back.length
}

/** The payment that the buyer's last client secret belongs to. */
export const lastIntentOf = ({ secrets }: KnownOrder): string | undefined => {
  const last = secrets.at(-1)
  return last === undefined ? undefined : intentIdOf(last)
}
