import { MINIMUM_ORDER, QUANTITY_STEP } from '#contract/limits.ts'

/** Why a typed quantity cannot be ordered; `quantityProblem` returns undefined if it can. */
export type QuantityProblem = 'notWhole' | 'belowMinimum' | 'aboveStock'

/** Parses typed pieces: digits only, so '1e3', '-5' and '1000.5' are invalid. Empty and invalid input is 0. */
export function readQuantity(typed: string): number {
  const digits = typed.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 0
}

/** Specification section 5, "Part detail": a whole number from 1000 up to the stock, in pieces. Empty counts as 0. */
export function quantityProblem(typed: string, available: number): QuantityProblem | undefined {
  const digits = typed.trim()
  if (!/^-?\d*$/.test(digits)) return 'notWhole'
  if (Number(digits) < MINIMUM_ORDER) return 'belowMinimum'
  return Number(digits) > available ? 'aboveStock' : undefined
}

/** The whole stock is the last step: for a stock of 2500, 1000, 2000, 2500. */
export function quantityUp(quantity: number, available: number): number {
  return Math.min(quantity + QUANTITY_STEP, available)
}

/** From the minimum order this goes to 0, where Purchase and minus are disabled. */
export function quantityDown(quantity: number): number {
  return Math.max(quantity - QUANTITY_STEP, 0)
}

/** Whether a part has a minimum order left to sell. */
export const isOrderable = (available: number) => available >= MINIMUM_ORDER

/**
 * Parses an admin's whole number of pieces; negative to remove pieces.
 * @returns undefined if it is invalid.
 */
export function readPieces(typed: string): number | undefined {
  const text = typed.trim()
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}
