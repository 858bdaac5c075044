import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { messages } from '#contract/basics/messages.ts'
import { ShopError } from '../errors.ts'
import { findQuote, type QuoteSource } from '../quotes/find-quote.ts'

/** A line of a cart: pieces of a part at a price in dollars for each. `row` is that of the quote. */
export type CartLine = {
  row: number
  partsId: string
  partNumber: string
  name: string
  quantity: number
  unitPrice: number
  leadDays: number
}

/** A version of a quote as a procurement system gets it. `total` in dollars, without the freight that an offer may have. */
export type Cart = { quoteNumber: string; version: number; total: number; hasFreight: boolean; validUntil: string; lines: CartLine[] }

/** A version of a quote whose lines all have a part. @throws ShopError NOT_FOUND; QUOTE_NOT_ORDERABLE */
export async function readCart(source: QuoteSource, userId: string, quoteId: string, version: number): Promise<Cart> {
  const { number, total, offer, validUntil, lines } = await findQuote(source, userId, quoteId, version)
  return { quoteNumber: number, version, total, hasFreight: offer?.freight !== undefined, validUntil, lines: cartLines(lines) }
}

/** Lines with a part, a quantity and a price. @throws ShopError QUOTE_NOT_ORDERABLE with the others, as `lines.ROW`. */
export function cartLines(lines: readonly QuoteLine[]): CartLine[] {
  const open = lines.filter(({ status }) => status !== 'matched')
  if (open.length > 0) {
    throw new ShopError('QUOTE_NOT_ORDERABLE', {
      fields: open.map(({ row }) => ({ field: `lines.${row}`, message: messages.quoteLineOpen })),
    })
  }
  return lines.map(({ row, partsId, partNumber, name, quantity, unitPrice, leadDays }) => ({
    row,
    // Matched lines have all of these; the database checks it.
    partsId: partsId!,
    partNumber: partNumber!,
    name: name!,
    quantity: quantity!,
    unitPrice: unitPrice!,
    leadDays: leadDays!,
  }))
}

/** Names a line of a version of a quote, such as 'Q-000123/1/3'; an order repeats it. */
export const lineReference = ({ quoteNumber, version }: Pick<Cart, 'quoteNumber' | 'version'>, { row }: Pick<CartLine, 'row'>) =>
  `${quoteNumber}/${version}/${row}`

const REFERENCE = /^(Q-\d{6,15})\/(\d{1,7})\/(\d{1,5})$/

/** Reads what `lineReference` wrote. */
export function readLineReference(text: string): { quoteNumber: string; version: number; row: number } | undefined {
  const [, quoteNumber = '', version = '', row = ''] = REFERENCE.exec(text.trim()) ?? []
  return quoteNumber === '' ? undefined : { quoteNumber, version: Number(version), row: Number(row) }
}
