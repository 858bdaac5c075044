import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CustomerCredit, OpenItems } from '#contract/payments/open-items.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import { openItems } from '#database/tables/accounts.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { billReceipts } from '#database/tables/bank.ts'
import { mails } from '#database/tables/mails.ts'
import { remindOfOpenItems } from '#server/payments/account/remind-of-open-items.ts'
import { arrives, matchWith, setLimit, stateOf, takesOnAccount, takeTransfers } from '#tests/support/shops/bank.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { unpaidGroup } from '#tests/support/shops/order-groups.ts'
import type { OpenWork } from '#contract/shop/reports.ts'
import { openPaymentOf, payByCard, expectBooksToBalance } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
})

/** A customer with this limit, and orders of $2,500 each. */
async function buyerWith(limit: number | null, orders = 1, netDays = 30) {
  const buyer = await shop.customer('account')
  if (limit !== null) await setLimit(admin, buyer, limit, netDays)
  const part = await shop.addPart({ available: 1_000_000, price: 2.5 })
  const placed = []
  for (let n = 0; n < orders; n++) placed.push(await shop.placeOrder(buyer, part))
  return { buyer, part, placed, order: placed[0]! }
}

const list = async () => (await admin.get('/open-items')).json<OpenItems>()
const itemOf = async ({ _id }: { _id: string }) => (await shop.db.select().from(openItems).where(eq(openItems.billId, _id)))[0]

test('of fifty orders at once the limit lets as many through as fit, never more (79)', async () => {
  const { buyer, placed } = await buyerWith(10 * 2_500 + 2_499, 50)

  const answers = await Promise.all(placed.map((order) => takesOnAccount(buyer, order)))

  const taken = answers.filter(({ statusCode }) => statusCode === 200)
  expect(taken).toHaveLength(10)
  expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code))).toEqual(
    new Set(['LIMIT_REACHED']),
  )
  expect((await admin.get(`/customers/${buyer.userId}/credit`)).json<CustomerCredit>()).toMatchObject({ open: 25_000, limit: 27_499 })
  await expectBooksToBalance(shop)
})

test('the same order fifty times at once is taken once (79)', async () => {
  const { buyer, order } = await buyerWith(2_500)

  const answers = await Promise.all(Array.from({ length: 50 }, () => takesOnAccount(buyer, order)))

  expect(answers.filter((answer) => answer.json().modifiedCount === 1)).toHaveLength(1)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
})

describe('an order on account', () => {
  test('is cleared to ship before it is paid, and is due from the day on which it was taken', async () => {
    const { buyer, order } = await buyerWith(10_000, 1, 14)

    const answer = await takesOnAccount(buyer, order)

    expect(answer.json<{ order: OrderInFull }>().order).toMatchObject({
      paid: true,
      shipped: false,
      onAccount: { open: 2_500, amount: 2_500 },
    })
    expect((await stateOf(shop, order)).transactionId).toMatch(/^acct_/)
    const { rows } = await shop.db.execute<{ due: boolean }>(
      sql`select due_on = current_date + 14 as due from open_items where bill_id = ${order._id}::uuid`,
    )
    expect(rows).toEqual([{ due: true }])
    expect((await admin.put(`/orderShipped/${order._id}`)).json()).toMatchObject({ modifiedCount: 1 })
    const kinds = await shop.db.select({ kind: mails.kind }).from(mails).where(eq(mails.ref, order._id))
    expect(kinds.map(({ kind }) => kind)).toContain('order-on-account')
    expect(kinds.map(({ kind }) => kind)).not.toContain('order-paid')
    expect((await buyer.get(`/order/${order._id}/card`)).json()).toEqual({ card: null })
  })

  test('needs a limit, the sum that the buyer saw, and is the buyer’s own', async () => {
    const { buyer, order } = await buyerWith(null)
    expect((await takesOnAccount(buyer, order)).json()).toMatchObject({ code: 'NOT_ON_ACCOUNT' })
    await setLimit(admin, buyer, 2_499.99)
    expect((await takesOnAccount(buyer, order)).json()).toMatchObject({ code: 'LIMIT_REACHED' })
    await setLimit(admin, buyer, 2_500)
    expect((await takesOnAccount(buyer, order, 2_400)).json()).toMatchObject({ code: 'TOTAL_CHANGED' })
    expect((await takesOnAccount(await shop.customer(), order)).statusCode).toBe(404)
    expect((await buyer.get(`/order/${order._id}/payment-ways`)).json()).toMatchObject({
      onAccount: { netDays: 30, left: 2_500, enough: true },
    })
    expect((await takesOnAccount(buyer, order)).statusCode).toBe(200)
    expect((await takesOnAccount(buyer, order)).json()).toMatchObject({ modifiedCount: 0 })
  })

  test('ends an open card payment first, so that it is paid once', async () => {
    const { buyer, order } = await buyerWith(10_000)
    const secret = await openPaymentOf(buyer, order)

    await takesOnAccount(buyer, order)

    expect((await payByCard(shop, secret).catch(() => undefined))?.status).not.toBe('succeeded')
    expect((await stateOf(shop, order)).transactionId).toMatch(/^acct_/)
    await expectBooksToBalance(shop)
  })

  test('at the same moment as a card payment: one of them', async () => {
    for (let race = 0; race < 6; race++) {
      const { buyer, order } = await buyerWith(10_000)
      const secret = await openPaymentOf(buyer, order)
      const [card] = await Promise.all([payByCard(shop, secret), takesOnAccount(buyer, order)])
      const item = await itemOf(order)
      expect(item === undefined).toBe(card.status === 'succeeded')
    }
    await expectBooksToBalance(shop)
  })

  test('of a quote takes the whole group', async () => {
    const { buyer, group } = await unpaidGroup(shop)
    await setLimit(admin, buyer, 1_000_000)

    const answer = await takesOnAccount(buyer, group.orders[0]!, group.totalPrice)

    expect(answer.statusCode).toBe(200)
    for (const order of group.orders)
      expect((await stateOf(shop, order)).transactionId).toBe((await itemOf({ _id: group.groupId }))!.transactionId)
    await expectBooksToBalance(shop)
  })
})

