import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { parcels } from '#database/tables/parcels.ts'
import { checkLastingInvariants } from '#server/run/invariants/check-invariants.ts'
import { chargeTax } from '#tests/support/shops/charging.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { cards, expectBooksToBalance, orderRow } from '#tests/support/shops/payments.ts'
import { paidOrder, refundsOfPayment, tell } from '#tests/support/shops/refunds.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const shop = await openShop()
const { processor, services } = shop
let admin: Customer
beforeAll(async () => {
  admin = await shop.admin()
})

type Given = Pick<Order, '_id'>
/** Of 1,000 pieces at $2.50. */
const refund = (order: Given, body: object) => admin.post(`/order/${order._id}/refund`, { reason: 'Not made any more', ...body })
const send = (order: Given, body: object = {}) => admin.post(`/order/${order._id}/parcels`, { despite: ['refund', 'dispute'], ...body })
const orderOf = async (order: Given) => (await admin.get(`/order/${order._id}`)).json<Order>()
const refundsOf = async (order: Given) => (await admin.get(`/order/${order._id}/refunds`)).json<OrderRefunds>()
const eventsOf = async (order: Given) => (await admin.get(`/order/${order._id}/events`)).json<{ events: OrderEvent[] }>().events
const parcelsOf = async (order: Given) => (await admin.get(`/order/${order._id}/parcels`)).json<{ parcels: Parcel[] }>().parcels
const mailsOfRefunds = ({ email }: Customer) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, email), eq(mails.kind, 'order-refunded')))
    .orderBy(mails.createdAt)
/** Pieces of the part that are out of stock. */
const taken = async ({ part }: { part: Part }) => part.available - (await shop.stockOf(part))

async function expectInvariants() {
  expect(await checkLastingInvariants(shop.db)).toEqual([])
  await expectBooksToBalance(shop)
}

test('pieces that are refunded before anything is sent are withdrawn, and the others are the whole order', async () => {
  const bought = await paidOrder(shop)
  const { order, buyer } = bought

  const answer = await refund(order, { pieces: 300, withdraw: 300, restock: 300 })
  const tooMany = await send(order, { pieces: 701 })
  const sent = await send(order)

  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { refundedTotal: 750, withdrawnPieces: 300, shipped: false } })
  expect(await taken(bought)).toBe(700)
  expect(tooMany.json().fields).toEqual([{ field: 'pieces', message: 'Only 700 pieces are left to send.' }])
  expect(sent.json()).toMatchObject({ shipped: true, left: 0, parcel: { pieces: 700 } })
  const [mail] = await mailsOfRefunds(buyer)
  expect(mail!.body).toContain('300 of the 1,000 pieces are not sent any more. 700 are still to be sent.')
  await expectInvariants()
})

test('without a word of it, refunded pieces are still to be sent', async () => {
  const { order } = await paidOrder(shop)

  await refund(order, { pieces: 300 })

  expect((await send(order)).json()).toMatchObject({ shipped: true, parcel: { pieces: 1_000 } })
})

test('withdrawn pieces that do not return to stock stay out of it, also when the rest is cancelled', async () => {
  const bought = await paidOrder(shop)
  const { order } = bought

  await refund(order, { pieces: 300, withdraw: 300, restock: 100 })
  const left = await taken(bought)
  const cancelled = await refund(order, {})

  expect(left).toBe(900)
  expect(cancelled.json()).toMatchObject({ modifiedCount: 1, order: { refunded: true, refundedTotal: 2_500 } })
  expect(await taken(bought)).toBe(200)
  await expectInvariants()
})

test('a full refund at the card processor brings back what was not withdrawn before', async () => {
  const bought = await paidOrder(shop)
  const { order, intentId } = bought
  await refund(order, { pieces: 300, withdraw: 300, restock: 100 })
  await processor.refund(intentId, 175_000)

  await tell(shop, intentId)

  expect(await orderOf(order)).toMatchObject({ refunded: true, withdrawnPieces: 300 })
  expect(await taken(bought)).toBe(200)
  await expectInvariants()
})

test('the specified call ships what was not withdrawn', async () => {
  const { order } = await paidOrder(shop)
  await refund(order, { pieces: 300, withdraw: 300 })

  await admin.put(`/orderShipped/${order._id}`, { despite: ['refund'] })

  expect((await parcelsOf(order)).map(({ pieces }) => pieces)).toEqual([700])
  await expectInvariants()
})

