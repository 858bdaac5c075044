import { and, inArray } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { orderNumber, type Reorder, type ReorderLine } from '#contract/orders/orders.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { priceLines } from '../quotes/price-lines.ts'
import type { Services } from '../services.ts'
import { seenBy } from './lists/find-orders.ts'

/**
 * What orders, in any state, cost when they were placed and cost today, in the order in which they are named. Saves nothing.
 * @throws ShopError NOT_FOUND when one of them is unknown or another customer's.
 */
export async function reorder(services: Pick<Services, 'db' | 'settings'>, who: Caller, orderIds: string[]): Promise<Reorder> {
  const found = await services.db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, orderIds), seenBy(who)))
  const byId = new Map(found.map((order) => [order.id, order]))
  const rows = orderIds.map((id) => byId.get(id)).filter((order) => order !== undefined)
  if (rows.length < orderIds.length) throw new ShopError('NOT_FOUND')

  const asked = rows.map(({ partId, partName, quantity }) => ({ text: partName, quantity, partsId: partId }))
  const { lines, total } = await priceLines(services, asked)
  const orderedCents = rows.reduce((sum, { totalCents }) => sum + totalCents, 0)
  return {
    lines: rows.map((order, index) => presentLine(order, lines[index]!)),
    orderedTotal: centsToDollars(toCents(orderedCents)),
    todayTotal: total,
  } // a line for each
}

const presentLine = (order: OrderRow, { unitPrice, lineTotal, available, notes }: QuoteLine): ReorderLine => ({
  orderId: order.id,
  number: orderNumber(order.position),
  partsId: order.partId,
  name: order.partName,
  orderQuantity: order.quantity,
  ordered: { price: Number(order.unitPrice), totalPrice: centsToDollars(toCents(order.totalCents)) },
  today: unitPrice === null || lineTotal === null ? null : { price: unitPrice, totalPrice: lineTotal },
  available: available ?? 0,
  enough: unitPrice !== null && !notes.includes('above-stock'),
})
