import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { mails } from '#database/tables/mails.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { sandboxRefunds } from '#database/tables/sandbox.ts'
import { CrashClient } from './crash-client.ts'
import type { CrashAt } from './crash-process.ts'
import { expectDeath, expectEverythingAtItsEnd, type CrashShop } from './crash-rounds.ts'
import { signInCrowd } from '../load/crowd.ts'
import type { TestShop } from '../shops/open-shop.ts'
import { openPaymentOfGroup, statesOf, unpaidGroup } from '../shops/order-groups.ts'
import { orderRow, payByCard, reportPaid } from '../shops/payments.ts'
import { paidOrder } from '../shops/refunds.ts'

/**
 * One round: an admin refunds an order, one of a group, a part of a shipped one, with pieces that came back, and a part of an unsent one, of
 * which pieces are withdrawn; another order is refunded in the processor's dashboard, and a customer's bank disputes the last. The process dies at that moment, and the next one goes on.
 * Returns whether it died before the round was over.
 * @throws AssertionError when money goes back twice or not at all, or stock and orders do not agree.
 */
export async function playRefundRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const [byAdmin, inDashboard, disputed] = [await paidOrder(shop), await paidOrder(shop), await paidOrder(shop)]
  const [partly, unsent] = [await paidOrder(shop), await paidOrder(shop)]
  const { buyer, group, parts } = await unpaidGroup(shop)
  const { id: groupIntent } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
  await reportPaid(buyer, group.orders[0]!, groupIntent)
  await shop.processor.deliverEvents('http://127.0.0.1:9/not-there')
  const [signed] = await signInCrowd(shop.db, 1, 'admin')
  const admin = new CrashClient(shop, crashShop, signed!)
  await admin.ask('PUT', `/orderShipped/${partly.order._id}`)
  const death = await expectDeath(shop, crashShop, at)

  const refund = ({ _id }: Order) => admin.ask('POST', `/order/${_id}/refund`, { reason: 'Any' })
  await shop.processor.refund(inDashboard.intentId)
  await shop.processor.dispute(disputed.intentId)
  const refundPart = ({ _id }: Order, part: object) => admin.ask('POST', `/order/${_id}/refund`, { reason: 'Any', ...part }, randomUUID())
  await Promise.all([
    refund(byAdmin.order),
    refund(group.orders[1]!),
    refundPart(partly.order, { amount: 500, restock: 100 }),
    refundPart(unsent.order, { pieces: 300, withdraw: 300, restock: 100 }),
    admin.webhooks(),
  ])
  await admin.work('events')
  await admin.work('refunds')

  const hasDied = await death.over()
  for (const work of ['events', 'refunds', 'refunds', 'mails'] as const) await admin.work(work)

  await expectEverythingAtItsEnd(shop)
  const intents = [partly.intentId, unsent.intentId, byAdmin.intentId, inDashboard.intentId, disputed.intentId, groupIntent]
  const given = await shop.db.select().from(sandboxRefunds).where(inArray(sandboxRefunds.intentId, intents))
  const known = await shop.db.select().from(paymentRefunds).where(inArray(paymentRefunds.intentId, intents))
  const cents = [200_000, 250_000, 250_000, 50_000, 75_000]
  expect(given.map(({ amountCents }) => amountCents).toSorted()).toEqual(cents)
  expect(known.map(({ amountCents, state }) => [amountCents, state]).toSorted()).toEqual(cents.map((amount) => [amount, 'succeeded']))
  expect(await Promise.all([byAdmin, inDashboard, disputed].map(async ({ order }) => (await orderRow(shop, order)).state))).toEqual([
    'refunded',
    'refunded',
    'paid',
  ])
  expect((await orderRow(shop, disputed.order)).dispute).toBe('open')
  expect(await statesOf(shop, group)).toEqual(['paid', 'refunded', 'paid'])
  expect(await orderRow(shop, unsent.order)).toMatchObject({ state: 'paid', withdrawnPieces: 300, restockedPieces: 100 })
  const ofOrders = [byAdmin, inDashboard, disputed, partly, unsent].map(({ part }) => part)
  const stock = await Promise.all([...ofOrders, ...parts].map((part) => shop.stockOf(part)))
  expect(stock).toEqual([10_000, 10_000, 9_000, 9_100, 9_100, 9_000, 10_000, 9_000])
  const told = await shop.db
    .select()
    .from(mails)
    .where(
      inArray(
        mails.ref,
        known.map(({ id }) => id),
      ),
    )
  expect(told.map(({ kind }) => kind)).toEqual(Array(5).fill('order-refunded'))
  return hasDied
}
