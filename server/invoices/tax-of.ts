import { taxSentences, type TaxCategory } from '#contract/payments/tax.ts'
import type { OrderRow } from '#database/tables/orders.ts'

export type OrderTax = { category: TaxCategory; rateBp: number; taxCents: number; sentence: string }

/** The tax of an order as it was decided when the order was placed; an order without a decision has none. */
export function taxOf({ tax, taxCents }: Pick<OrderRow, 'tax' | 'taxCents'>): OrderTax {
  if (!tax) return { category: 'O', rateBp: 0, taxCents: 0, sentence: taxSentences.notCharged }
  return { category: tax.category, rateBp: tax.rateBp, taxCents, sentence: taxSentences[tax.reason] }
}
