import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAXIMUM_ORDERED_LINES } from '#contract/limits.ts'
import type { Part } from '#contract/parts.ts'
import type { OrderGroup } from '#contract/quotes.ts'
import { intentIdOf } from '#contract/sandbox.ts'
import { orders } from '#database/tables/orders.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { median, reportFigure } from '#tests/support/load/figures.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup, orderQuote, savedQuote, statesOf } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { placedEarlier } from '#tests/support/shops/placed-earlier.ts'

const ROUNDS = Number(process.env['DEEP_GROUPS'] ?? 15)
const ORDER_MS = 500

test('a quote of five hundred lines is ordered, paid and cancelled in a moment', async () => {
  const shop = await openShop()
  const parts: Part[] = []
  for (let index = 0; index < MAXIMUM_ORDERED_LINES; index++) parts.push(await shop.addPart({ available: 1_000_000, price: 0.5 }))
  const took = { order: [] as number[], pay: [] as number[], cancel: [] as number[] }
  const timed = async <T>(what: keyof typeof took, work: () => Promise<T>) => {
    const start = performance.now()
    const result = await work()
    took[what].push(performance.now() - start)
    return result
  }

  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await shop.customer()
    const quote = await savedQuote(
      shop.db,
      buyer.userId,
      parts.map((part) => ({ part })),
    )
    const group: OrderGroup = (await timed('order', () => orderQuote(buyer, quote))).json()
    const secret = await openPaymentOfGroup(buyer, group)
    if (round % 2 === 0) {
      await payByCard(shop, secret)
      await timed('pay', () => reportPaid(buyer, group.orders[0]!, intentIdOf(secret)))
    } else {
      await shop.db.update(orders).set(placedEarlier('8 days')).where(eq(orders.groupId, group.groupId))
      expect(await timed('cancel', () => expireUnpaidOrders(shop.services))).toBe(MAXIMUM_ORDERED_LINES)
    }
    expect(new Set(await statesOf(shop, group))).toEqual(new Set([round % 2 === 0 ? 'paid' : 'cancelled']))
  }

  await expectBooksToBalance(shop)
  const told = Object.entries(took).map(([what, ms]) => `${what} ${Math.round(median(ms))} ms (slowest ${Math.round(Math.max(...ms))} ms)`)
  reportFigure('groups', `${MAXIMUM_ORDERED_LINES} orders at once: ${told.join(', ')}`, `order ${ORDER_MS} ms`)
  expect(median(took.order)).toBeLessThan(ORDER_MS)
})