describe('an open item', () => {
  test('is closed by movements of the bank, in parts too, and frees the limit', async () => {
    const { buyer, placed } = await buyerWith(2_500, 2)
    const [order, next] = [placed[0]!, placed[1]!]
    await takesOnAccount(buyer, order)
    expect((await takesOnAccount(buyer, next)).json()).toMatchObject({ code: 'LIMIT_REACHED' })

    const part = await arrives(shop, admin, { amount: 1_000, text: `first for ${order.number}` })
    expect(part.proposal).toMatchObject({
      certainty: 'likely',
      bills: [{ billId: order._id, kind: 'account', open: 2_500, amount: 1_000 }],
    })
    expect((await matchWith(admin, part, [{ billId: order._id, amount: 1_000 }])).json()).toEqual({ paid: [], over: 0 })
    const rest = await arrives(shop, admin, { amount: 1_500, text: `rest for ${order.number}` })
    expect((await matchWith(admin, rest, [{ billId: order._id, amount: 1_500 }])).json()).toEqual({ paid: [order._id], over: 0 })

    expect(await itemOf(order)).toMatchObject({ openCents: 0, closedAt: expect.any(Date) })
    expect((await takesOnAccount(buyer, next)).statusCode).toBe(200)
    const more = await arrives(shop, admin, { amount: 3, text: `again for ${order.number}` })
    expect((await matchWith(admin, more, [{ billId: order._id, amount: 3 }])).json()).toMatchObject({ code: 'BILL_NOT_OPEN' })
    await expectBooksToBalance(shop)
  })

  test('is closed by hand with a reason, once, also when two people do it at the same moment', async () => {
    const { buyer, order } = await buyerWith(10_000)
    await takesOnAccount(buyer, order)
    const close = (amount: number, open: number, reason = 'Paid in cash') =>
      admin.post(`/open-items/${order._id}/receipt`, { amount, open, reason })

    expect((await close(2_501, 2_500)).statusCode).toBe(400)
    expect((await close(100, 2_500, ' ')).statusCode).toBe(400)
    const answers = await Promise.all(Array.from({ length: 20 }, () => close(100, 2_500)))

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ code: 'ITEM_CHANGED' })
    expect((await close(2_400, 2_400)).json()).toEqual({ open: 0 })
    expect(await shop.db.$count(auditLog, eq(auditLog.subject, order._id))).toBe(2)
    await expect(shop.db.insert(billReceipts).values({ billId: order._id, kind: 'hand', amountCents: 1 })).rejects.toThrow()
    await expectBooksToBalance(shop)
  })

  test('is smaller by what is refunded', async () => {
    const { buyer, order } = await buyerWith(10_000)
    await takesOnAccount(buyer, order)
    await admin.post(`/open-items/${order._id}/receipt`, { amount: 500, open: 2_500, reason: 'Cash' })

    const refunded = await admin.post(`/order/${order._id}/refund`, { reason: 'Not wanted' })

    expect(refunded.json()).toMatchObject({ modifiedCount: 1 })
    expect(await itemOf(order)).toMatchObject({ openCents: 0 })
    const back = (await admin.get('/bank/give-back')).json<{ kind: string; name: string; amount: number }[]>()
    expect(back.find(({ name }) => name === order.number)).toMatchObject({ kind: 'refund', amount: 500 })
    await expectBooksToBalance(shop)
  })

  test('is listed by customer and age, and reminded of in three steps, each once', async () => {
    const { buyer, order } = await buyerWith(100_000)
    await takesOnAccount(buyer, order)
    const due = (days: number) =>
      shop.db
        .update(openItems)
        .set({ dueOn: sql`current_date - ${days}::int`, remindedAt: null })
        .where(eq(openItems.billId, order._id))
    const reminders = async () => shop.db.$count(mails, sql`kind = 'open-item-reminder' and ref like ${`${order._id}%`}`)

    await due(2)
    await remindOfOpenItems(shop.services)
    expect(await reminders()).toBe(0)
    for (const [days, sent] of [
      [3, 1],
      [14, 2],
      [31, 3],
      [90, 3],
    ] as const) {
      await due(days)
      await Promise.all([remindOfOpenItems(shop.services), remindOfOpenItems(shop.services)])
      await remindOfOpenItems(shop.services)
      expect(await reminders()).toBe(sent)
    }

    await due(45)
    const { items, customers, ages } = await list()
    expect(items.find(({ billId }) => billId === order._id)).toMatchObject({
      name: order.number,
      daysOverdue: 45,
      bucket: 'upTo60',
      open: 2_500,
      reminded: 3,
    })
    expect(customers.find(({ customerId }) => customerId === buyer.userId)).toMatchObject({
      open: 2_500,
      limit: 100_000,
      ages: { upTo60: 2_500, notDue: 0 },
    })
    expect(ages.upTo60).toBeGreaterThanOrEqual(2_500)
    const [mail] = await shop.db
      .select()
      .from(mails)
      .where(eq(mails.ref, `${order._id} 1`))
    expect(mail!.body).toContain('$2,500.00')
    expect(mail!.body).toContain('DE89370400440532013000')
  })

  test('that is found late gets its first reminder first, and no two within a week', async () => {
    const { buyer, order } = await buyerWith(100_000)
    await takesOnAccount(buyer, order)
    await shop.db
      .update(openItems)
      .set({ dueOn: sql`current_date - 100` })
      .where(eq(openItems.billId, order._id))

    await remindOfOpenItems(shop.services)
    await remindOfOpenItems(shop.services)

    expect(await itemOf(order)).toMatchObject({ reminded: 1 })
    const { items } = (await admin.get('/open-items')).json<OpenItems>()
    const overdue = items.filter(({ daysOverdue }) => daysOverdue > 0)
    expect(overdue.length).toBeGreaterThan(0)
    expect((await admin.get('/openWork')).json<OpenWork>().overdueBills).toBe(overdue.length)
  })
})

test('a limit is set, changed and ended with an entry in the log; the same again writes none', async () => {
  const buyer = await shop.customer()
  await setLimit(admin, buyer, 1_000)
  await setLimit(admin, buyer, 1_000)
  await setLimit(admin, buyer, 2_000, 60)
  const ended = await setLimit(admin, buyer, null)

  expect(ended.json()).toEqual({ limit: null, netDays: 30, open: 0, overdue: 0 })
  expect(await shop.db.$count(auditLog, eq(auditLog.subject, buyer.userId))).toBe(3)
  expect((await setLimit(admin, buyer, 0.001)).statusCode).toBe(400)
  expect((await setLimit(admin, buyer, 5, 15)).statusCode).toBe(400)
  expect((await setLimit(admin, { userId: crypto.randomUUID() }, 5)).statusCode).toBe(404)
})
