import type { PriceFall } from '#contract/basics/errors.ts'
import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { messages } from '#contract/basics/messages.ts'
import { unitPriceToDollars, type UnitPrice } from '#contract/basics/money.ts'
import { ShopError } from '../errors.ts'

/** Two prices of a piece at a quantity, the second below the first. */
type Fall = { quantity: number; before: UnitPrice; after: UnitPrice }

/** The fall, if it is larger than `percent`. */
export function fallBeyond(percent: number, fall: Fall | undefined): PriceFall | undefined {
  if (!fall || (fall.before - fall.after) * 100 <= fall.before * percent) return undefined
  return {
    quantity: fall.quantity,
    oldPrice: unitPriceToDollars(fall.before),
    newPrice: unitPriceToDollars(fall.after),
    percent: Math.floor(((fall.before - fall.after) * 100) / fall.before),
  }
}

/** The refusal of a large fall that is not confirmed. */
export function unconfirmed(priceFall: PriceFall): ShopError {
  const { quantity, oldPrice, newPrice, percent } = priceFall
  const said = { oldPrice: formatUnitPrice(oldPrice), newPrice: formatUnitPrice(newPrice), percent, pieces: formatCount(quantity) }
  return new ShopError('PRICE_FALL', { fields: [{ field: 'confirmed', message: messages.priceFallOf(said) }], priceFall })
}
