import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { GiveBack } from '#contract/payments/bank.ts'
import { orders } from '#database/tables/orders.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { arrives, decide, matchWith, setLimit, takesOnAccount, takeTransfers } from '#tests/support/shops/bank.ts'
import { balances } from '#tests/support/shops/books.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, unpaidOrder } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
})

/** What the entries of this work change. */
async function changeOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances(shop.db)
  await work()
  const after = await balances(shop.db)
  const accounts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(accounts.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]).filter(([, cents]) => cents !== 0))
}

const giveBack = async (kind: GiveBack['kind'], id: string) => admin.post(`/bank/give-back/${id}`, { kind })

test('a transfer that is matched is at the bank, and what is left of it is owed until it has gone back (77)', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: order.totalPrice + 7.5, text: `over ${order.number}` })

  const matched = await changeOf(() => matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }]))
  const back = await changeOf(() => Promise.all([giveBack('over', movement._id), giveBack('over', movement._id)]))

  expect(matched).toEqual({ bank: 250_750, receivable: -250_000, returns_due: -750 })
  expect(back).toEqual({ bank: -750, returns_due: 750 })
  await expectBooksToBalance(shop)
})

test('a part waits between bank and bill, and goes back from there when the bill ends (77)', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: 2, text: `part ${order.number}` })

  const part = await changeOf(() => matchWith(admin, movement, [{ billId: order._id, amount: 2 }]))
  await shop.db
    .update(orders)
    .set({ payBy: sql`now() - interval '1 minute'` })
    .where(sql`id = ${order._id}`)
  await expireUnpaidOrders(shop.services)
  const back = await changeOf(() => giveBack('part', order._id))

  expect(part).toEqual({ bank: 200, transfer_clearing: -200 })
  expect(back).toEqual({ bank: -200, transfer_clearing: 200 })
  await expectBooksToBalance(shop)
})

test('money that pays for nothing is booked, booked back when it is decided again, and booked once more (77)', async () => {
  const movement = await arrives(shop, admin, { amount: 9, text: 'for nothing' })
  const toGoBack = () => decide(admin, movement, { outcome: 'give-back', reason: 'Not known' })

  const first = await changeOf(() => Promise.all([toGoBack(), toGoBack()]))
  const undone = await changeOf(() => admin.delete(`/bank/movements/${movement._id}/decision`))
  const again = await changeOf(toGoBack)

  expect([first, undone, again]).toEqual([
    { bank: 900, returns_due: -900 },
    { bank: -900, returns_due: 900 },
    { bank: 900, returns_due: -900 },
  ])
  expect(await changeOf(async () => decide(admin, await arrives(shop, admin, { amount: 4, text: 'interest' }), { outcome: 'not-ours', reason: 'Interest' }))).toEqual({}) // prettier-ignore
  await expectBooksToBalance(shop)
})

test('a bill on account is booked when it is paid, by bank or by hand, and its refund when it was sent (77)', async () => {
  const buyer = await shop.customer()
  await setLimit(admin, buyer, 10_000)
  const order = await shop.placeOrder(buyer, await shop.addPart({ available: 10_000 }))
  await takesOnAccount(buyer, order)
  const movement = await arrives(shop, admin, { amount: 1_000, text: `first part ${order.number}` })

  const paid = await changeOf(() => matchWith(admin, movement, [{ billId: order._id, amount: 1_000 }]))
  const byHand = await changeOf(() => admin.post(`/open-items/${order._id}/receipt`, { amount: 500, open: 1_500, reason: 'A cheque' }))
  // 1,000 of it is still open and is credited; 1,500 goes back.
  const refunded = await changeOf(() => admin.post(`/order/${order._id}/refund`, { reason: 'Sold out' }))
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from payment_refunds where order_id = ${order._id}`)
  const sent = await changeOf(() => Promise.all([giveBack('refund', rows[0]!.id), giveBack('refund', rows[0]!.id)]))

  expect(paid).toEqual({ bank: 100_000, receivable: -100_000 })
  expect(byHand).toEqual({ transfer_clearing: 50_000, receivable: -50_000 })
  expect(refunded).toEqual({ receivable: 150_000, transfer_clearing: -150_000 })
  expect(sent).toEqual({ bank: -150_000, transfer_clearing: 150_000 })
  await expectBooksToBalance(shop)
})

test('a refund of a transfer leaves the bank when it was sent (77)', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `whole ${order.number}` })
  await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])

  const refunded = await changeOf(() => admin.post(`/order/${order._id}/refund`, { reason: 'Sold out' }))
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from payment_refunds where order_id = ${order._id}`)
  const sent = await changeOf(() => giveBack('refund', rows[0]!.id))

  expect(refunded).toEqual({ receivable: 250_000, transfer_clearing: -250_000 })
  expect(sent).toEqual({ bank: -250_000, transfer_clearing: 250_000 })
  await expectBooksToBalance(shop)
})

test('of confirmations at the same moment one is booked (77)', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `at once ${order.number}` })
  const match = () => matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])

  expect(await changeOf(() => Promise.all(Array.from({ length: 20 }, match)))).toEqual({ bank: 250_000, receivable: -250_000 })
  await expectBooksToBalance(shop)
})
