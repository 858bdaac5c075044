import { centsToDollars, parseUnitPrice, totalOf } from '#contract/basics/money.ts'

/** What so many pieces cost at a price in dollars, as the browser counts it; in dollars. */
export const totalDollars = (price: number, quantity: number): number => centsToDollars(totalOf(parseUnitPrice(price)!, quantity))
