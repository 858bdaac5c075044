import type { Part } from '#contract/parts/parts.ts'
import { contact, holdPieces, type Customer, type TestShop } from './open-shop.ts'
import { orderQuote, savedQuote } from './order-groups.ts'

/** Stocks of a catalogue: plenty, little, and too little for a share of it to be an order. */
const STOCKS = [250_000, 18_400, 6_800, 4_100, 3_999, 1_000, 0]

/** A part of each stock. */
export const addStocks = (shop: TestShop): Promise<Part[]> =>
  Promise.all(STOCKS.map((available) => shop.addPart({ available, price: 14.85 })))

/** Orders as much as possible of every part, in every way: first these shares of all, in turn. Most of it is refused. */
export async function orderEverything(shop: TestShop, account: Customer, parts: Part[], shares: number[]): Promise<void> {
  for (const share of shares) {
    const lines = parts.map((part) => ({ part, quantity: Math.max(Math.floor(part.available * share), 1_000) }))
    for (const some of [lines, ...lines.map((line) => [line])]) await orderQuote(account, await savedQuote(shop.db, account.userId, some))
    for (const { part, quantity } of lines) {
      await holdPieces(account, part, quantity)
      await account.post('/inventory', {
        orderItem: {
          name: part.name,
          partsId: part._id,
          totalPrice: Math.round(quantity * 1_485) / 100,
          orderQuantity: quantity,
          ...contact,
        },
      })
    }
  }
}
