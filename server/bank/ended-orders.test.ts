import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenBill } from '#contract/payments/bank.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { arrives, choosesTransfer, decide, matchWith, stateOf, takeTransfers, toGiveBack } from '#tests/support/shops/bank.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { statesOf, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, unpaidOrder } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
})

async function expire(...which: Pick<Order, '_id'>[]) {
  for (const { _id } of which) {
    await shop.db
      .update(orders)
      .set({ payBy: sql`now() - interval '1 minute'` })
      .where(eq(orders.id, _id))
  }
  await expireUnpaidOrders(shop.services)
}

/** An order that ended unpaid, with the reference of its transfer. */
async function endedOrder() {
  const made = await unpaidOrder(shop)
  const { transfer } = await choosesTransfer(made.buyer, made.order)
  await expire(made.order)
  return { ...made, reference: transfer!.reference! }
}

/** Its money has arrived late, and is matched with it. */
async function lateMoney(amount?: number) {
  const made = await endedOrder()
  const movement = await arrives(shop, admin, { amount: amount ?? made.order.totalPrice, text: made.reference, payer: made.order.number })
  await matchWith(admin, movement, [{ billId: made.order._id, amount: movement.amount }])
  return { ...made, movement }
}

const revive = ({ _id }: Pick<Order, '_id'>, body: object = {}) => admin.post(`/bank/bills/${_id}/revival`, body)
const move = (sourceId: string, { _id }: Pick<Order, '_id'>, amount: number, kind = 'part') =>
  admin.post(`/bank/give-back/${sourceId}/move`, { kind, billId: _id, amount })

test('a reference decides whose money it is, also of an order that has ended; it is guessed for no other', async () => {
  const { buyer, order, reference, part } = await endedOrder()
  const next = await shop.placeOrder(buyer, part)

  const late = await arrives(shop, admin, { amount: order.totalPrice, text: `Ref ${reference}` })

  expect(next.totalPrice).toBe(order.totalPrice)
  expect(late.proposal).toMatchObject({
    certainty: 'sure',
    bills: [{ billId: order._id, kind: 'cancelled', why: expect.arrayContaining(['reference']) }],
  })
  expect(late.proposal!.bills).toHaveLength(1)
  const answer = await matchWith(admin, late, [{ billId: order._id, amount: order.totalPrice }])
  expect(answer.json()).toEqual({ paid: [], over: 0 })
  expect((await stateOf(shop, order)).state).toBe('cancelled')
  expect((await toGiveBack(admin)).find(({ _id }) => _id === order._id)).toMatchObject({
    kind: 'part',
    amount: order.totalPrice,
    revivable: { missing: 0 },
  })
  const [mail] = await shop.db
    .select({ body: mails.body })
    .from(mails)
    .where(sql`kind = 'part-received' and about = ${order._id}`)
  expect(mail!.body).toContain('had been cancelled before')

  // The same once more, for an order that is paid: nothing is proposed, and the order is named.
  await revive(order)
  const twice = await arrives(shop, admin, { amount: order.totalPrice, text: `again ${reference}` })
  expect(twice).toMatchObject({ proposal: null, named: [{ billId: order._id, kind: 'paid' }] })
})

describe('an ended order is revived', () => {
  test('while its pieces are there, once, and paid with the money that had come', async () => {
    const { buyer, order, part } = await lateMoney()
    const before = await shop.stockOf(part)

    const answers = await Promise.all(Array.from({ length: 6 }, () => revive(order)))

    expect(answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json())).toEqual([{ paid: true }])
    expect(answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code)).toEqual(
      Array(5).fill('NOT_REVIVABLE'),
    )
    expect(await shop.stockOf(part)).toBe(before - order.orderQuantity)
    expect((await buyer.get(`/order/${order._id}`)).json<OrderInFull>()).toMatchObject({
      paid: true,
      cancelled: false,
      transfer: { received: order.totalPrice },
    })
    const events = (await buyer.get(`/order/${order._id}/events`)).json<{ events: { kind: string }[] }>().events.map(({ kind }) => kind)
    expect(events).toEqual(['placed', 'cancelled', 'revived', 'paid'])
    await expectBooksToBalance(shop)
  })

  test('not when its pieces are sold: the money waits', async () => {
    const { order, part } = await lateMoney()
    await shop.placeOrder(await shop.customer(), part, await shop.stockOf(part))

    expect((await revive(order)).json()).toMatchObject({ code: 'STOCK_TOO_LOW', message: expect.stringContaining('not in stock any more') })

    expect((await stateOf(shop, order)).state).toBe('cancelled')
    expect((await toGiveBack(admin)).some(({ _id }) => _id === order._id)).toBe(true)
    await expectBooksToBalance(shop)
  })

  test('with what is missing accepted, or waits for the rest and ends again', async () => {
    const { order: short } = await lateMoney(2_490)
    expect((await toGiveBack(admin)).find(({ _id }) => _id === short._id)).toMatchObject({
      revivable: { missing: short.totalPrice - 2_490 },
    })
    const shortfall = { amount: short.totalPrice - 2_490, why: 'bank-charges' }
    expect((await revive(short, { shortfall })).json()).toEqual({ paid: true })
    expect((await stateOf(shop, short)).state).toBe('paid')

    const { order, part } = await lateMoney(10)
    const before = await shop.stockOf(part)
    expect((await revive(order)).json()).toEqual({ paid: false })
    expect(await shop.stockOf(part)).toBe(before - order.orderQuantity)
    await expire(order)
    expect(await shop.stockOf(part)).toBe(before)
    expect((await toGiveBack(admin)).find(({ _id }) => _id === order._id)).toMatchObject({ amount: 10 })
    expect(await shop.db.$count(mails, sql`kind = 'order-cancelled' and about = ${order._id}`)).toBe(2)
    await expectBooksToBalance(shop)
  })

  test('with the others of its group, without one that the buyer had cancelled before', async () => {
    const { buyer, group } = await unpaidGroup(shop, 3)
    const placed = group.orders
    await buyer.delete(`/order/${placed[0]!._id}`)
    await expire(...placed)
    const due = placed.slice(1).reduce((sum, { totalPrice }) => sum + totalPrice, 0)
    const late = await arrives(shop, admin, { amount: due, text: `group ${placed[1]!.number}` })
    expect((await matchWith(admin, late, [{ billId: group.groupId, amount: due }])).json()).toEqual({ paid: [], over: 0 })

    expect((await revive({ _id: group.groupId })).json()).toEqual({ paid: true })

    expect(await statesOf(shop, group)).toEqual(['cancelled', 'paid', 'paid'])
    await expectBooksToBalance(shop)
  })
})

