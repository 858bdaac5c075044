import type { Destination } from '../taxes/tax-services.ts'

/** One text for each place, whoever receives the goods there: what goes to one place is one consignment. Empty where no country is known. */
export function placeKey(to: Destination | undefined): string {
  if (!to) return ''
  const { country, postalCode, city = '', state = '', street = '' } = to
  return JSON.stringify([country, postalCode, city, state, street].map((word) => word.trim()))
}
