import { PIECES } from '#contract/basics/quantity-text.ts'

/** Which of its two readings a number such as '12.000' has: marks between groups of three, or before decimal places. */
export type Reading = 'grouped' | 'decimal'

const TWO_READINGS = new RegExp(
  `^(?:qty|quantity|menge)?\\s*[.:]?\\s*(?<whole>[1-9]\\d{0,2})[.,](?<three>\\d{3})\\s*(?:${PIECES})?\\.?(?<rest>\\s[x×]\\s.*)?$`,
  'iu',
)

/**
 * Both readings of a quantity that the shop takes as unclear, as quantities: '12.000' is 12000 or 12. Pieces are whole, so that
 * '1.250' has only one.
 */
export function readingsOf(quantity: string): Partial<Record<Reading, string>> | undefined {
  const { whole, three, rest = '' } = TWO_READINGS.exec(quantity.trim())?.groups ?? {}
  if (whole === undefined || three === undefined) return undefined
  return { grouped: `${whole}${three}${rest}`, ...(three === '000' && { decimal: `${whole}${rest}` }) }
}