test('with the last pieces that are withdrawn a partly sent order is shipped, and delivered with its parcels', async () => {
  const { order } = await paidOrder(shop)
  await send(order, { pieces: 400 })
  const between = await refund(order, { pieces: 200, withdraw: 200, restock: 200 })
  await send(order, { pieces: 100 })

  const last = await refund(order, { pieces: 300, withdraw: 300, restock: 300 })
  const onItsWay = await orderOf(order)
  for (const { _id } of await parcelsOf(order)) await admin.put(`/parcels/${_id}/delivered`)

  expect(between.json().order).toMatchObject({ shipped: false, withdrawnPieces: 200, refundedTotal: 500 })
  expect(last.json().order).toMatchObject({ shipped: true, refunded: false, withdrawnPieces: 500, refundedTotal: 1_250 })
  expect(onItsWay).toMatchObject({ shipped: true, delivered: false, parceledPieces: 500 })
  expect(await orderOf(order)).toMatchObject({ delivered: true })
  const happened = (await eventsOf(order)).map(({ kind, withdrawn }) => withdrawn ?? kind)
  expect(happened.slice(happened.indexOf(200))).toEqual([
    200,
    'restocked',
    'parcel',
    'refund-changed',
    300,
    'shipped',
    'restocked',
    'parcel-delivered',
    'parcel-delivered',
    'delivered',
  ])
  await expectInvariants()
})

test('the tracking page tells the buyer which pieces are not sent any more', async () => {
  const { order, buyer } = await paidOrder(shop)
  await send(order, { pieces: 400 })
  await refund(order, { pieces: 600, withdraw: 600 })
  const [mail] = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, buyer.email), eq(mails.kind, 'parcel-sent')))
  const token = /\/track\/([\w.-]+)/.exec(mail!.body)![1]!

  expect((await shop.visitor.get(`/track/${token}`)).json()).toMatchObject({
    orderQuantity: 1_000,
    withdrawnPieces: 600,
    parcels: [{ pieces: 400 }],
  })
})

test('an order whose parcels have all arrived is delivered with the withdrawal of the rest', async () => {
  const { order } = await paidOrder(shop)
  const { parcel } = (await send(order, { pieces: 400 })).json<{ parcel: Parcel }>()
  await admin.put(`/parcels/${parcel._id}/delivered`)

  const answer = await refund(order, { pieces: 600, withdraw: 600 })

  expect(answer.json().order).toMatchObject({ shipped: true, delivered: true })
  expect((await send(order)).json()).toMatchObject({ code: 'ORDER_SENT' })
  await expectInvariants()
})

test('the rest of an order whose price has gone back already ends without money', async () => {
  const bought = await paidOrder(shop)
  const { order, buyer } = bought
  await send(order, { pieces: 400 })
  await refund(order, { amount: 2_500 })

  const answer = await refund(order, { pieces: 600, withdraw: 600, restock: 600 })

  expect(answer.json()).toMatchObject({ modifiedCount: 1, order: { shipped: true, withdrawnPieces: 600, refundedTotal: 2_500 } })
  expect(await taken(bought)).toBe(400)
  const told = await mailsOfRefunds(buyer)
  expect(told.map(({ subject }) => subject)).toEqual([expect.any(String), expect.stringContaining('are not sent any more')])
  await expectInvariants()
})

test('all pieces of an order of which nothing was sent are withdrawn by cancelling it', async () => {
  const bought = await paidOrder(shop)
  const { order } = bought

  const keeps = await refund(order, { amount: 2_400, withdraw: 1_000 })
  const ends = await refund(order, { pieces: 1_000, withdraw: 1_000, restock: 900 })

  expect(keeps.json().fields).toEqual([
    {
      field: 'amount',
      message: 'Nothing of this order is sent then, so it is cancelled: refund all that is left of its price, $2,500.00.',
    },
  ])
  expect(ends.json().order).toMatchObject({ refunded: true, refundedTotal: 2_500 })
  expect(await taken(bought)).toBe(100)
  await expectInvariants()
})

