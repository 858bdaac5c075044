import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { InvariantName } from '#contract/shop/operations.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { orderGroups, orders } from '#database/tables/orders.ts'
import { returnedPayments } from '#database/tables/payments.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { booksOf, sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup, unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { payByCard, reportPaid } from '#tests/support/shops/payments.ts'

async function paidGroup(shop: TestShop) {
  const ordered = await unpaidGroup(shop)
  const [, cancelled, paid] = ordered.group.orders
  await ordered.buyer.delete(`/order/${cancelled!._id}`)
  const secret = await openPaymentOfGroup(ordered.buyer, { ...ordered.group, totalPrice: 4_000 }, paid)
  await payByCard(shop, secret)
  await reportPaid(ordered.buyer, paid!, intentIdOf(secret))
  return { ...ordered, intentId: intentIdOf(secret) }
}

/** The invariants that do not hold, each with what breaks it. */
async function broken(shop: TestShop, options?: Parameters<typeof checkInvariants>[1]) {
  const findings = await checkInvariants(shop.db, options)
  return findings.filter(({ count }) => count > 0).map(({ name, ids }): [InvariantName, string[]] => [name, ids])
}

const changeOrder = ({ db }: TestShop, id: string, set: Partial<typeof orders.$inferInsert>) =>
  db.update(orders).set(set).where(eq(orders.id, id))

test('a group that was paid but for a cancelled order breaks no invariant, by records and books (INV)', async () => {
  const shop = await openShop()
  await paidGroup(shop)
  await unpaidGroup(shop)

  expect(await broken(shop)).toEqual([])
  expect(await broken(shop, { books: sandboxBooks })).toEqual([])
  expect(await broken(shop, { books: booksOf(await shop.processor.intents()) })).toEqual([])
})

test('a group that is paid by half is found: by one of its orders, and by itself (INV)', async () => {
  const shop = await openShop()
  await paidGroup(shop)
  const { group, buyer } = await unpaidGroup(shop, 2)
  const [first] = group.orders
  const intentId = intentIdOf(await openPaymentOfGroup(buyer, group))

  await changeOrder(shop, first!._id, { state: 'paid', transactionId: intentId, paidAt: new Date() })
  const order = await broken(shop)
  const paid = { transactionId: intentId, paidAt: new Date() }
  await shop.db.update(orderGroups).set(paid).where(eq(orderGroups.id, group.groupId))
  const half = await broken(shop)

  expect(order).toEqual([['paidOrdersArePaidFor', [first!._id]]])
  expect(half).toEqual([['paidOrdersArePaidFor', [group.groupId]]])
})

test('an order that has the money of another group is found (INV)', async () => {
  const shop = await openShop()
  const { intentId } = await paidGroup(shop)
  const { group } = await unpaidGroup(shop, 1)
  const [only] = group.orders

  await changeOrder(shop, only!._id, { state: 'paid', transactionId: intentId, paidAt: new Date() })

  expect(await broken(shop)).toEqual([['paidOrdersArePaidFor', [only!._id]]])
})

test('a group without its money is found: another amount, given back, of another group (INV)', async () => {
  const shop = await openShop()
  const { group, intentId } = await paidGroup(shop)
  const booked = (await shop.processor.intents()).find(({ id }) => id === intentId)!

  for (const lie of [{ amountCents: 600_000 }, { status: 'canceled' }, { currency: 'eur' }, { orderId: group.orders[0]!._id }]) {
    const findings = await broken(shop, { books: booksOf([{ ...booked, ...lie }]) })
    const unbooked = 'amountCents' in lie ? [['moneyIsBooked', [intentId]]] : []
    expect(findings).toEqual([['paidOrdersArePaidFor', [group.groupId]], ...unbooked])
  }
  const refunded = { ...booked, refundedAt: new Date(), refundedCents: booked.amountCents }
  expect(await broken(shop, { books: booksOf([refunded]) })).toEqual([
    ['refundsAreKnown', [intentId]],
    ['moneyIsBooked', [intentId]],
  ])
})

test('money for a group that paid for nothing, and money that paid and goes back, are found once each (INV)', async () => {
  const shop = await openShop()
  const unheard = await unpaidGroup(shop)
  const lost = intentIdOf(await openPaymentOfGroup(unheard.buyer, unheard.group))
  await payByCard(shop, await openPaymentOfGroup(unheard.buyer, unheard.group))
  const { intentId: twice, group } = await paidGroup(shop)
  const kept = [group.orders[0]!._id, group.orders[2]!._id].toSorted()
  await shop.db.insert(returnedPayments).values({ paymentIntent: twice, orderId: kept[0]!, amountCents: 1, reason: 'by mistake' })

  expect(await broken(shop, { books: sandboxBooks })).toEqual([
    ['paidOrdersArePaidFor', kept],
    ['paymentsHaveTheirEnd', [lost, twice].toSorted()],
    ['moneyIsBooked', [twice]],
  ])
})

test('an order of a group never has a payment of its own, whatever the code does', async () => {
  const shop = await openShop()
  const { group } = await unpaidGroup(shop)
  const id = group.orders[0]!._id

  for (const own of [{ paymentAttempt: 1 }, { paymentIntent: 'pi_own' }]) {
    await expect(changeOrder(shop, id, own)).rejects.toMatchObject({ cause: { constraint: 'orders_of_group_pay_together' } })
  }
})
