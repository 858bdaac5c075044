import { MINIMUM_ORDER, QUANTITY_STEP } from '#contract/limits.ts'

/** What stands between a typed quantity and an order; undefined in `quantityProblem` when nothing does. */
export type QuantityProblem = 'belowMinimum' | 'aboveStock'

/** Pieces as typed: digits only, so that '1e3', '-5' and '1000.5' are no quantity. Empty and unreadable are 0. */
export function readQuantity(typed: string): number {
  const digits = typed.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 0
}

/** Specification section 5, "Part detail": 1000 up to the stock, in pieces. */
export function quantityProblem(quantity: number, available: number): QuantityProblem | undefined {
  if (quantity < MINIMUM_ORDER) return 'belowMinimum'
  return quantity > available ? 'aboveStock' : undefined
}

/** The whole stock is the last step, however small: a stock of 2500 goes 1000, 2000, 2500. */
export function quantityUp(quantity: number, available: number): number {
  return Math.min(quantity + QUANTITY_STEP, available)
}

/** From the minimum order this goes to 0, where Purchase and minus are both disabled; plus leads back. */
export function quantityDown(quantity: number): number {
  return Math.max(quantity - QUANTITY_STEP, 0)
}

/** Whether a part has a minimum order left to sell. */
export const isOrderable = (available: number) => available >= MINIMUM_ORDER

/**
 * A whole number of pieces as an admin types it; below 0 to take pieces out.
 * @returns undefined when it is none.
 */
export function readPieces(typed: string): number | undefined {
  const text = typed.trim()
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}
