import { and, eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { mailDigest } from './mail-digest.ts'
import { remindOfPayment } from './remind-of-payment.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeEach(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

async function pay(order: Order): Promise<string> {
  const { id } = await payByCard(shop, await openPaymentOf(ann, order))
  await reportPaid(ann, order, id)
  return id
}

const placed = async () => shop.placeOrder(ann, await shop.addPart({ available: 10_000 }))
const mailsOf = (kind: string) => shop.db.select().from(mails).where(eq(mails.kind, kind))
const choose = (who: Customer, orderMails: string) => who.put('/order-mails', { orderMails })

test('each admin who wants it is mailed of a payment once, with where the order goes', async () => {
  const clerk = await shop.admin('clerk')
  const silent = await shop.admin('silent')
  await choose(silent, 'none')
  const order = await placed()
  await ann.put(`/order/${order._id}/reference`, { reference: 'PO-7', seen: '' })

  const transactionId = await pay(order)
  await reportPaid(ann, order, transactionId)

  const told = await mailsOf('order-to-ship')
  expect(told.map(({ recipient }) => recipient).toSorted()).toEqual([admin.email, clerk.email].toSorted())
  expect(told[0]!.subject).toBe(`Order ${order.number} is paid`)
  expect(told[0]!.blocks).toEqual(expect.arrayContaining([{ quote: 'PO-7' }, { quote: order.address }]))
  expect(told[0]!.body).toContain(`/dashboard/order/${order._id}`)
})

test('orders that are paid together are told together', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const { id } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, id)

  const told = await mailsOf('order-to-ship')
  expect(told).toHaveLength(1)
  for (const { number } of group.orders) expect(told[0]!.body).toContain(number)
})

test('who wants one mail a day is told once a day what waits, from its hour on, and of nothing when nothing waits', async () => {
  await choose(admin, 'daily')
  const [early, late] = [new Date('2026-11-24T06:59:00Z'), new Date('2026-11-24T07:00:00Z')]
  expect(await mailDigest(shop.services, late)).toBe(0)
  const order = await placed()
  await pay(order)
  expect(await mailsOf('order-to-ship')).toEqual([])

  expect(await mailDigest(shop.services, early)).toBe(0)
  await Promise.all([mailDigest(shop.services, late), mailDigest(shop.services, late)])
  expect(await mailDigest(shop.services, late)).toBe(0)

  const told = await mailsOf('orders-to-ship')
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ recipient: admin.email, subject: 'One order waits to be shipped' })
  expect(told[0]!.body).toContain(order.number)
  expect(told[0]!.body).toContain(`/dashboard/order/${order._id}`)
  expect(await mailDigest(shop.services, new Date('2026-11-25T07:00:00Z'))).toBe(1)
})

test('the audit log keeps which mails an admin chose, once for each change', async () => {
  for (const orderMails of ['daily', 'daily', 'none']) await choose(admin, orderMails)

  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.actorId, admin.userId)).orderBy(auditLog.position)

  expect(entries.map(({ action, detail }) => ({ action, ...detail }))).toEqual([
    { action: 'choose-order-mails', orderMails: 'daily', orderMailsBefore: 'each' },
    { action: 'choose-order-mails', orderMails: 'none', orderMailsBefore: 'daily' },
  ])
})

test('an admin who was blocked or is one no longer gets no mail', async () => {
  const former = await shop.admin('former')
  await admin.put(`/user/admin/${former.email}`, { role: '' })
  const blocked = await shop.admin('blocked')
  await admin.put(`/user/blocked/${blocked.email}`, { blocked: true })

  await pay(await placed())

  expect((await mailsOf('order-to-ship')).map(({ recipient }) => recipient)).toEqual([admin.email])
})

/** As if the order had been placed long ago, and its deadline were in this many hours. */
const endIn = (hours: number, { _id }: Order, placedAgo = 72) =>
  shop.db
    .update(orders)
    .set({ placedAt: sql`now() - make_interval(hours => ${placedAgo}::int)`, payBy: sql`now() + make_interval(hours => ${hours}::int)` })
    .where(eq(orders.id, _id))

test('an unpaid order is reminded of once, a day before it ends', async () => {
  const [soon, later] = [await placed(), await placed()]
  await endIn(23, soon)
  await endIn(25, later)

  await Promise.all([remindOfPayment(shop.services), remindOfPayment(shop.services)])
  await remindOfPayment(shop.services)

  const reminders = await mailsOf('payment-reminder')
  expect(reminders.map(({ ref }) => ref)).toEqual([soon._id])
  expect(reminders[0]).toMatchObject({ recipient: ann.email, subject: `Please pay for your order ${soon.number} by tomorrow` })
  expect(reminders[0]!.body).toContain(`/dashboard/payment/${soon._id}`)
})

test('nothing is reminded of that is paid, cancelled, or had less than a day and a half', async () => {
  const [paid, cancelled, short] = [await placed(), await placed(), await placed()]
  await endIn(23, short, 6)
  await pay(paid)
  await ann.delete(`/order/${cancelled._id}`)
  for (const order of [paid, cancelled]) await endIn(23, order)

  await remindOfPayment(shop.services)

  expect(await mailsOf('payment-reminder')).toEqual([])
})

test('an order that is cancelled at the same moment has no reminder', async () => {
  const order = await placed()
  await endIn(23, order)

  let reminding: Promise<number> | undefined
  await transaction(shop.db, async (tx) => {
    await tx
      .update(orders)
      .set({ state: 'cancelled', cancelledAt: sql`now()` })
      .where(eq(orders.id, order._id))
    reminding = remindOfPayment(shop.services)
    await untilWaiting(shop.db, 1)
  })

  expect(await reminding).toBe(0)
  expect(await mailsOf('payment-reminder')).toEqual([])
})

test('a group has one reminder, about its orders that are still to pay', async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const { groupId, orders: together } = group
  await buyer.delete(`/order/${together[0]!._id}`)
  for (const order of together) await endIn(23, order)

  await remindOfPayment(shop.services)

  const [reminder, ...others] = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'payment-reminder'), like(mails.ref, groupId)))
  expect(others).toEqual([])
  expect(reminder!.body).toContain(together[1]!.number)
  expect(reminder!.body).not.toContain(together[0]!.number)
})
