/** An amount in integer US cents; 1250 is $12.50. Never a float, never dollars. */
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

const PRICE_PATTERN = /^\d{1,8}(?:\.\d+)?$/
const PRICE_DIGITS = 4

/** Two figures closer than this, in dollars, are one: binary numbers cannot hold most decimals, so that 1.1 * 3 is 3.3000000000000003. */
const MILLIONTH = 1e-6

/**
 * Parses dollars from input or JSON: '14.85', 14.85, '0.0042', 1.1 * 3.
 * @returns undefined unless it is a positive amount with at most four decimal places, to within a millionth of a dollar.
 */
export function parseUnitPrice(dollars: string | number): UnitPrice | undefined {
  const text = String(dollars).trim()
  if (!PRICE_PATTERN.test(text)) return undefined
  const price = Math.round(Number(text) * 10 ** PRICE_DIGITS)
  const isExact = Math.abs(Number(text) - price / 10 ** PRICE_DIGITS) < MILLIONTH
  return isExact && price > 0 ? (price as UnitPrice) : undefined
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

/** The part of an amount in cents that these pieces of all cost, rounded half up. */
export function shareOfCents(cents: number, pieces: number, all: number): number {
  return Number((BigInt(cents) * BigInt(pieces) * 2n + BigInt(all)) / (BigInt(all) * 2n))
}

/** Dollars as the specified JSON fields carry them. */
export function centsToDollars(cents: Cents): number {
  return cents / 100
}

/** Dollars as the specified JSON fields carry them. */
export function unitPriceToDollars(price: UnitPrice): number {
  return price / 10 ** PRICE_DIGITS
}

/** Dollars that a caller calculated, such as 1.1 * 3, as the exact price: 3.3. Other values are returned unchanged. */
export function exactPrice(dollars: string | number): number {
  const price = parseUnitPrice(dollars)
  return price === undefined ? Number(dollars) : unitPriceToDollars(price)
}

/**
 * Dollars that a caller calculated, as the cents that they round to, half up. Callers multiply prices by quantities as binary numbers:
 * 16.4 * 3000 is 49199.99999999999, and is the same money as 49200. For comparing and for previews; for what a caller sets, see
 * `dollarsToCents`.
 * @returns undefined when it is no amount.
 */
export function roundToCents(dollars: number): Cents | undefined {
  if (!Number.isFinite(dollars) || dollars < 0) return undefined
  const cents = dollars * 100
  // Half a cent is rounded up, also where its binary number is slightly smaller.
  const rounded = Math.round(cents + Math.min(cents * 4 * Number.EPSILON, 0.25))
  return Number.isSafeInteger(rounded) ? (rounded as Cents) : undefined
}

/**
 * Dollars that a caller sets, such as a refund, as cents.
 * @returns undefined when it is not an amount in whole cents, to within a millionth of a dollar; a positive amount does not become 0.
 */
export function dollarsToCents(dollars: number): Cents | undefined {
  const cents = roundToCents(dollars)
  if (cents === 0 && dollars > 0) return undefined
  const isExact = cents !== undefined && Math.abs(cents / 100 - dollars) <= Math.max(MILLIONTH, dollars * 4 * Number.EPSILON)
  return isExact ? cents : undefined
}
