import { transfers } from '#database/tables/bank.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { BankMovements } from '#contract/payments/bank.ts'
import type { OpenWork } from '#contract/shop/reports.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { arrives, matchWith, stateOf, takeTransfers, toGiveBack } from '#tests/support/shops/bank.ts'
import { statesOf, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, unpaidOrder, expectBooksToBalance, mailsAbout } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
})

test('a part leaves the order unpaid and the card closed; the rest pays it', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const secret = await openPaymentOf(buyer, order)
  const first = await arrives(shop, admin, { amount: 1, text: `part of ${order.number}` })
  await matchWith(admin, first, [{ billId: order._id, amount: 1 }])

  const card = await payByCard(shop, secret).catch((error: unknown) => error)
  const reopened = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  const onAccount = await buyer.post(`/order/${order._id}/on-account`, { due: order.totalPrice })

  expect((await stateOf(shop, order)).state).toBe('unpaid')
  expect((card as { status?: string }).status).not.toBe('succeeded')
  expect(reopened.json()).toMatchObject({ code: 'PART_RECEIVED' })
  expect(onAccount.json()).toMatchObject({ code: 'PART_RECEIVED' })
  const rest = await arrives(shop, admin, { amount: Number((order.totalPrice - 1).toFixed(2)), text: `rest of ${order.number}` })
  expect(rest.proposal).toMatchObject({ certainty: 'sure' })
  expect((await matchWith(admin, rest, [{ billId: order._id, amount: rest.amount }])).json()).toEqual({ paid: [order._id], over: 0 })
  expect((await stateOf(shop, order)).state).toBe('paid')
  await expectBooksToBalance(shop)
})

test('a part payment of an order that ends unpaid is to go back', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: 2, text: `some of ${order.number}` })
  await matchWith(admin, movement, [{ billId: order._id, amount: 2 }])
  await shop.db
    .update(orders)
    .set({ payBy: sql`now() - interval '1 minute'` })
    .where(eq(orders.id, order._id))

  await expireUnpaidOrders(shop.services)

  expect((await stateOf(shop, order)).state).toBe('cancelled')
  const ended = sql`(select cancelled_at from orders where id = ${order._id}::uuid)`
  const since = async () => (await toGiveBack(admin)).find(({ _id }) => _id === order._id)!.since
  expect((await toGiveBack(admin)).find(({ _id }) => _id === order._id)).toMatchObject({ kind: 'part', amount: 2, name: order.number })
  const { rows } = await shop.db.execute<{ at: string }>(sql`select ${ended} as at`)
  expect([await since(), await since()]).toEqual(Array.from({ length: 2 }, () => new Date(rows[0]!.at).toISOString()))
  await arrives(shop, admin, { amount: 7, text: 'for nobody yet' })
  const { open } = (await admin.get('/bank/movements')).json<BankMovements>()
  expect((await admin.get('/openWork')).json<OpenWork>()).toMatchObject({
    toGiveBack: (await toGiveBack(admin)).length,
    openMovements: open,
  })
  expect(open).toBeGreaterThan(0)
  expect((await admin.post(`/bank/give-back/${order._id}`, { kind: 'part' })).json()).toEqual({ modifiedCount: 1 })
  expect((await toGiveBack(admin)).some(({ _id }) => _id === order._id)).toBe(false)
})

test('a refund of a transfer goes back by hand, and is shown until it has gone', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `refunded ${order.number}` })
  await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])

  const refunded = await admin.post(`/order/${order._id}/refund`, { reason: 'Sold out' })

  expect(refunded.json()).toMatchObject({ modifiedCount: 1 })
  const back = (await toGiveBack(admin)).find(({ kind, name }) => kind === 'refund' && name === order.number)
  expect(back).toMatchObject({ amount: order.totalPrice, payerAccount: 'GB29NWBK60161331926819' })
  const [mail] = await shop.db.select().from(mails).where(eq(mails.ref, back!._id))
  expect(mail!.body).toContain('goes back to your bank account')
  expect((await admin.post(`/bank/give-back/${back!._id}`, { kind: 'refund' })).json()).toEqual({ modifiedCount: 1 })
  expect((await toGiveBack(admin)).some(({ _id }) => _id === back!._id)).toBe(false)
  await expectBooksToBalance(shop)
})

