import { eq } from 'drizzle-orm'
import type { OrderFreight } from '#contract/freight/freight.ts'
import type { FreightMethodFields } from '#contract/freight/methods.ts'
import type { TaxDecision } from '#contract/payments/tax.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import type { Customer, TestShop } from './open-shop.ts'
import { groupNow, orderQuote, savedQuote, type SavedLine, type SavedQuote } from './order-groups.ts'
import { taxOrders } from './taxed.ts'

export const pallets: OrderFreight = { methodId: null, name: 'Pallets', carrier: 'dhl', incoterm: { code: 'DAP', place: 'Hamburg' } }

/** Methods with one price each, which reach everywhere, while `act` runs in a shop that has none. */
export async function withMethods<Result>(
  { db, admin }: TestShop,
  prices: Record<string, number>,
  act: () => Promise<Result>,
): Promise<Result> {
  const owner = await admin()
  const fixed = { carrier: 'dhl', reach: 'everywhere', pricing: 'fixed', incoterm: 'DAP', place: '', transitDays: 2, position: 0 } as const
  try {
    for (const [name, price] of Object.entries(prices)) {
      const method: FreightMethodFields = { ...fixed, name, price, active: true }
      const added = await owner.post('/freight-methods', method)
      if (added.statusCode !== 200) throw new Error(`The method was refused: ${added.body}`)
    }
    return await act()
  } finally {
    await db.delete(freightMethods)
  }
}

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
