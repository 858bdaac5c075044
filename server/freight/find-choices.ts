import type { Cents } from '#contract/basics/money.ts'
import type { FreightChoice } from '#contract/freight/freight.ts'
import type { Queryable } from '#database/connect.ts'
import type { Services } from '../services.ts'
import type { Destination } from '../taxes/tax-services.ts'

/** Goods that go to one address together; `to` is undefined for an address that names no country. */
export type Consignment = { to: Destination | undefined; lines: { partId: string; pieces: number; totalCents: Cents }[] }

export type FreightShop = Pick<Services, 'settings'> & { db: Queryable }

/**
 * The methods that reach each consignment, the cheapest first, those that are asked for last; none of a consignment that no method reaches.
 * Undefined where the shop has no methods, and freight is no matter.
 */
export async function findFreightChoices(_shop: FreightShop, _consignments: Consignment[]): Promise<FreightChoice[][] | undefined> {
  return undefined
}
