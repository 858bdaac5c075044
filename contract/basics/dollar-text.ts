import { dollarsToCents, type Cents } from './money.ts'

/**
 * An amount as a person types it: '12', '12.5', '$1,234.50'.
 * @returns undefined unless it is clearly a positive amount in whole cents.
 */
export function readDollars(typed: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,13})(\.\d{1,2})?$/.exec(typed.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const cents = dollarsToCents(Number(whole.replaceAll(',', '') + fraction))
  return cents ? cents : undefined
}
