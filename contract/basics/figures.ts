/*
 * Figures as text, the same on screens, in mails and in documents. Specification section 9, "Currency".
 */

/** The one minus of figures; a hyphen is narrower than a digit. */
export const MINUS = '\u2212'

const inGroups = (whole: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Pieces, or another count: '17,400'. */
export const formatCount = (count: number): string => `${count < 0 ? MINUS : ''}${inGroups(String(Math.abs(count)))}`

/** Kilograms, to the gram: '1,200.5'. */
export const formatKilograms = (kg: number): string => {
  const [whole = '', ...fraction] = String(Math.round(kg * 1_000) / 1_000).split('.')
  return [inGroups(whole), ...fraction].join('.')
}

/** How much a count has changed: '+1,000', '−3', '0'. */
export const formatChange = (change: number): string => `${change > 0 ? '+' : ''}${formatCount(change)}`

/** Dollars with two decimal places, so that columns align: '$203,340.00', '−$12.50'. */
export const formatAmount = (dollars: number): string => formatDecimal(dollars, 2)

/** Money in its own currency: '−$12.50', '−12.50 EUR'. */
export const formatMoney = (amount: number, currency: string): string =>
  currency.toUpperCase() === 'USD' ? formatAmount(amount) : `${formatAmount(amount).replace('$', '')} ${currency.toUpperCase()}`

export const formatCents = (cents: number): string => formatAmount(cents / 100)

/** Dollars per piece, with at least two decimal places: '$14.85', '$0.1725'. */
export const formatUnitPrice = (dollars: number): string => formatDecimal(dollars, placesOf([dollars]))

/** The decimal places that all of these prices need, so that their points align in one column. */
export const placesOf = (prices: readonly number[]): number =>
  Math.max(2, ...prices.map((price) => String(price).split('.')[1]?.length ?? 0))

function formatDecimal(dollars: number, places: number): string {
  const [whole = '', fraction = ''] = Math.abs(dollars).toFixed(places).split('.')
  return `${dollars < 0 ? MINUS : ''}$${inGroups(whole)}.${fraction}`
}

/** '1 piece', '1,500 pieces'; also of a count that is formatted already. */
export function counted(count: number | string, one: string, many = `${one}s`): string {
  const formatted = typeof count === 'number' ? formatCount(count) : count
  return `${formatted} ${formatted === '1' ? one : many}`
}
