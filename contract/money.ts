/**
 * An amount in integer US cents; 1250 is $12.50. Never a float, never dollars.
 */
export type Cents = number & { readonly unit: 'cents' }

/** An amount that comes from the database or a provider. @throws RangeError unless it is a whole number. */
export function toCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no amount in cents`)
  return amount as Cents
}

/**
 * A price of one piece in integer ten-thousandths of a US dollar; 42 is $0.0042.
 * Finer than cents, because parts are sold by the thousand.
 */
export type UnitPrice = number & { readonly unit: 'ten-thousandths of a dollar' }

const PRICE_PATTERN = /^(\d{1,8})(?:\.(\d{1,4}))?$/
const PRICE_DIGITS = 4

/**
 * Parses dollars from input or JSON: '14.85', 14.85, '0.0042'.
 * @returns undefined unless it is a positive amount with at most four decimal places.
 */
export function parseUnitPrice(dollars: string | number): UnitPrice | undefined {
  const match = PRICE_PATTERN.exec(String(dollars).trim())
  if (!match) return undefined
  const [, whole = '0', fraction = ''] = match
  const price = Number(whole + fraction.padEnd(PRICE_DIGITS, '0'))
  return price > 0 ? (price as UnitPrice) : undefined
}

/** The unit price as exact decimal text with four places, for the database. */
export function unitPriceToDecimal(price: UnitPrice): string {
  const digits = String(price).padStart(PRICE_DIGITS + 1, '0')
  return `${digits.slice(0, -PRICE_DIGITS)}.${digits.slice(-PRICE_DIGITS)}`
}

/** Price times quantity (pieces), rounded half up to the cent once, at the end. */
export function totalOf(price: UnitPrice, quantity: number): Cents {
  return Number((BigInt(price) * BigInt(quantity) + 50n) / 100n) as Cents
}

/** Dollars as the specified JSON fields carry them. */
export function centsToDollars(cents: Cents): number {
  return cents / 100
}

/** Dollars as the specified JSON fields carry them. */
export function unitPriceToDollars(price: UnitPrice): number {
  return price / 10 ** PRICE_DIGITS
}

/**
 * Dollars from a JSON field as cents.
 * @returns undefined when it is not an amount in whole cents.
 */
export function dollarsToCents(dollars: number): Cents | undefined {
  if (!Number.isFinite(dollars) || dollars < 0) return undefined
  const cents = Math.round(dollars * 100)
  return Number.isSafeInteger(cents) && cents / 100 === dollars ? (cents as Cents) : undefined
}
