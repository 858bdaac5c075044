import type { PartKinds } from '#contract/parts/categories.ts'
import type { DecimalMarks, ImportCells, ImportField, ImportProblem, ImportProblemCode } from '#contract/parts/imports.ts'
import {
  MAXIMUM_LEAD_DAYS,
  MAXIMUM_PICTURES,
  MAXIMUM_PRICE_BREAKS,
  MAXIMUM_PRICE_DOLLARS,
  MAXIMUM_RELATED,
  MAXIMUM_STOCK,
  MINIMUM_ORDER,
  PART_MEDIA_LIMITS,
  TEXT_LIMITS,
} from '#contract/basics/limits.ts'
import { parseUnitPrice, unitPriceToDecimal, unitPriceToDollars, type UnitPrice } from '#contract/basics/money.ts'
import type { PriceBreakRow } from '#database/tables/parts.ts'
import { breakPieces, hasTwoReadings, readNumber, stepsIn, valuesIn, wholeNumber } from '#readers/parts/number-columns.ts'
import { countryOf } from '#readers/values/country.ts'
import type { DecimalMark } from '#readers/values/decimals.ts'
import { readValue, WrongValue } from '../categories/read-attributes.ts'
import { categoryPath } from './kind-cells.ts'

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
      read.fields[field] = readers[field](typed, kinds, (marks as Partial<Record<ImportField, DecimalMark>>)[field])
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      read.problems.push({ field, problem: error.problem })
    }
  }
  return read
}

type Mark = DecimalMark | undefined

const readers: Record<ImportField, (typed: string, kinds: PartKinds, mark: Mark) => unknown> = {
  partNumber: (typed) => atMost(typed, TEXT_LIMITS.partNumber, 'number', /[\p{L}\p{N}]/u.test(typed)),
  name: (typed) => atMost(typed, TEXT_LIMITS.partName, 'nameLength'),
  description: (typed) => atMost(typed, TEXT_LIMITS.description, 'descriptionLength'),
  price: (typed, _, mark) => unitPriceToDecimal(readPrice(typed, mark, 'price')),
  priceBreaks: (typed, _, mark) => (isNothing(typed) ? [] : readLadder(typed, mark)),
  leadDays: (typed, _, mark) => readWhole(typed, mark, { to: MAXIMUM_LEAD_DAYS, problem: 'leadDays' }),
  available: (typed, _, mark) => readWhole(typed, mark, { problem: 'available' }),
  img: (typed) => atMost(typed, TEXT_LIMITS.imageUrl, 'picture'),
  pictureText: (typed) => (isNothing(typed) ? null : atMost(onOneLine(typed), PART_MEDIA_LIMITS.alt, 'pictureText')),
  pictures: (typed) => (isNothing(typed) ? [] : readPictures(typed)),
  substitutes: (typed) => (isNothing(typed) ? [] : readNumbers(typed)),
  accessories: (typed) => (isNothing(typed) ? [] : readNumbers(typed)),
  category: (typed, { categories }) => (isNothing(typed) ? null : readCategory(typed, categories)),
  attributes: (typed, { attributes }, mark) => (isNothing(typed) ? {} : readValues(typed, attributes, mark)),
  weight: (typed, _, mark) => (isNothing(typed) ? null : readWeight(typed, mark)),
  origin: (typed) => (isNothing(typed) ? null : readOrigin(typed)),
  minimumOrder: (typed, _, mark) => (isNothing(typed) ? null : readWhole(typed, mark, { from: 1, problem: 'minimumOrder' })),
  orderStep: (typed, _, mark) => (isNothing(typed) ? null : readWhole(typed, mark, { from: 1, problem: 'orderStep' })),
  lowStockBelow: (typed, _, mark) => (isNothing(typed) ? null : readWhole(typed, mark, { problem: 'lowStockBelow' })),
  removed: readYes,
  customsCode: (typed) => (isNothing(typed) ? null : readCustomsCode(typed)),
}

function readYes(typed: string): boolean {
  if (/^(?:yes|y|true|1|ja|x)$/i.test(typed)) return true
  if (/^(?:no|n|false|0|nein|[-–—])$/i.test(typed)) return false
  throw new Unread('removed')
}

const isNothing = (typed: string) => /^[-–—]$/.test(typed)

function atMost(typed: string, most: number, problem: ImportProblemCode, isValid = true): string {
  if (typed.length > most || !isValid) throw new Unread(problem)
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

type Bounds = { from?: number; to?: number; problem: ImportProblemCode }

function readWhole(typed: string, mark: Mark, { from = 0, to = MAXIMUM_STOCK, problem }: Bounds): number {
  const number = Number(readDecimal(wholeNumber(typed), mark, problem))
  if (!Number.isInteger(number) || number < from || number > to) throw new Unread(problem)
  return number
}

/** '5000: 2.40; 10000: 2.10'. */
function readLadder(typed: string, mark: Mark): PriceBreakRow[] {
  let before = MINIMUM_ORDER
  const steps = stepsIn(typed).map(([from = '', price = '', ...more]) => {
    const pieces = readWhole(breakPieces(from), mark, { problem: 'ladder' })
    if (more.length > 0 || pieces <= before) throw new Unread('ladder')
    before = pieces
    return { from: pieces, price: readPrice(price, mark, 'ladder') }
  })
  const falls = steps.every(({ price }, index) => index === 0 || price < steps[index - 1]!.price)
  if (!falls || steps.length > MAXIMUM_PRICE_BREAKS) throw new Unread('ladder')
  return steps.map(({ from, price }) => ({ from, price: unitPriceToDecimal(price) }))
}

const onOneLine = (typed: string) => typed.replace(/\s+/g, ' ').trim()
const plain = (typed: string) => onOneLine(typed).toLowerCase()

/** On each line the address of a picture and its text, which may be missing. */
function readPictures(typed: string): [img: string, alt: string][] {
  const pictures = linesOf(typed, /\n/).map((line): [string, string] => {
    const [img = '', ...words] = line.split(/\s+/)
    return [atMost(img, TEXT_LIMITS.imageUrl, 'pictures'), atMost(words.join(' '), PART_MEDIA_LIMITS.alt, 'pictureText')]
  })
  if (pictures.length >= MAXIMUM_PICTURES || new Set(pictures.map(([img]) => img)).size < pictures.length) throw new Unread('pictures')
  return pictures
}

function readNumbers(typed: string): string[] {
  const numbers = linesOf(typed, /[\n;]/)
  if (numbers.length > MAXIMUM_RELATED) throw new Unread('relatedMany')
  return numbers.map((number) => atMost(number, TEXT_LIMITS.partNumber, 'related', /[\p{L}\p{N}]/u.test(number)))
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

function readWeight(typed: string, mark: Mark): string {
  const grams = String(Number(readDecimal(typed.replace(/\s*g$/i, ''), mark, 'weight')))
  if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(grams) || grams === '0') throw new Unread('weight')
  return grams
}

function readOrigin(typed: string): string {
  const code = countryOf(typed)
  if (!code) throw new Unread('origin')
  return code
}

function readCustomsCode(typed: string): string {
  const digits = typed.replace(/[\s.]/g, '')
  if (!/^\d{6,10}$/.test(digits)) throw new Unread('customsCode')
  return digits
}