/** A paid order of 1,000 pieces, 400 of which were not in stock. */
async function partlyMade() {
  const bought = await paidOrder(shop)
  const { order, part } = bought
  await shop.db.update(orders).set({ madePieces: 400 }).where(eq(orders.id, order._id))
  await shop.db
    .update(parts)
    .set({ available: part.available - 600 })
    .where(eq(parts.id, part._id))
  await shop.db.insert(stockMoves).values({ partId: part._id, delta: 400, kind: 'release', ref: randomUUID() })
  return bought
}

test('pieces that were to be made never were in stock, and are the first that are withdrawn', async () => {
  const { order } = await partlyMade()

  const before = await refundsOf(order)
  await refund(order, { pieces: 500, withdraw: 500, restock: 100 })
  const after = await refundsOf(order)
  await refund(order, {})

  expect([before, after].map(({ leftToSend, leftToMake }) => [leftToSend, leftToMake])).toEqual([
    [1_000, 400],
    [500, 0],
  ])
  await expectInvariants()
})

test('an order says what is left to be made for it, after pieces were withdrawn and sent', async () => {
  const { order, buyer } = await partlyMade()
  const toMake = async () => {
    const { madeToOrder, leftToMake } = (await buyer.get(`/order/${order._id}`)).json<OrderInFull>()
    expect((await refundsOf(order)).leftToMake).toBe(leftToMake ?? 0)
    return [madeToOrder, leftToMake]
  }

  const said = [await toMake()]
  for (const change of [
    () => refund(order, { pieces: 100, withdraw: 100 }),
    () => send(order, { pieces: 500 }),
    () => send(order, { pieces: 300 }),
    () => refund(order, { pieces: 30, withdraw: 30 }),
    () => send(order),
  ]) {
    expect((await change()).statusCode).toBe(200)
    said.push(await toMake())
  }

  expect(said).toEqual([
    [400, 400],
    [300, 300],
    [300, 300],
    [300, 100],
    [270, 70],
    [270, 0],
  ])
})

test('more pieces return to stock than were in it only when somebody says that they have been made', async () => {
  const bought = await partlyMade()
  const { order } = bought
  await send(order, { pieces: 200 })
  const many = { pieces: 700, withdraw: 700, restock: 900 }

  const [asked, impossible] = [await refund(order, many), await refund(order, { ...many, restock: 901 })]
  const before = [await orderOf(order), await taken(bought)]
  const confirmed = await refund(order, { ...many, confirmed: true })

  expect(asked.json()).toMatchObject({
    code: 'RESTOCK_DOUBTED',
    message: 'Only 500 of these pieces exist: 400 were to be made for the order. Have the others been made already?',
  })
  expect(impossible.json().fields).toMatchObject([{ field: 'restock' }])
  expect(before).toMatchObject([{ withdrawnPieces: 0, refundedTotal: 0 }, 600])
  expect(confirmed.statusCode).toBe(200)
  expect(await taken(bought)).toBe(-300)
  await expectInvariants()
})

test('of pieces that came back and of withdrawn ones no more return to stock than there are', async () => {
  const { order, part } = await paidOrder(shop)
  await send(order, { pieces: 400 })

  const tooMany = await refund(order, { pieces: 100, withdraw: 100, restock: 501 })
  const both = await refund(order, { pieces: 100, withdraw: 100, restock: 500 })

  expect(tooMany.json().fields).toEqual([
    { field: 'restock', message: 'At most 500 pieces can return to stock: those that are not sent any more, and those that came back.' },
  ])
  expect(both.statusCode).toBe(200)
  expect(await shop.db.select().from(stockMoves).where(eq(stockMoves.partId, part._id)).orderBy(stockMoves.id)).toMatchObject([
    { kind: 'opening' },
    { kind: 'hold' },
    { kind: 'restock', delta: 500, reason: 'returned', note: 'Withdrawn before they were sent: 100', actorId: admin.userId },
  ])
  expect(await orderRow(shop, order)).toMatchObject({ returnedPieces: 400, restockedPieces: 500, withdrawnPieces: 100 })
  await expectInvariants()
})

