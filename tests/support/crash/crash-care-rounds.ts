import { randomUUID } from 'node:crypto'
import { eq, inArray, like, or, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CallResponse } from '#contract/basics/call.ts'
import type { orderMessageCalls } from '#contract/orders/order-messages.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { parcelCalls } from '#contract/orders/parcels.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { mails } from '#database/tables/mails.ts'
import { orderEvents } from '#database/tables/order-events.ts'
import { orderMessages } from '#database/tables/order-messages.ts'
import { orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { users } from '#database/tables/users.ts'
import { CrashClient } from './crash-client.ts'
import type { CrashAt } from './crash-process.ts'
import { expectDeath, expectEverythingAtItsEnd, type CrashShop } from './crash-rounds.ts'
import { newUps } from '../shops/new-ups.ts'
import type { TestShop } from '../shops/open-shop.ts'
import { openPaymentOf, orderRow, payByCard, reportPaid, unpaidOrder } from '../shops/payments.ts'

const WRONG = newUps()
const RIGHT = newUps()

/**
 * One round: a buyer orders 3,000 pieces, reduces the order to 2,000, changes its reference and address and writes a message, is reminded
 * of the payment and pays; an admin answers, is mailed what is to be shipped, sends the order, corrects the number and marks it as
 * delivered. The process dies at that moment, and the request or job is repeated at the next one.
 * Returns whether it died before the round was over.
 * @throws AssertionError when a confirmed change is lost, or happened twice.
 */
export async function playCareRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const { part, buyer: customer, order } = await unpaidOrder(shop, 3_000)
  const clerk = await shop.admin()
  await shop.db.update(users).set({ paidOrderMails: 'daily' }).where(eq(users.id, clerk.userId))
  const [buyer, admin] = [new CrashClient(shop, crashShop, customer), new CrashClient(shop, crashShop, clerk)]
  const death = await expectDeath(shop, crashShop, at)

  const path = `/order/${order._id}`
  const reduced = await buyer.ask<Order>('PUT', `${path}/pieces`, { orderQuantity: 2_000, totalPrice: (order.totalPrice / 3) * 2 })
  await buyer.ask('PUT', `${path}/reference`, { reference: 'PO-7', seen: '' })
  await buyer.ask('PUT', `${path}/address`, { address: 'Gate 7', seen: order.address })
  await buyer.ask('POST', `${path}/messages`, { text: 'When does it leave?' }, randomUUID())
  await endWithinADay(shop, order)
  await buyer.work('reminders')
  const { id: intentId } = await payByCard(shop, await openPaymentOf(customer, reduced))
  await reportPaid(customer, reduced, intentId)
  await admin.work('digest')
  await admin.ask<CallResponse<typeof orderMessageCalls.send>>('POST', `${path}/messages`, { text: 'Today.' }, randomUUID())
  const { parcel } = await admin.ask<CallResponse<typeof parcelCalls.send>>('POST', `${path}/parcels`, WRONG, randomUUID())
  await admin.ask('PUT', `/parcels/${parcel._id}`, { ...RIGHT, seen: WRONG })
  await admin.ask('PUT', `/parcels/${parcel._id}/delivered`)

  const hasDied = await death.over()
  await admin.work('mails')
  await expectEverythingAtItsEnd(shop)
  expect(await shop.stockOf(part)).toBe(part.available - 2_000)
  expect(await orderRow(shop, order)).toMatchObject({
    quantity: 2_000,
    reference: 'PO-7',
    address: 'Gate 7',
    deliveredAt: expect.any(Date) as Date,
  })
  const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, order._id)).orderBy(orderEvents.position)
  expect(events.map(({ kind }) => kind)).toEqual([
    'placed',
    'reduced',
    'reference-changed',
    'address-changed',
    'paid',
    'parcel',
    'shipped',
    'parcel-corrected',
    'parcel-delivered',
    'delivered',
  ])
  const written = await shop.db.select().from(orderMessages).where(eq(orderMessages.orderId, order._id)).orderBy(orderMessages.position)
  expect(written.map(({ side, body }) => `${side}: ${body}`)).toEqual(['customer: When does it leave?', 'shop: Today.'])
  const [sent] = await shop.db.select().from(parcels).where(eq(parcels.orderId, order._id))
  expect(sent).toMatchObject(RIGHT)
  const audited = await shop.db.select().from(auditLog).where(eq(auditLog.subject, order._id)).orderBy(auditLog.position)
  expect(audited.map(({ action }) => action)).toEqual(['write-message', 'send-parcel', 'correct-parcel', 'deliver-parcel'])
  const refs = or(
    like(mails.ref, `% ${clerk.email}`),
    inArray(mails.ref, [order._id, parcel._id]),
    ...written.map(({ id }) => like(mails.ref, `%${id}%`)),
  )
  const told = await shop.db.select({ kind: mails.kind, recipient: mails.recipient }).from(mails).where(refs)
  const toBuyer = told.filter(({ recipient }) => recipient === customer.email).map(({ kind }) => kind)
  expect(toBuyer.toSorted()).toEqual([
    'order-delivered',
    'order-message',
    'order-paid',
    'order-placed',
    'order-shipped',
    'payment-reminder',
  ])
  const toAdmin = told.filter(({ recipient }) => recipient === clerk.email).map(({ kind }) => kind)
  expect(toAdmin.toSorted()).toEqual(['order-question', 'orders-to-ship'])
  return hasDied
}

/** Orders with less than a day to pay get a reminder, if they had more time in all. */
const endWithinADay = ({ db }: TestShop, { _id }: Order) =>
  db
    .update(orders)
    .set({ placedAt: sql`now() - interval '3 days'`, payBy: sql`now() + interval '10 hours'` })
    .where(eq(orders.id, _id))
