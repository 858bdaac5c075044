import { and, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { MAXIMUM_PRICE_DOLLARS, MINIMUM_ORDER, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { parseUnitPrice, unitPriceToDecimal, unitPriceToDollars, type UnitPrice } from '#contract/basics/money.ts'
import type { PartOffer } from '#contract/parts/parts.ts'
import type { Queryable } from '#database/connect.ts'
import { SQL_STATE, sqlState } from '#database/sql-state.ts'
import { parts, type PriceBreakRow } from '#database/tables/parts.ts'
import { invalidField } from '../errors.ts'

/** A parsed step of a price ladder: the price per piece from `from` pieces on. */
export type LadderStep = { from: number; price: UnitPrice }

/** The format of numbers that only the shop assigns, after `search_form`. */
const GIVEN_NUMBER = /^tf\d+$/

/** @throws ShopError INVALID_INPUT at `field` unless it is an exact amount above 0. */
export function readPrice(dollars: string | number, field: string): UnitPrice {
  const text = String(dollars).trim()
  if (text === '') throw invalidField(field, messages.partPriceRequired)
  const price = parseUnitPrice(text)
  if (price === undefined || unitPriceToDollars(price) > MAXIMUM_PRICE_DOLLARS) {
    throw invalidField(field, messages.priceInvalid)
  }
  return price
}

/**
 * The ladder of a part that costs `price` from the minimum order on.
 * @throws ShopError INVALID_INPUT at the step that overlaps the previous one, or does not cost less than it.
 */
export function readLadder(price: UnitPrice, breaks: NonNullable<PartOffer['priceBreaks']>): LadderStep[] {
  let before: LadderStep = { from: MINIMUM_ORDER, price }
  return breaks.map(({ from, price: dollars }, index) => {
    const step = { from, price: readPrice(dollars, `priceBreaks.${index}.price`) }
    if (step.from <= before.from) throw invalidField(`priceBreaks.${index}.from`, messages.breakQuantityRises)
    if (step.price >= before.price) throw invalidField(`priceBreaks.${index}.price`, messages.breakPriceFalls)
    before = step
    return step
  })
}

/**
 * A part number chosen by an admin; '' means that the shop assigns one. No other part on sale may have the same number,
 * ignoring case, dashes and spaces.
 * @throws ShopError INVALID_INPUT at `partNumber`
 */
export async function readPartNumber(tx: Queryable, typed: string, partId?: string): Promise<string> {
  const partNumber = typed.trim()
  if (partNumber === '') return ''
  const searchNumber = await searchFormOf(tx, partNumber)
  if (partNumber.length > TEXT_LIMITS.partNumber || searchNumber === '') {
    throw invalidField('partNumber', messages.partNumberInvalid)
  }
  if (GIVEN_NUMBER.test(searchNumber)) {
    // A part may keep the number that the shop assigned to it.
    if (partId && (await isTaken(tx, searchNumber, eq(parts.id, partId)))) return partNumber
    throw invalidField('partNumber', messages.partNumberReserved)
  }
  if (await isTaken(tx, searchNumber, partId ? ne(parts.id, partId) : undefined)) {
    throw invalidField('partNumber', messages.partNumberTaken)
  }
  return partNumber
}

/**
 * Runs `write`, which writes a part number. A concurrent choice of the same number is detected only by the unique index.
 * @throws ShopError INVALID_INPUT at `partNumber`, and every error of `write`.
 */
export async function withFreeNumber<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) === SQL_STATE.uniqueViolation) throw invalidField('partNumber', messages.partNumberTaken)
    throw error
  }
}

export const ladderRows = (steps: readonly LadderStep[]): PriceBreakRow[] =>
  steps.map(({ from, price }) => ({ from, price: unitPriceToDecimal(price) }))

async function searchFormOf(tx: Queryable, words: string): Promise<string> {
  const [row] = await tx.select({ form: sql<string>`search_form(${words})` }).from(sql`(select) as nothing`)
  return row!.form // a function's value is always one row
}

async function isTaken(tx: Queryable, searchNumber: string, by: SQL | undefined): Promise<boolean> {
  const found = await tx
    .select({ id: parts.id })
    .from(parts)
    .where(and(eq(parts.searchNumber, searchNumber), isNull(parts.deletedAt), by))
    .limit(1)
  return found.length > 0
}