/** A group of $1,000, $2,000 and $3,000 of which this was transferred. */
async function partlyPaidGroup(amount: number) {
  const { buyer, group } = await unpaidGroup(shop)
  const movement = await arrives(shop, admin, { amount, text: `some of ${group.orders[0]!.number} and others` })
  expect((await matchWith(admin, movement, [{ billId: group.groupId, amount }])).statusCode).toBe(200)
  return { buyer, group, cancel: (index: number) => buyer.delete(`/order/${group.orders[index]!._id}`) }
}

test('a group whose part payment covers what is left is paid once an order is cancelled; what is beyond it goes back', async () => {
  const { group, cancel } = await partlyPaidGroup(3_500)

  await cancel(1)
  const before = await statesOf(shop, group)
  await cancel(0)
  const [, , paid] = group.orders
  const [transfer] = await shop.db.select().from(transfers).where(eq(transfers.billId, group.groupId))
  const back = (await toGiveBack(admin)).find(({ _id }) => _id === group.groupId)

  expect(before).toEqual(['unpaid', 'cancelled', 'unpaid'])
  expect(await statesOf(shop, group)).toEqual(['cancelled', 'cancelled', 'paid'])
  expect((await stateOf(shop, paid!)).transactionId).toBe(transfer!.transactionId)
  expect(transfer).toMatchObject({ receivedCents: 350_000, settledCents: 300_000 })
  expect(back).toMatchObject({ kind: 'part', amount: 500 })
  expect((await admin.post(`/bank/give-back/${group.groupId}`, { kind: 'part' })).json()).toEqual({ modifiedCount: 1 })
  expect((await toGiveBack(admin)).some(({ _id }) => _id === group.groupId)).toBe(false)
  expect(await mailsAbout(shop, { _id: group.groupId })).toContain('order-paid')
  await expectBooksToBalance(shop)
})

test('a group whose part payment is exactly what is left goes nothing back, and one of which nothing is left all of it', async () => {
  const [exact, none] = [await partlyPaidGroup(3_000), await partlyPaidGroup(10)]

  for (const index of [0, 1]) await exact.cancel(index)
  for (const index of [0, 1, 2]) await none.cancel(index)

  expect(await statesOf(shop, exact.group)).toEqual(['cancelled', 'cancelled', 'paid'])
  expect(await statesOf(shop, none.group)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  const back = await toGiveBack(admin)
  expect(back.some(({ _id }) => _id === exact.group.groupId)).toBe(false)
  expect(back.find(({ _id }) => _id === none.group.groupId)).toMatchObject({ kind: 'part', amount: 10 })
  await expectBooksToBalance(shop)
})

test('of a cancellation and the last transfer at once, the group is paid once, and no money is lost', async () => {
  for (let race = 0; race < 4; race++) {
    const { group, cancel } = await partlyPaidGroup(4_000)
    const rest = await arrives(shop, admin, { amount: 2_000, text: `rest ${race} of ${group.orders[0]!.number}` })

    const [, matched] = await Promise.all([cancel(2), matchWith(admin, rest, [{ billId: group.groupId, amount: 2_000 }])])

    const states = await statesOf(shop, group)
    expect(states.slice(0, 2)).toEqual(['paid', 'paid'])
    expect(matched.statusCode).toBe(states[2] === 'paid' ? 200 : 409)
    expect((await toGiveBack(admin)).find(({ _id }) => _id === group.groupId)?.amount).toBe(states[2] === 'paid' ? undefined : 1_000)
  }
  await expectBooksToBalance(shop)
})
