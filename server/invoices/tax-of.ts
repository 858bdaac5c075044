import { taxSentences, type TaxCategory } from '#contract/payments/tax.ts'
import type { OrderRow } from '#database/tables/orders.ts'

export type OrderTax = { category: TaxCategory; rateBp: number; taxCents: number; sentence: string }

/** Of an exemption whose VAT id the register has not called valid, when the order was placed or since. */
const UNVERIFIED = " The buyer's VAT id was not verified."

/**
 * The tax of an order as it was decided; an order without a decision has none.
 * @param status the last answer about the VAT id of the order, where it has one.
 */
export function taxOf({ tax, taxCents }: Pick<OrderRow, 'tax' | 'taxCents'>, status = tax?.vatIdStatus): OrderTax {
  if (!tax) return { category: 'O', rateBp: 0, taxCents: 0, sentence: taxSentences.notCharged }
  const isUnverified = tax.category === 'K' && tax.vatIdStatus !== 'valid' && status !== 'valid'
  const sentence = `${taxSentences[tax.reason]}${isUnverified ? UNVERIFIED : ''}`
  return { category: tax.category, rateBp: tax.rateBp, taxCents, sentence }
}
