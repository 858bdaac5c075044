import { centsToDollars, parseUnitPrice, totalOf } from '#contract/basics/money.ts'

/** The price of these pieces in dollars, as the browser calculates it. */
export const totalDollars = (price: number, quantity: number): number => centsToDollars(totalOf(parseUnitPrice(price)!, quantity))
