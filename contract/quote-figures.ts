/*
 * Figures of a quote as text, the same on screens and in documents.
 */

/** '10,000' */
export const pieces = (quantity: number): string => String(quantity).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** '$29,700.00': dollars with two decimal places, so that columns align. */
export const sum = (dollars: number): string => `$${grouped(dollars.toFixed(2))}`

/** '$14.85', '$0.0042': a unit price in dollars with at least two decimal places. */
export function unitPrice(dollars: number): string {
  const [, fraction = ''] = String(dollars).split('.')
  return `$${grouped(dollars.toFixed(Math.max(fraction.length, 2)))}`
}

function grouped(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`
}
