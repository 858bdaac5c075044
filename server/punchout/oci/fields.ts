import { startOf } from '#contract/basics/start-of.ts'
import { lineReference, type Cart, type CartLine } from '../cart.ts'

export type Field = { name: string; value: string }

/** UNSPSC segment 'Electronic Components and Supplies', which buyers map to their own material groups. */
export const PART_CLASS = '32000000'
/** ISO code of a piece. */
const PIECE = 'PCE'
/** Lengths of OCI 5. */
const LENGTH = { description: 40, number: 40, quoteId: 35, longText: 4_000 }

/** More places than OCI's prices have are moved before the point by a price for a thousand pieces. */
const THOUSAND = 1_000

/**
 * The lines of a cart as OCI 5 names them, counted from 1; `quote` is left out where nothing is kept. Source: Open Catalog Interface 5.0,
 * 'Fields in the HTML form'. A price has at most three decimal places there, so a price of four is given for 1,000 pieces.
 */
export function ociFields(lines: readonly CartLine[], quote?: Pick<Cart, 'quoteNumber' | 'version'>): Field[] {
  return lines.flatMap((line, index) => {
    const { partNumber, name, quantity, leadDays } = line
    const { price, unit } = priceOf(line)
    const values: [string, string][] = [
      ['DESCRIPTION', lineOf(name, LENGTH.description)],
      ['MATNR', ''],
      ['QUANTITY', quantity.toFixed(3)],
      ['UNIT', PIECE],
      ['PRICE', price],
      ['CURRENCY', 'USD'],
      ['PRICEUNIT', String(unit)],
      ['LEADTIME', String(leadDays)],
      ['VENDORMAT', lineOf(partNumber, LENGTH.number)],
      ['MANUFACTMAT', lineOf(partNumber, LENGTH.number)],
      ['MATGROUP', PART_CLASS],
      ['SERVICE', ''],
      ['EXT_PRODUCT_ID', lineOf(partNumber, LENGTH.number)],
    ]
    if (quote) {
      const reference = lineReference(quote, line)
      values.push(
        ['EXT_QUOTE_ID', lineOf(reference.slice(0, reference.lastIndexOf('/')), LENGTH.quoteId)],
        ['EXT_QUOTE_ITEM', String(line.row)],
      )
    }
    const number = index + 1
    return [
      ...values.map(([field, value]) => ({ name: `NEW_ITEM-${field}[${number}]`, value })),
      { name: `NEW_ITEM-LONGTEXT_${number}:132[]`, value: lineOf(`${name}, ${partNumber}`, LENGTH.longText) },
    ]
  })
}

/** Exact, with at most three decimal places, for `unit` pieces. */
function priceOf({ unitPrice }: CartLine): { price: string; unit: number } {
  const tenThousandths = Math.round(unitPrice * 10_000) // a price has at most four places
  return tenThousandths % 10 === 0
    ? { price: (tenThousandths / 10_000).toFixed(3), unit: 1 }
    : { price: (tenThousandths / 10).toFixed(3), unit: THOUSAND }
}

/** On one line, without control characters, within the length of a field. */
const lineOf = (text: string, length: number) => startOf(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), length)
