import { carriedBy } from '../orders/carriers.ts'
import { incotermWords, type OrderFreight } from './freight.ts'

/** How goods are carried: 'Pallets, DHL, DAP Hamburg, Incoterms 2020'. A carrier that is not one of the list has no name. */
export const freightText = ({ name, carrier, incoterm }: Pick<OrderFreight, 'name' | 'carrier' | 'incoterm'>): string =>
  [...methodNames({ name, carrier }), ...(incoterm ? [incotermWords(incoterm)] : [])].join(', ')

/** The method, and its carrier where that has a name: 'Pallets', 'DHL'. */
export const methodNames = ({ name, carrier }: Pick<OrderFreight, 'name' | 'carrier'>): string[] =>
  [name, carrier === null || carrier === 'other' ? '' : carriedBy({ carrier, trackingNumber: null })].filter(Boolean)

/** Of a quote that is still to be ordered, in a shop with methods. */
export const FREIGHT_IS_ADDED = 'Is added when the quote is ordered, by the address.'
