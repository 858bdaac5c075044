import type { PartKinds } from '#contract/parts/categories.ts'
import type { DecimalMarks, ImportCells, ImportProblem, ImportProblemCode } from '#contract/parts/imports.ts'
import { described, problemOf, type ImportField, type PartFieldKind } from '#contract/parts/part-fields.ts'
import {
  MAXIMUM_PICTURES,
  MAXIMUM_PRICE_BREAKS,
  MAXIMUM_PRICE_DOLLARS,
  MAXIMUM_RELATED,
  MAXIMUM_STOCK,
  MINIMUM_ORDER,
} from '#contract/basics/limits.ts'
import { parseUnitPrice, unitPriceToDecimal, unitPriceToDollars, type UnitPrice } from '#contract/basics/money.ts'
import type { PriceBreakRow } from '#database/tables/parts.ts'
import { breakPieces, hasTwoReadings, readNumber, stepsIn, valuesIn, wholeNumber } from '#readers/parts/number-columns.ts'
import { countryOf } from '#readers/values/country.ts'
import type { DecimalMark } from '#readers/values/decimals.ts'
import { readValue, WrongValue } from '../categories/read-attributes.ts'
import { categoryPath } from './cells.ts'

/** Values of a row in the form of `part_values`, and the errors in its cells alone. */
export type ReadRow = { fields: Record<string, unknown>; problems: ImportProblem[] }

class Unread extends Error {
  readonly problem: ImportProblemCode

  constructor(problem: ImportProblemCode) {
    super(problem)
    this.name = 'Unread'
    this.problem = problem
  }
}

/**
 * Reads the cells of a row; empty ones have no value.
 * @param kinds categories and attributes that cells can name
 * @param marks the decimal marks of columns, for numbers that have two readings
 */
export function readCells(cells: ImportCells, kinds: PartKinds, marks: DecimalMarks): ReadRow {
  const read: ReadRow = { fields: {}, problems: [] }
  for (const [field, cell] of Object.entries(cells) as [ImportField, string][]) {
    const typed = cell.trim()
    if (typed === '') continue
    try {
      read.fields[field] = readField(typed, { field, kinds, mark: (marks as Partial<Record<ImportField, DecimalMark>>)[field] })
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      read.problems.push({ field, problem: error.problem })
    }
  }
  return read
}

type Mark = DecimalMark | undefined
type Reading = { field: ImportField; kinds: PartKinds; mark: Mark }

const readers: Record<PartFieldKind, (typed: string, reading: Reading) => unknown> = {
  text: (typed, { field }) => readText(field === 'pictureText' ? onOneLine(typed) : typed, field),
  digits: readDigits,
  whole: (typed, { field, mark }) => readWhole(typed, mark, { ...described(field), problem: problemOf(field) }),
  price: (typed, { field, mark }) => unitPriceToDecimal(readPrice(typed, mark, problemOf(field))),
  dollars: (typed, { field, mark }) => unitPriceToDecimal(readPrice(typed, mark, problemOf(field))),
  grams: readGrams,
  country: readCountry,
  yes: readYes,
  category: (typed, { kinds }) => readCategory(typed, kinds.categories),
  attributes: (typed, { kinds, mark }) => readValues(typed, kinds.attributes, mark),
  ladder: (typed, { mark }) => readLadder(typed, mark, { above: MINIMUM_ORDER, problem: 'ladder' }),
  smallLadder: (typed, { field, mark }) => readSmallLadder(typed, mark, problemOf(field)),
  pictures: readPictures,
  numbers: readNumbers,
}

/** What stands where a value is removed. */
const empty: Partial<Record<PartFieldKind, object>> = { attributes: {}, ladder: [], pictures: [], numbers: [] }

function readField(typed: string, reading: Reading): unknown {
  const { kind, isOptional } = described(reading.field)
  return isOptional && isNothing(typed) ? (empty[kind] ?? null) : readers[kind](typed, reading)
}

function readYes(typed: string, { field }: Reading): boolean {
  if (/^(?:yes|y|true|1|ja|x)$/i.test(typed)) return true
  if (/^(?:no|n|false|0|nein|[-–—])$/i.test(typed)) return false
  throw new Unread(problemOf(field))
}

const isNothing = (typed: string) => /^[-–—]$/.test(typed)

function readText(typed: string, field: ImportField, problem: ImportProblemCode = problemOf(field)): string {
  const isNamed = field !== 'partNumber' || /[\p{L}\p{N}]/u.test(typed)
  if (typed.length > (described(field).most ?? Infinity) || !isNamed) throw new Unread(problem)
  return typed
}

/** A number as '1234.5'. */
function readDecimal(typed: string, mark: Mark, problem: ImportProblemCode): string {
  const plain = readNumber(typed, mark)
  if (plain === undefined) throw new Unread(mark === undefined && hasTwoReadings(typed) ? 'unclear' : problem)
  return plain
}