describe('money is moved between bills of one buyer', () => {
  test('from an ended order to the next one, which it pays', async () => {
    const { buyer, order, part } = await lateMoney()
    const next = await shop.placeOrder(buyer, part)
    const { buyer: stranger } = await unpaidOrder(shop)
    const theirs = await shop.placeOrder(stranger, part)

    expect((await admin.get(`/bank/bills?ofBuyer=${order._id}`)).json<OpenBill[]>().map(({ billId }) => billId)).toEqual([next._id])
    expect((await move(order._id, theirs, 5)).json()).toMatchObject({ fields: [{ field: 'billId' }] })
    expect((await move(order._id, next, order.totalPrice + 1)).json()).toMatchObject({ fields: [{ field: 'amount' }] })
    const answers = await Promise.all(Array.from({ length: 6 }, () => move(order._id, next, order.totalPrice)))

    expect(answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json())).toEqual([{ paid: true }])
    expect((await stateOf(shop, next)).state).toBe('paid')
    expect((await toGiveBack(admin)).some(({ _id }) => _id === order._id)).toBe(false)
    await expectBooksToBalance(shop)
  })

  test('from a short order that still waits, and from what was left of a movement', async () => {
    const { buyer, order, part } = await unpaidOrder(shop)
    const movement = await arrives(shop, admin, { amount: 100, text: `short ${order.number}` })
    await matchWith(admin, movement, [{ billId: order._id, amount: 100 }])
    const next = await shop.placeOrder(buyer, part)
    expect((await move(order._id, next, 100)).json()).toEqual({ paid: false })
    expect((await buyer.get(`/order/${order._id}`)).json<OrderInFull>()).toMatchObject({ transfer: { received: 0 } })

    const doubled = await arrives(shop, admin, { amount: 2 * order.totalPrice - 100, text: `double ${order.number}` })
    await matchWith(admin, doubled, [{ billId: order._id, amount: order.totalPrice }])
    expect((await toGiveBack(admin)).find(({ _id }) => _id === doubled._id)).toMatchObject({ kind: 'over', billId: order._id })
    expect((await move(doubled._id, next, order.totalPrice - 100, 'over')).json()).toEqual({ paid: true })

    expect((await stateOf(shop, next)).state).toBe('paid')
    expect((await toGiveBack(admin)).some(({ _id }) => _id === doubled._id)).toBe(false)
    await expectBooksToBalance(shop)
  })
})

test('that somebody has decided meanwhile is said only of another person, and otherwise what was decided', async () => {
  const { buyer, order, part } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: 7, text: `own ${order.number}` })
  await matchWith(admin, movement, [{ billId: order._id, amount: 7 }])
  const next = await shop.placeOrder(buyer, part)
  const again = { outcome: 'matched', bills: [{ billId: next._id, amount: 7 }] }

  const own = await decide(admin, movement, again)
  const another = await decide(await shop.admin(), movement, again)

  expect(own.json()).toMatchObject({
    code: 'MOVEMENT_DECIDED',
    message: expect.stringContaining(`was matched with ${order.number} before`),
  })
  expect(another.json()).toMatchObject({ code: 'MOVEMENT_DECIDED', message: expect.stringContaining('meanwhile') })
})
