import { eq } from 'drizzle-orm'
import type { OrderFreight } from '#contract/freight/freight.ts'
import type { TaxDecision } from '#contract/payments/tax.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import type { Customer, TestShop } from './open-shop.ts'
import { groupNow, orderQuote, savedQuote, type SavedLine, type SavedQuote } from './order-groups.ts'
import { taxOrders } from './taxed.ts'

export const pallets: OrderFreight = { methodId: null, name: 'Pallets', carrier: 'dhl', incoterm: { code: 'DAP', place: 'Hamburg' } }

/** `prices` in dollars for a piece, of a part each. */
type Carried = { prices: number[]; quantity?: number; freightCents: number; freight?: OrderFreight }

/** A saved quote to which the shop has offered freight. */
export async function quoteWithFreight(
  shop: TestShop,
  buyer: Customer,
  { prices, quantity = 1_000, freightCents, freight = pallets }: Carried,
): Promise<SavedQuote> {
  const lines: SavedLine[] = []
  for (const price of prices) lines.push({ part: await shop.addPart({ available: 10_000, price }), quantity })
  const quote = await savedQuote(shop.db, buyer.userId, lines)
  await shop.db.update(quoteVersions).set({ freight, freightCents }).where(eq(quoteVersions.quoteId, quote.id))
  return quote
}

/** The unpaid orders of such a quote; `taxes` of each in turn. */
export async function groupWithFreight(shop: TestShop, { taxes = [], ...carried }: Carried & { taxes?: TaxDecision[] }) {
  const buyer = await shop.customer()
  const answer = await orderQuote(buyer, await quoteWithFreight(shop, buyer, carried))
  if (answer.statusCode !== 200) throw new Error(`The quote was not ordered: ${answer.body}`)
  const group = answer.json<OrderGroup>()
  for (const [index, tax] of taxes.entries()) await taxOrders(shop, [group.orders[index]!._id], tax)
  return { buyer, group: await groupNow(buyer, group) }
}