function readPrice(typed: string, mark: Mark, problem: ImportProblemCode): UnitPrice {
  const price = parseUnitPrice(readDecimal(typed.replace(/^\$\s*|\s*(?:\$|USD)$/gi, ''), mark, problem))
  if (price === undefined || unitPriceToDollars(price) > MAXIMUM_PRICE_DOLLARS) throw new Unread(problem)
  return price
}

type Bounds = { least?: number; most?: number; problem: ImportProblemCode }

function readWhole(typed: string, mark: Mark, { least = 0, most = MAXIMUM_STOCK, problem }: Bounds): number {
  const number = Number(readDecimal(wholeNumber(typed), mark, problem))
  if (!Number.isInteger(number) || number < least || number > most) throw new Unread(problem)
  return number
}

/** '5000: 2.40; 10000: 2.10'. */
function readLadder(typed: string, mark: Mark, { above, problem }: { above: number; problem: ImportProblemCode }): PriceBreakRow[] {
  let before = above
  const steps = stepsIn(typed).map(([from = '', price = '', ...more]) => {
    const pieces = readWhole(breakPieces(from), mark, { problem })
    if (more.length > 0 || pieces <= before) throw new Unread(problem)
    before = pieces
    return { from: pieces, price: readPrice(price, mark, problem) }
  })
  const falls = steps.every(({ price }, index) => index === 0 || price < steps[index - 1]!.price)
  if (!falls || steps.length > MAXIMUM_PRICE_BREAKS) throw new Unread(problem)
  return steps.map(({ from, price }) => ({ from, price: unitPriceToDecimal(price) }))
}

/** '1: 4.20; 100: 3.50': the same from one piece on. */
function readSmallLadder(typed: string, mark: Mark, problem: ImportProblemCode): PriceBreakRow[] {
  const steps = readLadder(typed, mark, { above: 0, problem })
  if (steps[0]?.from !== 1) throw new Unread(problem)
  return steps
}

const onOneLine = (typed: string) => typed.replace(/\s+/g, ' ').trim()
const plain = (typed: string) => onOneLine(typed).toLowerCase()

/** On each line the address of a picture and its text, which may be missing. */
function readPictures(typed: string): [img: string, alt: string][] {
  const pictures = linesOf(typed, /\n/).map((line): [string, string] => {
    const [img = '', ...words] = line.split(/\s+/)
    return [readText(img, 'img', 'pictures'), readText(words.join(' '), 'pictureText')]
  })
  if (pictures.length >= MAXIMUM_PICTURES || new Set(pictures.map(([img]) => img)).size < pictures.length) throw new Unread('pictures')
  return pictures
}

function readNumbers(typed: string): string[] {
  const numbers = linesOf(typed, /[\n;]/)
  if (numbers.length > MAXIMUM_RELATED) throw new Unread('relatedMany')
  return numbers.map((number) => readText(number, 'partNumber', 'related'))
}

const linesOf = (typed: string, separator: RegExp) =>
  typed
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** 'Boards > Main boards', in any case; the last name alone where only one category has it. */
function readCategory(typed: string, categories: PartKinds['categories']): string {
  const asked = typed.split('>').map(plain).join(' > ')
  const exact = categories.find(({ _id }) => plain(categoryPath(categories, _id)) === asked)
  const named = categories.filter(({ name }) => plain(name) === asked)
  const found = exact ?? (named.length === 1 ? named[0] : undefined)
  if (!found) throw new Unread('category')
  return found._id
}

/** 'Panel size: 55; Voltage: 12 V', by names or keys. */
function readValues(typed: string, known: PartKinds['attributes'], mark: Mark): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, written] of valuesIn(typed)) {
    const attribute = known.find((one) => plain(one.name) === plain(name) || one.key === plain(name))
    if (!attribute || written === '' || values[attribute.key] !== undefined) throw new Unread('attributes')
    if (attribute.kind === 'number' && mark === undefined && hasTwoReadings(written)) throw new Unread('unclear')
    try {
      values[attribute.key] = readValue(attribute, written, mark)
    } catch (error) {
      throw error instanceof WrongValue ? new Unread('attributes') : error
    }
  }
  return values
}

/** Tells of a name whether it is that of an attribute with numbers. */
export function hasNumbers({ attributes }: PartKinds): (name: string) => boolean {
  const ofNumbers = attributes.filter(({ kind }) => kind === 'number')
  const names = new Set(ofNumbers.flatMap(({ name, key }) => [plain(name), key]))
  return (name) => names.has(plain(name))
}

function readGrams(typed: string, { field, mark }: Reading): string {
  const grams = String(Number(readDecimal(typed.replace(/\s*g$/i, ''), mark, problemOf(field))))
  if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(grams) || grams === '0') throw new Unread(problemOf(field))
  return grams
}

function readCountry(typed: string, { field }: Reading): string {
  const code = countryOf(typed)
  if (!code) throw new Unread(problemOf(field))
  return code
}

function readDigits(typed: string, { field }: Reading): string {
  const digits = typed.replace(/[\s.]/g, '')
  const { least = 0, most = Infinity } = described(field)
  if (!/^\d+$/.test(digits) || digits.length < least || digits.length > most) throw new Unread(problemOf(field))
  return digits
}
