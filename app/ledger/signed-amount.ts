import { formatAmount } from '#contract/basics/figures.ts'

/** Dollars with a minus in front of a credit. */
export const signedAmount = (dollars: number): string => (dollars < 0 ? `\u2212${formatAmount(-dollars)}` : formatAmount(dollars))
