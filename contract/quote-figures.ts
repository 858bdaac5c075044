/*
 * Figures of a quote in words: the screens and the printed quote say the same.
 */

/** '10,000': long figures are read faster in groups. */
export const pieces = (quantity: number): string => String(quantity).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** '$29,700.00': a sum in dollars, to the cent, so that the sums of a column stand under each other. */
export const sum = (dollars: number): string => `$${grouped(dollars.toFixed(2))}`

/** '$14.85', '$0.0042': a price of one piece in dollars, with at least two places. */
export function unitPrice(dollars: number): string {
  const [, fraction = ''] = String(dollars).split('.')
  return `$${grouped(dollars.toFixed(Math.max(fraction.length, 2)))}`
}

function grouped(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`
}
