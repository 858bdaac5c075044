import { shareOfCents } from '../basics/money.ts'

/** Pieces of an order that leave together or not at all, and what of its price, freight and tax is theirs. Cents. */
export type DeliveryShare = { pieces: number; netCents: number; freightCents: number; taxCents: number }

/** An order with what is due for it, in cents: `totalCents` its price, without freight and tax. */
export type SharedOrder = { quantity: number; totalCents: number; freightCents: number; taxCents: number }

/** What is due of an order for its first pieces. The tax is shared by price and freight, as it is charged on both. */
function dueUntil({ quantity, totalCents, freightCents, taxCents }: SharedOrder, pieces: number): Omit<DeliveryShare, 'pieces'> {
  const net = shareOfCents(totalCents, pieces, quantity)
  const freight = shareOfCents(freightCents, pieces, quantity)
  const all = totalCents + freightCents
  return { netCents: net, freightCents: freight, taxCents: all === 0 ? 0 : shareOfCents(taxCents, net + freight, all) }
}

/**
 * The share of `pieces` of an order that follow on `before` others, by cumulative rounding: the shares of all its pieces, however they are
 * divided, add up to its price, its freight and its tax.
 */
export function deliveryShare(order: SharedOrder, before: number, pieces: number): DeliveryShare {
  const [from, until] = [dueUntil(order, before), dueUntil(order, before + pieces)]
  return {
    pieces,
    netCents: until.netCents - from.netCents,
    freightCents: until.freightCents - from.freightCents,
    taxCents: until.taxCents - from.taxCents,
  }
}

/** What is due for a share, in cents. */
export const dueOfShare = ({ netCents, freightCents, taxCents }: Omit<DeliveryShare, 'pieces'>): number =>
  netCents + freightCents + taxCents

/** The share of pieces that are not sent any more: the last ones that are left of the order. */
export const withdrawnShare = (order: SharedOrder & { withdrawnPieces: number }, withdraw: number): DeliveryShare =>
  deliveryShare(order, order.quantity - order.withdrawnPieces - withdraw, withdraw)

/** Number of a delivery: that of its order, and which of its parcels it is. */
export const deliveryNumber = (orderNumber: string, nth: number): string => `${orderNumber}-${nth}`
