import { QUANTITY_STEP } from '#contract/basics/limits.ts'
import { minimumOf, raisedTo, stepOf, type OrderRule } from '#contract/orders/order-rule.ts'

/** Why a typed quantity cannot be ordered; `quantityProblem` returns undefined if it can. */
export type QuantityProblem = 'notWhole' | 'belowMinimum' | 'aboveStock' | 'betweenSteps'

/** Parses typed pieces: digits only, so '1e3', '-5' and '1000.5' are invalid. Empty and invalid input is 0. */
export function readQuantity(typed: string): number {
  const digits = typed.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 0
}

/**
 * Specification section 5, "Part detail": a whole number from 1000 up to the stock, in pieces. Empty counts as 0.
 * @param rule the part's own minimum and step, where it has them
 */
export function quantityProblem(typed: string, available: number, rule: OrderRule = {}): QuantityProblem | undefined {
  const digits = typed.trim()
  if (!/^-?\d*$/.test(digits)) return 'notWhole'
  const quantity = Number(digits)
  if (quantity < minimumOf(rule)) return 'belowMinimum'
  if (quantity > available) return 'aboveStock'
  return raisedTo(rule, quantity) === quantity ? undefined : 'betweenSteps'
}

/** Pieces of one press on plus or minus: 1000, or the steps of the part that add up to it. */
export const pressOf = (rule: OrderRule): number => Math.ceil(QUANTITY_STEP / stepOf(rule)) * stepOf(rule)

/** The whole stock is the last step: for a stock of 2500, 1000, 2000, 2500. */
export function quantityUp(quantity: number, available: number, rule: OrderRule = {}): number {
  const more = raisedTo(rule, quantity + pressOf(rule))
  if (more <= available) return more
  const surplus = (available - minimumOf(rule)) % stepOf(rule)
  return Math.max(available - surplus, 0)
}

/** From the minimum order this goes to 0, where Purchase and minus are disabled. */
export function quantityDown(quantity: number, rule: OrderRule = {}): number {
  const fewer = quantity - pressOf(rule)
  return rule.minimumOrder && fewer < rule.minimumOrder ? 0 : Math.max(fewer, 0)
}

/**
 * Parses an admin's whole number of pieces; negative to remove pieces.
 * @returns undefined if it is invalid.
 */
export function readPieces(typed: string): number | undefined {
  const text = typed.trim()
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}
