import { roundToCents } from '#contract/basics/money.ts'
import type { Queryable } from '#database/connect.ts'
import { listAddresses } from '../addresses/list-addresses.ts'
import { findFreightChoices } from '../freight/find-choices.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Cart } from './cart.ts'

/** What a cart says of freight: cents without tax, by which method. */
export type CartFreight = { cents: number; name: string }

/**
 * The cheapest freight of a cart to the usual address of its account, which a purchase order can repeat. Undefined in a shop without methods,
 * where only an offer tells the price, and where it depends on an address that is not known.
 */
export async function findCartFreight(
  shop: Pick<Services, 'settings'> & { db: Queryable },
  userId: string,
  { lines }: Cart,
): Promise<CartFreight | undefined> {
  const { offersFreight } = await applySettings(shop)
  if (!offersFreight) return undefined
  const to = (await listAddresses(shop.db, userId)).find(({ isDefault }) => isDefault)
  const goods = lines.map(({ partsId, quantity, lineTotal }) => ({
    partId: partsId,
    pieces: quantity,
    totalCents: roundToCents(lineTotal)!,
  }))
  const [found] = (await findFreightChoices(shop, [{ to, lines: goods }])) ?? []
  if (!found || found.needsCountry) return undefined
  const cheapest = found.choices.find(({ kind }) => kind === 'priced' || kind === 'free')
  return cheapest && { cents: cheapest.cents!, name: cheapest.name } // both kinds have a price
}
