import { roundToCents } from '#contract/basics/money.ts'
import type { Queryable } from '#database/connect.ts'
import { listAddresses } from '../addresses/list-addresses.ts'
import { findFreightChoices } from '../freight/find-choices.ts'
import { consignedLines } from '../freight/offer-choices.ts'
import { findQuote } from '../quotes/find-quote.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Cart } from './cart.ts'

/** What a cart says of freight: cents without tax, by which method. */
export type CartFreight = { cents: number; name: string }

/**
 * The freight of a cart, which a purchase order can repeat: that of its offer, else the cheapest one to the usual address of its account.
 * Undefined in a shop without methods, where only an offer tells the price, and where it depends on an address that is not known.
 */
export async function findCartFreight(
  shop: Pick<Services, 'settings'> & { db: Queryable },
  userId: string,
  quoteId: string,
  { version, hasFreight }: Cart,
): Promise<CartFreight | undefined> {
  const { offersFreight } = await applySettings(shop)
  if (!offersFreight && !hasFreight) return undefined
  const { offer, lines } = await findQuote(shop, userId, quoteId, version)
  // An offer says all that it costs.
  if (offer) return offer.freight && { cents: roundToCents(offer.freight.amount)!, name: offer.freight.name }
  const to = (await listAddresses(shop.db, userId)).find(({ isDefault }) => isDefault)
  const [found] = (await findFreightChoices(shop, [{ to, lines: consignedLines(lines) }])) ?? []
  if (!found || found.needsCountry) return undefined
  const cheapest = found.choices.find(({ kind }) => kind === 'priced' || kind === 'free')
  return cheapest && { cents: cheapest.cents!, name: cheapest.name } // both kinds have a price
}
