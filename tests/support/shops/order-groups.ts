import { eq, sql } from 'drizzle-orm'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { centsToDollars, parseUnitPrice, totalOf, unitPriceToDecimal, type Cents } from '#contract/basics/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import type { Database } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { contact, type Customer, type TestShop } from './open-shop.ts'

/** A line of a saved quote; `price` in dollars per piece, by default the part's. */
export type SavedLine = { part: Part; quantity?: number; price?: number }

/** `total` in dollars. */
export type SavedQuote = { id: string; number: string; version: number; total: number }

/** A saved quote of a customer, written to the tables. */
export async function savedQuote(db: Database, userId: string, lines: SavedLine[]): Promise<SavedQuote> {
  const [quote] = await db.insert(quotes).values({ userId, name: 'Spring' }).returning()
  return { id: quote!.id, number: quote!.number, version: 1, total: await saveVersion(db, quote!.id, 1, lines) }
}

/** The same with other lines, as its next version. */
export async function requoted(db: Database, quote: SavedQuote, lines: SavedLine[]): Promise<SavedQuote> {
  const version = quote.version + 1
  const total = await saveVersion(db, quote.id, version, lines)
  await db.update(quotes).set({ version }).where(eq(quotes.id, quote.id))
  return { ...quote, version, total }
}

async function saveVersion(db: Database, quoteId: string, version: number, lines: SavedLine[]): Promise<number> {
  const priced = lines.map(({ part, quantity = MINIMUM_ORDER, price = part.price }, index) => {
    const unitPrice = parseUnitPrice(price)!
    const totalCents = totalOf(unitPrice, quantity)
    return { part, row: index + 1, quantity, unitPrice: unitPriceToDecimal(unitPrice), totalCents }
  })
  const totalCents = priced.reduce((sum, line) => sum + line.totalCents, 0)
  await db.insert(quoteVersions).values({ quoteId, version, totalCents, validUntil: sql`now() + interval '30 days'` })
  await db.insert(quoteLines).values(
    priced.map(({ part, ...line }) => ({
      ...line,
      quoteId,
      version,
      text: part.partNumber,
      asked: String(line.quantity),
      status: 'matched' as const,
      partId: part._id,
      partNumber: part.partNumber,
      partName: part.name,
      leadDays: part.leadDays,
    })),
  )
  return centsToDollars(totalCents as Cents)
}

export const orderQuote = (buyer: Customer, quote: SavedQuote, changed: object = {}) =>
  buyer.post(`/quotes/${quote.id}/order`, { version: quote.version, total: quote.total, ...contact, ...changed })

/** A customer's unpaid group of this many orders, each of a separate part, at $1, $2, $3 ... a piece. */
export async function unpaidGroup(shop: TestShop, orders = 3, available = 10_000) {
  const buyer = await shop.customer()
  const parts: Part[] = []
  for (let index = 0; index < orders; index++) parts.push(await shop.addPart({ available, price: index + 1 }))
  const quote = await savedQuote(
    shop.db,
    buyer.userId,
    parts.map((part) => ({ part })),
  )
  const answer = await orderQuote(buyer, quote)
  if (answer.statusCode !== 200) throw new Error(`The quote was not ordered: ${answer.body}`)
  const group: OrderGroup = answer.json()
  return { buyer, parts, quote, group }
}

/** The payment screen's request for one of its orders; returns the client secret. */
export async function openPaymentOfGroup(buyer: Customer, group: OrderGroup, order: Order = group.orders[0]!): Promise<string> {
  const answer = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: group.totalPrice })
  if (answer.statusCode !== 200) throw new Error(`The payment was refused: ${answer.body}`)
  return answer.json().clientSecret
}

/** The group as shown to its buyer. */
export const groupNow = async (buyer: Customer, { groupId }: OrderGroup): Promise<OrderGroup> =>
  (await buyer.get(`/order-groups/${groupId}`)).json()

/** The group's row as the database has it. */
export async function groupRow({ db }: TestShop, { groupId }: OrderGroup) {
  const [row] = await db.select().from(orderGroups).where(eq(orderGroups.id, groupId))
  return row!
}

/** States of a group's orders, in their order. */
export async function statesOf({ db }: TestShop, { groupId }: OrderGroup): Promise<string[]> {
  const { rows } = await db.execute<{ state: string }>(sql`select state from orders where group_id = ${groupId}::uuid order by position`)
  return rows.map(({ state }) => state)
}
