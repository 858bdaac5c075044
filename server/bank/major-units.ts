const digits = new Map<string, number>()

/** An amount in the smallest unit of a currency as people write it: 1250 cents are 12.5. */
export function inMajorUnits(amount: number, currency: string): number {
  let places = digits.get(currency)
  if (places === undefined) {
    places = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    digits.set(currency, places)
  }
  return amount / 10 ** places
}
