import { eq, sql } from 'drizzle-orm'
import { dollarsToCents } from '#contract/basics/money.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { orders } from '#database/tables/orders.ts'
import { applySettings } from '#server/shop-settings/apply-settings.ts'
import { setLimit, takesOnAccount } from './bank.ts'
import { groupWithFreight } from './freight.ts'
import type { Customer, TestShop } from './open-shop.ts'
import { groupNow } from './order-groups.ts'
import { sampleSeller } from './sellers.ts'
import { germanTax, taxOrders } from './taxed.ts'

/** Publishes settings in which orders on account have an invoice for each delivery, or one at once. */
export async function invoicesDeliveries(shop: TestShop, admin: Customer, settings: object = {}): Promise<void> {
  const values = { seller: sampleSeller, invoicePerDelivery: true, ...settings }
  await shop.db.insert(shopSettings).values({ values: values as object, savedBy: admin.userId, publishedAt: sql`now()` })
  await applySettings(shop.services)
}

type Ordered = { quantity?: number; price?: number; freight?: number; isTaxed?: boolean; limit?: number; netDays?: number }

/** An order that was taken on account, of pieces at a price in dollars, with freight in dollars and German tax. */
export async function onAccount(
  shop: TestShop,
  admin: Customer,
  { quantity = 3_000, price = 0.3333, freight = 100, isTaxed = true, limit = 1_000_000, netDays = 30 }: Ordered = {},
) {
  const freightCents = dollarsToCents(freight)!
  const { buyer, group } = await groupWithFreight(shop, { prices: [price], quantity, freightCents })
  if (isTaxed) await taxOrders(shop, [group.orders[0]!._id], germanTax)
  await setLimit(admin, buyer, limit, netDays)
  const { groupId, orders: placed } = await groupNow(buyer, group)
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, placed[0]!._id))
  const due = (row!.totalCents + row!.freightCents + row!.taxCents) / 100
  const answer = await takesOnAccount(buyer, placed[0]!, due)
  if (answer.statusCode !== 200) throw new Error(`It was not taken on account: ${answer.body}`)
  return { buyer, billId: groupId, order: placed[0]!, due }
}

export const sends = (admin: Customer, { _id }: { _id: string }, pieces?: number, more: object = {}) =>
  admin.post(`/order/${_id}/parcels`, { ...(pieces !== undefined && { pieces }), ...more })
