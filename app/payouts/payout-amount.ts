import { signedAmount } from '#app/ledger/signed-amount.ts'

/** An amount in the currency of its payout; dollars, as everywhere else, with their sign. */
export const payoutAmount = (amount: number, currency: string): string =>
  currency === 'usd' ? signedAmount(amount) : `${amount.toFixed(2)} ${currency.toUpperCase()}`
