import { placesOf } from '#contract/payments/bank.ts'

/** An amount in the smallest unit of a currency as people write it: 1250 cents are 12.5. */
export const inMajorUnits = (amount: number, currency: string): number => amount / 10 ** placesOf(currency)
