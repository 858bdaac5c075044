import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAXIMUM_ORDERED_LINES } from '../../contract/basics/limits.ts'
import type { Part } from '../../contract/parts/parts.ts'
import type { OrderGroup } from '../../contract/quotes/quotes.ts'
import { intentIdOf } from '../../contract/payments/sandbox.ts'
import { orders } from '../../database/tables/orders.ts'
import { expireUnpaidOrders } from '../../server/orders/expire-unpaid-orders.ts'
import { median } from '../../tests/support/load/figures.ts'
import { openShop } from '../../tests/support/shops/open-shop.ts'
import { openPaymentOfGroup, orderQuote, savedQuote } from '../../tests/support/shops/order-groups.ts'
import { payByCard, reportPaid } from '../../tests/support/shops/payments.ts'
import { placedEarlier } from '../../tests/support/shops/placed-earlier.ts'
import { report } from '../measured.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
const WANTED = { ordered: { atMost: 500 }, paid: {}, cancelled: {} }

test('how long a quote of five hundred lines takes to be ordered, paid and cancelled', async () => {
  const shop = await openShop()
  const parts: Part[] = []
  for (let index = 0; index < MAXIMUM_ORDERED_LINES; index++) parts.push(await shop.addPart({ available: 1_000_000, price: 0.5 }))
  const took = { ordered: [] as number[], paid: [] as number[], cancelled: [] as number[] }
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
    const group: OrderGroup = (await timed('ordered', () => orderQuote(buyer, quote))).json()
    if (round % 2 === 0) {
      const secret = await openPaymentOfGroup(buyer, group)
      await payByCard(shop, secret)
      await timed('paid', () => reportPaid(buyer, group.orders[0]!, intentIdOf(secret)))
    } else {
      await shop.db.update(orders).set(placedEarlier('8 days')).where(eq(orders.groupId, group.groupId))
      expect(await timed('cancelled', () => expireUnpaidOrders(shop.services))).toBe(MAXIMUM_ORDERED_LINES)
    }
  }

  for (const [what, wanted] of Object.entries(WANTED)) {
    const ms = took[what as keyof typeof took]
    const note = `slowest ${Math.round(Math.max(...ms))} ms of ${ms.length}`
    report({ what: `A quote of ${MAXIMUM_ORDERED_LINES} lines ${what}`, found: median(ms), unit: 'ms', ...wanted, note })
  }
})