test('fifty concurrent refunds withdraw no more pieces than are left, and give no more money than was paid (74)', async () => {
  const { order, part, intentId } = await paidOrder(shop)
  await send(order, { pieces: 400 })

  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(order, { pieces: 35, withdraw: 35, restock: 35 })))
  await reconcileRefunds(services)

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(17)
  expect(answers.find(({ statusCode }) => statusCode !== 200)!.json().fields).toEqual([
    { field: 'withdraw', message: 'Only 5 pieces are left to send.' },
  ])
  expect(part.available - (await shop.stockOf(part))).toBe(1_000 - 17 * 35)
  expect((await refundsOfPayment(shop, intentId)).refundedCents).toBe(17 * 35 * 250)
  await expectInvariants()
})

test('parcels and withdrawals at once are never more than the order (74)', async () => {
  const { order } = await paidOrder(shop)

  await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? send(order, { pieces: 90 }) : refund(order, { pieces: 90, withdraw: 90 }))),
  )

  const { parceledPieces, withdrawnPieces } = await orderRow(shop, order)
  expect(parceledPieces + withdrawnPieces).toBe(990)
  await expectInvariants()
})

test('the database itself withdraws no more than is left, takes nothing back, and sends nothing of it (74)', async () => {
  const { order } = await paidOrder(shop)
  await send(order, { pieces: 400 })
  await refund(order, { pieces: 300, withdraw: 300 })
  const set = (pieces: number) => shop.db.update(orders).set({ withdrawnPieces: pieces }).where(eq(orders.id, order._id))
  const unsent = await paidOrder(shop)

  await expect(set(601)).rejects.toMatchObject({ cause: { constraint: 'orders_withdrawn_within_unsent' } })
  await expect(set(299)).rejects.toMatchObject({ cause: { message: expect.stringContaining('cannot be withdrawn') } })
  await expect(shop.db.insert(parcels).values({ orderId: order._id, quantity: 301 })).rejects.toThrow()
  await expect(shop.db.update(orders).set({ withdrawnPieces: 1_000 }).where(eq(orders.id, unsent.order._id))).rejects.toMatchObject({
    cause: { constraint: 'orders_withdrawn_ends' },
  })
})

test('when the bank sends the refund back the pieces stay withdrawn, and its money alone is refunded again', async () => {
  const bought = await paidOrder(shop)
  const { order, intentId } = bought
  await send(order, { pieces: 400 })
  await refund(order, { pieces: 600, withdraw: 600, restock: 600 })
  await processor.failRefunds(intentId)
  await tell(shop, intentId, 'refund.failed')
  const failed = await orderOf(order)

  const again = await refund(order, { pieces: 600 })

  expect(failed).toMatchObject({ shipped: true, withdrawnPieces: 600, refundedTotal: 0 })
  expect(again.json().order).toMatchObject({ withdrawnPieces: 600, refundedTotal: 1_500 })
  expect(await taken(bought)).toBe(400)
  expect((await refundsOf(order)).refunds).toMatchObject([
    { state: 'failed', withdrawn: 600, restocked: 600 },
    { withdrawn: 0, restocked: 0 },
  ])
  await expectInvariants()
})

test('withdrawing is refused without money or pieces, of a shipped order, and while the bank has the money', async () => {
  const shipped = await paidOrder(shop)
  await send(shipped.order)
  const disputed = await paidOrder(shop, cards.disputes)
  await tell(shop, disputed.intentId, 'charge.dispute.created')

  const alone = await refund(shipped.order, { withdraw: 1 })
  const late = await refund(shipped.order, { pieces: 1, withdraw: 1 })
  const held = await refund(disputed.order, { pieces: 1, withdraw: 1 })

  expect(alone.json().fields).toEqual([{ field: 'amount', message: 'Say how much is refunded.' }])
  expect(late.json().fields).toEqual([{ field: 'withdraw', message: 'No pieces are left to send.' }])
  expect(held.json()).toMatchObject({ code: 'PAYMENT_DISPUTED' })
})

test('the credit note names the withdrawn pieces', async () => {
  const taxed = await openShop()
  const clerk = await taxed.admin()
  await chargeTax(clerk)
  const { order } = await paidOrder(taxed)

  await clerk.post(`/order/${order._id}/refund`, { reason: 'Late', amount: 297.5, withdraw: 100, restock: 100 })

  const notes = await taxed.db.select().from(invoices).where(eq(invoices.kind, 'credit_note'))
  expect(notes.map(({ data }) => [data.lines[0]!.pieces, data.credited?.reason])).toEqual([[100, 'Pieces are not sent any more.']])
  await expectBooksToBalance(taxed)
})
